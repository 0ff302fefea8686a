/** Files of Parquet as rows of an import, without Hadoop. */
package dev.alluvium.query.parquet;
