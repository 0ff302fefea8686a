/** Asks the owners of memories that run in other processes. */
package dev.alluvium.query.state;
