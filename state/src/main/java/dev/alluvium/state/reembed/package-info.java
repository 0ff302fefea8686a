/** A memory that is embedded anew: how far it is, and what is to be embedded next. */
package dev.alluvium.state.reembed;
