package dev.alluvium.operators.log;

import dev.alluvium.state.Position;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.util.OutputTag;

/**
 * Names the side output of entries that are no commands: where each stood, its key, its bytes as
 * they came, and why it was rejected.
 */
public final class RejectedCommand {

    /** position, key (empty if it had none), original bytes, reason */
    public static final TypeInformation<Tuple4<String, String, byte[], String>> TYPE =
            Types.TUPLE(
                    Types.STRING, Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE), Types.STRING);

    public static final OutputTag<Tuple4<String, String, byte[], String>> TAG =
            new OutputTag<>("rejected", TYPE);

    /** A reason quotes what it complains of, which may be megabytes. */
    private static final int MAX_REASON_CHARACTERS = 4000;

    private RejectedCommand() {}

    public static Tuple4<String, String, byte[], String> of(
            Position position, String key, byte[] value, String reason) {
        return Tuple4.of(
                position.toString(),
                key == null ? "" : key,
                value == null ? new byte[0] : value,
                reason.length() <= MAX_REASON_CHARACTERS
                        ? reason
                        : reason.substring(0, MAX_REASON_CHARACTERS) + "…");
    }
}
