/**
 * The types of Hadoop that Parquet's reader loads by name wherever it is used, empty: so that files
 * can be read without Hadoop itself.
 */
package org.apache.hadoop;
