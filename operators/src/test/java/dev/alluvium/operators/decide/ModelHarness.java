package dev.alluvium.operators.decide;

import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** Runs functions that ask a model inside Flink's asynchronous operator, as the job does. */
final class ModelHarness {

    private ModelHarness() {}

    /** A harness that is not open yet. */
    static OneInputStreamOperatorTestHarness<Tuple2<String, byte[]>, Tuple2<String, byte[]>> of(
            ModelFunction function) throws Exception {
        OneInputStreamOperatorTestHarness<Tuple2<String, byte[]>, Tuple2<String, byte[]>> harness =
                new OneInputStreamOperatorTestHarness<>(
                        new AsyncWaitOperatorFactory<>(
                                function, 0, ModelFunction.MAX_WAITING + 1, OutputMode.UNORDERED));
        var serializer =
                OpenQuestion.TYPE.createSerializer(
                        harness.getExecutionConfig().getSerializerConfig());
        harness.getStreamConfig().setupNetworkInputs(serializer);
        harness.getStreamConfig().serializeAllConfigs();
        harness.setup(serializer);
        return harness;
    }
}
