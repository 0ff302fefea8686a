package dev.alluvium.operators.log;

import dev.alluvium.state.Position;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.CommandCodec;
import java.time.Instant;
import java.util.List;

/**
 * One entry of the command log on its way through the job: the bytes as they stand there, and the
 * command they decode to, decoded at most once on each side of the network. Not thread-safe; passed
 * from owner to owner.
 */
public final class LoggedCommand {

    private final String key;
    private final Position position;
    private final long timestamp;
    private final List<String> preceding;
    private byte[] value;
    private Command command;

    /**
     * @param key the memory's key, {@link dev.alluvium.state.MemoryId#key()}
     * @param timestamp the log's time of the entry, in milliseconds since the epoch
     */
    public LoggedCommand(String key, Position position, long timestamp, byte[] value) {
        this(key, position, timestamp, List.of(), value);
    }

    LoggedCommand(
            String key, Position position, long timestamp, List<String> preceding, byte[] value) {
        this.preceding = preceding;
        this.key = key;
        this.position = position;
        this.timestamp = timestamp;
        this.value = value;
    }

    public String key() {
        return key;
    }

    public Position position() {
        return position;
    }

    public long timestamp() {
        return timestamp;
    }

    public Instant time() {
        return Instant.ofEpochMilli(timestamp);
    }

    /**
     * The command; throws {@link dev.alluvium.state.json.InvalidInputException} when the bytes are
     * none.
     */
    public Command command() {
        if (command == null) {
            command = CommandCodec.decode(value);
        }
        return command;
    }

    /**
     * For each turn of the command, what was said before it in its session (null: nothing known);
     * empty where nobody noted it.
     */
    public List<String> preceding() {
        return preceding;
    }

    public LoggedCommand withPreceding(List<String> texts) {
        LoggedCommand next = new LoggedCommand(key, position, timestamp, texts, value);
        next.command = command;
        return next;
    }

    /** This entry with another command in its place, as after embedding. */
    public LoggedCommand with(Command changed) {
        LoggedCommand next = new LoggedCommand(key, position, timestamp, null);
        next.command = changed;
        return next;
    }

    /** The bytes of the command. */
    public byte[] value() {
        if (value == null) {
            value = CommandCodec.encode(command);
        }
        return value;
    }
}
