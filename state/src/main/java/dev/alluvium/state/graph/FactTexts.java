package dev.alluvium.state.graph;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is embedded of a fact: a sentence that says it without its graph. */
public final class FactTexts {

    private FactTexts() {}

    public static String observation(String entity, String content) {
        return entity + ": " + content;
    }

    public static String relation(String source, String type, String target) {
        return source + " " + type.replace('_', ' ') + " " + target;
    }

    /** What a correction says; its entity is not known where it is embedded. */
    public static String correction(Revision.Correct correct) {
        return correct.content() != null
                ? correct.content()
                : Stream.of(
                                correct.type() == null ? null : correct.type().replace('_', ' '),
                                correct.target() == null ? null : correct.target().name())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(" "));
    }
}
