package dev.alluvium.operators.memory;

import dev.alluvium.state.command.Command;
import dev.alluvium.state.consolidate.TextFingerprint;
import dev.alluvium.state.core.TestingMemory;
import java.util.List;
import java.util.Random;

/** Random commands to one memory, over few ids, texts and scopes, so that they meet. */
final class Commands {

    static final List<String> TEXTS =
            List.of(
                    "the tea is hot",
                    "The tea is hot",
                    "the limit is 1000",
                    "the limit is 2000",
                    "the room is small",
                    "the room is a small",
                    "李雷喜欢喝茶",
                    "أحمد يحب القهوة");

    private static final String[] SCOPES = {"/", "/team", "/team/a", "/team-b"};
    private static final String[] VECTORS = {"[1, 0, 0]", "[1, 0.05, 0]", "[0, 1, 0]", "null"};

    private final Random random;

    Commands(Random random) {
        this.random = random;
    }

    static String fingerprint(String text) {
        return TextFingerprint.of(text).toString();
    }

    Command next() {
        return switch (random.nextInt(24)) {
            case 0, 1, 2 -> command("update", "id: '%s', changes: {%s}".formatted(id(), record()));
            case 3 -> command("forget", "ids: ['%s', '%s']".formatted(id(), id()));
            case 4 -> command("forget", "scope: '%s', categories: ['x']".formatted(scope()));
            case 5 -> command("touch", "ids: ['%s'], at: '2026-06-01'".formatted(id()));
            case 6 -> command("configure", "options: {batch_dedup_threshold: '0.9'}");
            case 7 -> command("configure", "options: {turn_retention_count: 4}");
            case 8, 9, 10 -> command("log_turns", "turns: [%s, %s]".formatted(turn(), turn()));
            case 11 ->
                    random.nextInt(8) == 0
                            ? command("erase", "")
                            : command("reset", "scope: '%s'".formatted(scope()));
            default -> remember();
        };
    }

    private Command remember() {
        StringBuilder records = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String id = random.nextBoolean() ? "" : "id: '" + id() + "', ";
            records.append("{").append(id).append(record()).append("}").append(i == 0 ? "" : ", ");
        }
        String key =
                random.nextInt(4) == 0 ? "idempotency_key: 'k" + random.nextInt(10) + "', " : "";
        return command("remember", key + "records: [" + records + "]");
    }

    private String record() {
        return "content: '%s', scope: '%s', categories: ['%s'], importance: %s, vector: %s"
                .formatted(
                        pick(TEXTS.toArray(String[]::new)),
                        scope(),
                        random.nextBoolean() ? "x" : "y",
                        random.nextInt(11) / 10.0,
                        pick(VECTORS));
    }

    private String turn() {
        return "{id: 't%d', session: 's%d', content: '%s'}"
                .formatted(
                        random.nextInt(10), random.nextInt(3), pick(TEXTS.toArray(String[]::new)));
    }

    private String id() {
        return "r" + random.nextInt(12);
    }

    private String scope() {
        return pick(SCOPES);
    }

    private String pick(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static Command command(String kind, String fields) {
        return TestingMemory.command(kind, "{" + fields + "}");
    }
}
