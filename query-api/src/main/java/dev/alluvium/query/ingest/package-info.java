/** The import: rows of any memories, streamed into commands. */
package dev.alluvium.query.ingest;
