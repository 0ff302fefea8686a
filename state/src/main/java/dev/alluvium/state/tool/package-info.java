/**
 * What agents may call: a catalogue of tools, each of which makes a command or a query of its
 * arguments and an answer of what came of it. Whoever serves them, over whatever protocol, only
 * carries names, arguments and answers.
 */
package dev.alluvium.state.tool;
