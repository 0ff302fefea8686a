package dev.alluvium.operators.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.Position;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class LoggedCommandSerializerTest {

    private final LoggedCommandSerializer serializer = new LoggedCommandSerializer();

    private byte[] bytes(LoggedCommand entry) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(entry, out);
        return out.getCopyOfBuffer();
    }

    private static void same(LoggedCommand read, LoggedCommand written) {
        assertThat(read.key()).isEqualTo(written.key());
        assertThat(read.position()).isEqualTo(written.position());
        assertThat(read.timestamp()).isEqualTo(written.timestamp());
        assertThat(read.preceding()).isEqualTo(written.preceding());
        assertThat(read.value()).isEqualTo(written.value());
    }

    @Test
    void entryIsReadAsItWasWritten() throws IOException {
        LoggedCommand plain =
                new LoggedCommand(
                        "a/b", new Position(3, 1L << 40), 1_780_000_000_000L, new byte[] {1});
        LoggedCommand withTurns =
                new LoggedCommand("ü%20/李", new Position(0, 0), 0, new byte[0])
                        .withPreceding(Arrays.asList("before", null, "", "𝄞"));

        for (LoggedCommand entry : List.of(plain, withTurns)) {
            same(serializer.deserialize(new DataInputDeserializer(bytes(entry))), entry);
            DataOutputSerializer copy = new DataOutputSerializer(16);
            serializer.copy(new DataInputDeserializer(bytes(entry)), copy);
            assertThat(copy.getCopyOfBuffer()).isEqualTo(bytes(entry));
        }
    }

    @Test
    void entryOfANewerReleaseIsRefused() throws IOException {
        byte[] newer = bytes(new LoggedCommand("a/b", new Position(0, 0), 0, new byte[0]));
        newer[0] = 9;

        assertThatThrownBy(() -> serializer.deserialize(new DataInputDeserializer(newer)))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("format 9", "reads 1", "newer release, run that one");
    }

    /** As checkpoints hold them: a changed format needs a new number, and this one beside it. */
    @Test
    void entryOfEveryReleaseIsRead() throws IOException {
        LoggedCommand written =
                new LoggedCommand(
                                "a/b", new Position(3, 1289), 1_780_000_000_000L, new byte[] {1, 2})
                        .withPreceding(Arrays.asList("before", null));
        byte[] first =
                HexFormat.of()
                        .parseHex(
                                "010003612f62"
                                        + "00000003"
                                        + "0000000000000509"
                                        + "0000019e70448800"
                                        + "00000002"
                                        + "076265666f7265"
                                        + "00"
                                        + "00000002"
                                        + "0102");

        assertThat(bytes(written)).isEqualTo(first);
        same(serializer.deserialize(new DataInputDeserializer(first)), written);
    }

    /** Flink finds the serializer of stored entries by this name. */
    @Test
    void snapshotKeepsItsName() {
        assertThat(serializer.snapshotConfiguration().getClass().getName())
                .isEqualTo("dev.alluvium.operators.log.LoggedCommandSerializer$Snapshot");
    }
}
