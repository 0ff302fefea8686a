package dev.alluvium.operators.log;

import dev.alluvium.state.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/**
 * Moves {@link LoggedCommand}s between tasks and into checkpoints of commands in flight: a version,
 * the place, the bytes.
 */
public final class LoggedCommandSerializer extends TypeSerializerSingleton<LoggedCommand> {

    private static final LoggedCommandSerializer INSTANCE = new LoggedCommandSerializer();
    private static final int VERSION = 1;

    @Override
    public void serialize(LoggedCommand entry, DataOutputView out) throws IOException {
        out.writeByte(VERSION);
        out.writeUTF(entry.key());
        out.writeInt(entry.position().partition());
        out.writeLong(entry.position().offset());
        out.writeLong(entry.timestamp());
        out.writeInt(entry.preceding().size());
        for (String text : entry.preceding()) {
            StringValue.writeString(text, out);
        }
        byte[] value = entry.value();
        out.writeInt(value.length);
        out.write(value);
    }

    @Override
    public LoggedCommand deserialize(DataInputView in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException(
                    "a command in flight has format %d, this program reads %d; it was written by a newer release, run that one"
                            .formatted(version, VERSION));
        }
        String key = in.readUTF();
        Position position = new Position(in.readInt(), in.readLong());
        long timestamp = in.readLong();
        int texts = in.readInt();
        List<String> preceding = texts == 0 ? List.of() : new ArrayList<>(texts);
        for (int i = 0; i < texts; i++) {
            preceding.add(StringValue.readString(in));
        }
        byte[] value = new byte[in.readInt()];
        in.readFully(value);
        return new LoggedCommand(key, position, timestamp, preceding, value);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public LoggedCommand deserialize(LoggedCommand reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public LoggedCommand copy(LoggedCommand from) {
        return from;
    }

    @Override
    public LoggedCommand copy(LoggedCommand from, LoggedCommand reuse) {
        return from;
    }

    @Override
    public LoggedCommand createInstance() {
        return null;
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializerSnapshot<LoggedCommand> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Says to Flink that the serializer is this one, whatever release wrote the state. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<LoggedCommand> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
