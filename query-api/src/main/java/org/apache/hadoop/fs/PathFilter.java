package org.apache.hadoop.fs;

/** Stands where Parquet's reader expects Hadoop's filter of this name, which it never asks. */
public interface PathFilter {}
