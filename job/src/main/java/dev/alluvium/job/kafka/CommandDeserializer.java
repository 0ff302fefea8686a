package dev.alluvium.job.kafka;

import dev.alluvium.operators.log.LoggedCommand;
import dev.alluvium.operators.log.LoggedCommandType;
import dev.alluvium.state.Position;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes entries off the log as they are: nothing is decoded here, so nothing can fail here. */
final class CommandDeserializer implements KafkaRecordDeserializationSchema<LoggedCommand> {

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> entry, Collector<LoggedCommand> out) {
        String key = entry.key() == null ? "" : new String(entry.key(), StandardCharsets.UTF_8);
        byte[] value = entry.value() == null ? new byte[0] : entry.value();
        out.collect(
                new LoggedCommand(
                        key,
                        new Position(entry.partition(), entry.offset()),
                        entry.timestamp(),
                        value));
    }

    @Override
    public TypeInformation<LoggedCommand> getProducedType() {
        return LoggedCommandType.INSTANCE;
    }
}
