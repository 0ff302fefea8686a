package dev.alluvium.query.columns;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageResult;

/**
 * Reads the messages of an Arrow stream, each with a header of bounded length: Arrow itself
 * allocates whatever length a message says its header has, so that four bytes of nonsense could
 * take all of the heap. Bodies are bounded by the allocator.
 */
final class BoundedMessages extends MessageChannelReader {

    private static final int CONTINUATION = -1;
    private static final int MAX_HEADER_BYTES = 16 * 1024 * 1024;

    private final BufferedInputStream bytes;
    private ArrowBuf body;

    BoundedMessages(BufferedInputStream bytes, BufferAllocator allocator) {
        super(new ReadChannel(Channels.newChannel(bytes)), allocator);
        this.bytes = bytes;
    }

    @Override
    public MessageResult readNext() throws IOException {
        long length = headerLength();
        if (length < 0 || length > MAX_HEADER_BYTES) {
            throw new IOException("this is no Arrow stream: a header of " + length + " bytes");
        }
        MessageResult message = super.readNext();
        body = message == null ? null : message.getBodyBuffer();
        return message;
    }

    /** Frees the last body where what was to take it has failed. */
    void free() {
        if (body != null && body.refCnt() > 0) {
            body.getReferenceManager().release(body.refCnt());
        }
    }

    /** What the next header says of itself; 0 at the end. */
    private int headerLength() throws IOException {
        bytes.mark(2 * Integer.BYTES);
        ByteBuffer prefix =
                ByteBuffer.wrap(bytes.readNBytes(2 * Integer.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.reset();
        if (prefix.remaining() < Integer.BYTES) {
            return 0;
        }
        int first = prefix.getInt();
        if (first != CONTINUATION) {
            return first;
        }
        return prefix.remaining() < Integer.BYTES ? 0 : prefix.getInt();
    }
}
