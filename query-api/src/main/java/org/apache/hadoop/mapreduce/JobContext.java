package org.apache.hadoop.mapreduce;

/** Stands where Parquet's reader expects Hadoop's type of this name, which it never has. */
public interface JobContext {}
