package dev.alluvium.query.parquet;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Unpacks pages by the codecs that files have, without those of Hadoop. */
final class PlainCodecs implements CompressionCodecFactory {

    /** Unpacks into an array of the length that is known. */
    private interface Unpacking {
        byte[] unpack(byte[] packed, int length) throws IOException;
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        throw new UnsupportedOperationException("files are only read");
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return new Pages(
                switch (codec) {
                    case UNCOMPRESSED -> (packed, length) -> packed;
                    case SNAPPY -> (packed, length) -> Snappy.uncompress(packed);
                    case GZIP -> PlainCodecs::gzip;
                    case ZSTD -> Zstd::decompress;
                    case LZ4_RAW -> PlainCodecs::lz4;
                    default ->
                            throw new UnsupportedOperationException(
                                    "pages are packed by "
                                            + codec
                                            + "; write the file with snappy, gzip, zstd, lz4_raw or none");
                });
    }

    @Override
    public void release() {}

    private static byte[] gzip(byte[] packed, int length) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readNBytes(length);
        }
    }

    private static byte[] lz4(byte[] packed, int length) {
        byte[] bytes = new byte[length];
        Decompressor lz4 = new Lz4Decompressor();
        lz4.decompress(packed, 0, packed.length, bytes, 0, length);
        return bytes;
    }

    /** Unpacks pages wherever their bytes are. */
    private record Pages(Unpacking unpacking) implements BytesInputDecompressor {

        @Override
        public BytesInput decompress(BytesInput bytes, int length) throws IOException {
            byte[] packed = bytes.toInputStream().readAllBytes();
            return BytesInput.from(unpacking.unpack(packed, length));
        }

        @Override
        public void decompress(ByteBuffer input, int packedLength, ByteBuffer output, int length)
                throws IOException {
            byte[] packed = new byte[packedLength];
            input.get(packed);
            output.put(unpacking.unpack(packed, length));
        }

        @Override
        public void release() {}
    }
}
