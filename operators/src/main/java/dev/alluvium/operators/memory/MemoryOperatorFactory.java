package dev.alluvium.operators.memory;

import dev.alluvium.operators.log.LoggedCommand;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/**
 * Makes the memory operator of each subtask; a factory, because only one is handed the mailbox that
 * reads run in.
 */
public final class MemoryOperatorFactory
        extends AbstractStreamOperatorFactory<Tuple2<String, byte[]>>
        implements OneInputStreamOperatorFactory<LoggedCommand, Tuple2<String, byte[]>> {

    private final MemorySettings settings;

    public MemoryOperatorFactory(MemorySettings settings) {
        this.settings = settings;
        setChainingStrategy(ChainingStrategy.HEAD);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends StreamOperator<Tuple2<String, byte[]>>> T createStreamOperator(
            StreamOperatorParameters<Tuple2<String, byte[]>> parameters) {
        return (T) new MemoryOperator(parameters, parameters.getMailboxExecutor(), settings);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return MemoryOperator.class;
    }
}
