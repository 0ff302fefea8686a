/** Reading files of turns and records, to be ingested in bulk. */
package dev.alluvium.cli.backfill;
