package dev.alluvium.operators.embed;

import dev.alluvium.state.reembed.VectorJson;
import dev.alluvium.state.reembed.VectorQuestion;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.OutputTag;

/** Names the side output of rows that are to be embedded anew. */
public final class VectorRequest {

    /** the memory's key, and bytes: of a question here, of the command that answers it later */
    public static final TypeInformation<Tuple2<String, byte[]>> TYPE =
            Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE));

    public static final OutputTag<Tuple2<String, byte[]>> TAG = new OutputTag<>("vectors", TYPE);

    private VectorRequest() {}

    public static Tuple2<String, byte[]> of(VectorQuestion question) {
        return Tuple2.of(question.memory().key(), VectorJson.write(question));
    }
}
