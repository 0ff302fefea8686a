/**
 * Rows as columns: records and turns in the IPC formats of Apache Arrow. What is read becomes the
 * JSON of an import's line, so that every rule of rows stands in one place.
 */
package dev.alluvium.query.columns;
