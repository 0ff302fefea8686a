package dev.alluvium.state.json;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Input that cannot be accepted; says every problem found, not only the first. Repeating it
 * unchanged is useless.
 */
public final class InvalidInputException extends RuntimeException {

    private final transient List<FieldProblem> problems;

    public InvalidInputException(List<FieldProblem> problems) {
        super(
                problems.stream()
                        .map(
                                p ->
                                        p.pointer().isEmpty()
                                                ? p.detail()
                                                : p.pointer() + ": " + p.detail())
                        .collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    public InvalidInputException(String pointer, String detail) {
        this(List.of(new FieldProblem(pointer, detail)));
    }

    public List<FieldProblem> problems() {
        return problems;
    }
}
