package org.apache.hadoop.io.compress.zlib;

/**
 * Stands where Parquet's reader expects Hadoop's compressor of this name, of which it only wants to
 * load this one type, even where it is given codecs of its own.
 */
public final class ZlibCompressor {

    private ZlibCompressor() {}

    /** Never used: pages are unpacked without Hadoop. */
    public enum CompressionLevel {
        DEFAULT_COMPRESSION
    }
}
