package dev.alluvium.state.wire;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.alluvium.state.AppliedPositions;
import dev.alluvium.state.Position;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.record.RecordJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;

/** Values of the core as CBOR, by their record components. */
final class WireMapper {

    static final ObjectMapper CBOR =
            Json.CBOR
                    .copy()
                    .registerModule(new JavaTimeModule())
                    .registerModule(values())
                    .addMixIn(Claim.class, ClaimKinds.class)
                    .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
                    .setVisibility(PropertyAccessor.FIELD, Visibility.ANY)
                    .setVisibility(PropertyAccessor.CREATOR, Visibility.ANY);

    static final ObjectReader APPLIED = part(CBOR.constructType(AppliedPositions.class));

    private WireMapper() {}

    /** Reads a value that others follow. */
    static ObjectReader part(JavaType type) {
        return CBOR.readerFor(type).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    private static SimpleModule values() {
        return new SimpleModule()
                .addSerializer(float[].class, new VectorWriter())
                .addDeserializer(float[].class, new VectorReader())
                .addSerializer(MemoryOptions.class, new OptionsWriter())
                .addDeserializer(MemoryOptions.class, new OptionsReader())
                .addSerializer(AppliedPositions.class, new AppliedWriter())
                .addDeserializer(AppliedPositions.class, new AppliedReader());
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Claim.Observation.class, name = "observation"),
        @JsonSubTypes.Type(value = Claim.Relation.class, name = "relation")
    })
    private interface ClaimKinds {}

    /** Vectors are most of what is sent, so they travel as the bytes they are. */
    private static final class VectorWriter extends JsonSerializer<float[]> {
        @Override
        public void serialize(float[] vector, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            out.writeBinary(RecordJson.littleEndian(vector));
        }
    }

    private static final class VectorReader extends JsonDeserializer<float[]> {
        @Override
        public float[] deserialize(JsonParser in, DeserializationContext context)
                throws IOException {
            byte[] bytes = in.getBinaryValue();
            float[] vector = new float[bytes.length / Float.BYTES];
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
            return vector;
        }
    }

    private static final class OptionsWriter extends JsonSerializer<MemoryOptions> {
        @Override
        public void serialize(MemoryOptions options, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            out.writePOJO(options.toTexts());
        }
    }

    private static final class OptionsReader extends JsonDeserializer<MemoryOptions> {
        @Override
        public MemoryOptions deserialize(JsonParser in, DeserializationContext context)
                throws IOException {
            return MemoryOptions.DEFAULTS.with(
                    context.readValue(
                            in,
                            context.getTypeFactory()
                                    .constructMapType(
                                            LinkedHashMap.class, String.class, String.class)));
        }
    }

    private static final class AppliedWriter extends JsonSerializer<AppliedPositions> {
        @Override
        public void serialize(
                AppliedPositions applied, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            out.writePOJO(applied.toArray());
        }
    }

    private static final class AppliedReader extends JsonDeserializer<AppliedPositions> {
        @Override
        public AppliedPositions deserialize(JsonParser in, DeserializationContext context)
                throws IOException {
            return AppliedPositions.of(context.readValue(in, Position[].class));
        }
    }
}
