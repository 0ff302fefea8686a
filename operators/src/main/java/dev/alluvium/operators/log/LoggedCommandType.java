package dev.alluvium.operators.log;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Tells Flink how {@link LoggedCommand}s are serialized, so that it never falls back to a general
 * serializer.
 */
public final class LoggedCommandType extends TypeInformation<LoggedCommand> {

    public static final LoggedCommandType INSTANCE = new LoggedCommandType();

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<LoggedCommand> getTypeClass() {
        return LoggedCommand.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<LoggedCommand> createSerializer(SerializerConfig config) {
        return new LoggedCommandSerializer();
    }

    @Override
    public String toString() {
        return "LoggedCommand";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LoggedCommandType;
    }

    @Override
    public int hashCode() {
        return LoggedCommandType.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof LoggedCommandType;
    }
}
