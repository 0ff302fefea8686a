package dev.alluvium.state.core;

import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.Remember;
import dev.alluvium.state.record.RecordDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random commands to one memory, over few ids, texts and scopes, so that they meet. */
public final class Scripts {

    /** Some of them one text, some that only a number, a negation or nothing tells apart. */
    public static final List<String> TEXTS =
            List.of(
                    "the tea is hot",
                    "The tea is  hot",
                    "the tea is not hot",
                    "the limit is 1000",
                    "the limit is 2000",
                    "the room is small",
                    "the room is a small",
                    "李雷喜欢喝茶",
                    "أحمد يحب القهوة");

    private static final String[] SCOPES = {"/", "/team", "/team/a", "/team-b"};

    private Scripts() {}

    public static Command command(Random random) {
        return switch (random.nextInt(24)) {
            case 0, 1, 2 -> update(random);
            case 3 -> command("forget", "ids: ['%s', '%s']", id(random), id(random));
            case 4 -> command("forget", "scope: '%s', categories: ['x']", scope(random));
            case 5 -> command("touch", "ids: ['%s'], at: '2026-06-01'", id(random));
            case 6 -> command("configure", "options: {batch_dedup_threshold: '0.9'}");
            case 7 -> command("configure", "options: {turn_retention_count: 4}");
            case 8, 9, 10 -> command("log_turns", "turns: [%s, %s]", turn(random), turn(random));
            case 11 ->
                    random.nextInt(8) == 0
                            ? command("erase", "idempotency_key: 'e'")
                            : command("reset", "scope: '%s'", scope(random));
            default -> remember(random);
        };
    }

    /** Drafts without ids, some private, of few sources. */
    public static List<RecordDraft> drafts(Random random, int count) {
        StringBuilder records = new StringBuilder();
        for (int i = 0; i < count; i++) {
            records.append(i == 0 ? "" : ", ")
                    .append("{%s, private: %s}".formatted(record(random), random.nextInt(4) == 0));
        }
        return new ArrayList<>(
                ((Remember) command("remember", "records: [%s]", records)).records());
    }

    private static Command remember(Random random) {
        StringBuilder records = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String id = random.nextBoolean() ? "" : "id: '" + id(random) + "', ";
            records.append("{%s%s}%s".formatted(id, record(random), i == 0 ? "" : ", "));
        }
        String key =
                random.nextInt(4) == 0 ? "idempotency_key: 'k" + random.nextInt(10) + "', " : "";
        return command("remember", "%srecords: [%s]", key, records);
    }

    private static Command update(Random random) {
        String end = random.nextInt(6) == 0 ? ", valid_to: '2020-01-01'" : "";
        return command("update", "id: '%s', changes: {%s%s}", id(random), record(random), end);
    }

    private static String record(Random random) {
        // Another dimension now and then: such a batch is refused.
        String vector =
                switch (random.nextInt(20)) {
                    case 0 -> "[1, 0]";
                    case 1, 2, 3, 4, 5 -> "[1, 0, 0]";
                    case 6, 7, 8, 9 -> "[1, 0.05, 0]";
                    case 10, 11, 12 -> "[0, 1, 0]";
                    default -> "null";
                };
        return "content: '%s', scope: '%s', categories: ['%s'], importance: %s, source: %s, vector: %s"
                .formatted(
                        TEXTS.get(random.nextInt(TEXTS.size())),
                        scope(random),
                        random.nextBoolean() ? "x" : "y",
                        random.nextInt(11) / 10.0,
                        random.nextInt(4) == 0 ? "'ann'" : "null",
                        vector);
    }

    private static String turn(Random random) {
        return "{id: 't%d', session: 's%d', content: '%s'}"
                .formatted(
                        random.nextInt(10),
                        random.nextInt(3),
                        TEXTS.get(random.nextInt(TEXTS.size())));
    }

    private static String id(Random random) {
        return "r" + random.nextInt(12);
    }

    private static String scope(Random random) {
        return SCOPES[random.nextInt(SCOPES.length)];
    }

    private static Command command(String kind, String fields, Object... values) {
        return TestingMemory.command(kind, "{" + fields.formatted(values) + "}");
    }
}
