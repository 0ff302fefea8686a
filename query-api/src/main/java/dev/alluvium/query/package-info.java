/** The HTTP API of memories: begin at QueryApi. */
package dev.alluvium.query;
