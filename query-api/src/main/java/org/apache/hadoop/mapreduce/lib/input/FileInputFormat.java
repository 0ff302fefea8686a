package org.apache.hadoop.mapreduce.lib.input;

/**
 * Stands where Parquet's reader expects Hadoop's format of this name, which one of its own types
 * extends.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public abstract class FileInputFormat<K, V> {}
