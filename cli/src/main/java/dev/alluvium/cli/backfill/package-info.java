/** Putting files of turns and records into memories, each line once, whatever is interrupted. */
package dev.alluvium.cli.backfill;
