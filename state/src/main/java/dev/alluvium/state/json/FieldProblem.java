package dev.alluvium.state.json;

/**
 * One thing wrong with one field: an RFC 6901 JSON pointer to it, and the value, the rule and the
 * way out.
 */
public record FieldProblem(String pointer, String detail) {}
