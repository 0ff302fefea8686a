package dev.alluvium.operators.embed;

import dev.alluvium.operators.decide.OpenQuestion;
import dev.alluvium.state.reembed.VectorJson;
import dev.alluvium.state.reembed.VectorQuestion;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.OutputTag;

/** Names the side output of rows that are to be embedded anew. */
public final class VectorRequest {

    public static final OutputTag<Tuple2<String, byte[]>> TAG =
            new OutputTag<>("vectors", OpenQuestion.TYPE);

    private VectorRequest() {}

    public static Tuple2<String, byte[]> of(VectorQuestion question) {
        return Tuple2.of(question.memory().key(), VectorJson.write(question));
    }
}
