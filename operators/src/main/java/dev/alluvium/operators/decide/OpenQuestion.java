package dev.alluvium.operators.decide;

import dev.alluvium.state.decide.DecisionJson;
import dev.alluvium.state.decide.SaveQuestion;
import dev.alluvium.state.decide.SessionQuestion;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.OutputTag;

/** Names the side output of what saves leave open for a language model. */
public final class OpenQuestion {

    /** the memory's key, and bytes: of a question here, of the command that decides it later */
    public static final TypeInformation<Tuple2<String, byte[]>> TYPE =
            Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE));

    public static final OutputTag<Tuple2<String, byte[]>> TAG = new OutputTag<>("open", TYPE);

    private OpenQuestion() {}

    /** Sessions that are to be distilled, likewise. */
    public static final OutputTag<Tuple2<String, byte[]>> SESSIONS =
            new OutputTag<>("sessions", TYPE);

    public static Tuple2<String, byte[]> of(SessionQuestion question) {
        return Tuple2.of(question.memory().key(), DecisionJson.write(question));
    }

    public static Tuple2<String, byte[]> of(SaveQuestion question) {
        return Tuple2.of(question.memory().key(), DecisionJson.write(question));
    }
}
