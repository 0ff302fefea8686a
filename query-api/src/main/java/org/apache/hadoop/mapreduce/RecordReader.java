package org.apache.hadoop.mapreduce;

/**
 * Stands where Parquet's reader expects Hadoop's type of this name, which it never has.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public abstract class RecordReader<K, V> {}
