/** Asking the owners of memories, no earlier than what the asker must see. */
package dev.alluvium.query.read;
