package dev.alluvium.state.core;

import dev.alluvium.state.command.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random commands to the graph of one memory, over few names, ids and times, so that they meet. */
public final class GraphScripts {

    private static final String[] NAMES = {
        "Zoë", "ZOE\u0308 ", "李雷", "Acme/Ltd", "أحمد", "al \"x\""
    };

    private static final String[] TYPES = {"person", "organisation"};

    private static final String[] TEXTS = {"likes tea", "likes  tea", "喜欢茶", "Oslo", "Rome"};

    private static final String[] SLOTS = {"city", "mood"};

    private static final String[] RELATIONS = {"works at", "knows"};

    private GraphScripts() {}

    public static Command command(Random random) {
        return switch (random.nextInt(20)) {
            case 0, 1 -> revise(random, "invalidate", time(random, "at"));
            case 2 -> revise(random, "retract");
            case 3, 4 ->
                    revise(random, "supersede", "by: '" + id(random) + "'", time(random, "at"));
            case 5, 6 -> correct(random);
            case 7 -> identify(random);
            case 8 -> merge(random);
            case 9 -> unmerge(random);
            case 10 -> delete(random);
            default -> assertFacts(random);
        };
    }

    /** The deletion of every entity there may be. */
    public static List<Command> deletions() {
        List<Command> commands = new ArrayList<>();
        for (String name : NAMES) {
            commands.add(command("delete_facts", "entities: [" + quoted(name) + "]"));
            for (String type : List.of("person", "organisation", "general")) {
                commands.add(
                        command(
                                "delete_facts",
                                "entities: [{name: %s, type: '%s'}]"
                                        .formatted(quoted(name), type)));
            }
        }
        return commands;
    }

    private static Command assertFacts(Random random) {
        String entities =
                "{name: %s%s%s, observations: %s}"
                        .formatted(
                                name(random),
                                random.nextInt(3) == 0
                                        ? ", type: '" + pick(TYPES, random) + "'"
                                        : "",
                                random.nextInt(8) == 0 ? ", aliases: [" + name(random) + "]" : "",
                                list(random, 3, () -> observation(random)));
        String relations = list(random, 2, () -> relation(random));
        return command(
                "assert_facts",
                "entities: [%s], relations: %s, create_missing: %s, partial: %s"
                        .formatted(
                                entities,
                                relations,
                                random.nextInt(4) > 0,
                                random.nextInt(4) == 0));
    }

    private static String observation(Random random) {
        return "{content: '%s'%s%s%s%s}"
                .formatted(
                        pick(TEXTS, random),
                        random.nextBoolean()
                                ? ", attribute: '" + pick(SLOTS, random) + "'" + single(random)
                                : "",
                        times(random),
                        random.nextBoolean() ? ", session: 's" + random.nextInt(2) + "'" : "",
                        random.nextInt(4) == 0 ? ", vector: [0.6, 0.8]" : "")
                .replace("{content", "{" + ownId(random) + "content");
    }

    private static String relation(Random random) {
        return "{%ssource: %s, type: '%s', target: %s%s%s%s}"
                .formatted(
                        ownId(random),
                        name(random),
                        pick(RELATIONS, random),
                        name(random),
                        single(random),
                        times(random),
                        random.nextBoolean() ? ", turn: 't" + random.nextInt(3) + "'" : "");
    }

    private static String ownId(Random random) {
        return random.nextInt(3) == 0 ? "id: '" + id(random) + "', " : "";
    }

    private static String single(Random random) {
        return random.nextInt(3) == 0 ? ", single_valued: true" : "";
    }

    private static String times(Random random) {
        int from = random.nextInt(12);
        String start = random.nextInt(3) == 0 ? "" : ", valid_from: '" + date(from) + "'";
        String end =
                random.nextInt(3) == 0
                        ? ", valid_to: '"
                                + date((start.isEmpty() ? 20 : from + 1) + random.nextInt(5))
                                + "'"
                        : "";
        return start + end;
    }

    /** Half of the dates are before, half after what tests take for now. */
    static String date(int day) {
        return day < 6 ? "202%d-05-01".formatted(day) : "2026-05-%02d".formatted(day - 5);
    }

    private static Command revise(Random random, String revision, String... fields) {
        List<String> all = new ArrayList<>(List.of(fields));
        all.removeIf(String::isEmpty);
        all.add(0, "id: '%s', revision: '%s'".formatted(id(random), revision));
        return command("revise_fact", String.join(", ", all));
    }

    private static Command correct(Random random) {
        List<String> fields = new ArrayList<>();
        switch (random.nextInt(4)) {
            case 0 -> fields.add("content: '" + pick(TEXTS, random) + "'");
            case 1 -> fields.add("type: '" + pick(RELATIONS, random) + "'");
            case 2 -> fields.add("target: " + name(random));
            default -> fields.add("confidence: 0.5");
        }
        fields.add(time(random, "valid_from"));
        return revise(random, "correct", fields.toArray(String[]::new));
    }

    private static String time(Random random, String field) {
        return random.nextBoolean() ? "" : field + ": '" + date(random.nextInt(14)) + "'";
    }

    private static Command identify(Random random) {
        return command(
                "identify_entity",
                "identity: '%s', entity: %s, alias: %s"
                        .formatted(
                                random.nextBoolean() ? "add_alias" : "remove_alias",
                                name(random),
                                random.nextBoolean() ? "'al'" : name(random)));
    }

    private static Command merge(Random random) {
        return command(
                "identify_entity",
                "identity: 'merge', entity: %s, into: %s".formatted(name(random), name(random)));
    }

    private static Command unmerge(Random random) {
        return command("identify_entity", "identity: 'unmerge', entity: " + name(random));
    }

    private static Command delete(Random random) {
        return command(
                "delete_facts",
                switch (random.nextInt(6)) {
                    case 0 -> "entities: [" + name(random) + "]";
                    case 1 -> "sessions: ['s" + random.nextInt(2) + "']";
                    case 2 -> "turns: ['t" + random.nextInt(3) + "']";
                    case 3 ->
                            "observations: [{entity: %s, contents: ['%s']}]"
                                    .formatted(name(random), pick(TEXTS, random));
                    case 4 ->
                            "relations: [{source: %s, type: '%s', target: %s}]"
                                    .formatted(name(random), pick(RELATIONS, random), name(random));
                    default -> "facts: ['" + id(random) + "']";
                });
    }

    private static String list(Random random, int most, Supplier<String> item) {
        List<String> items = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            items.add(item.get());
        }
        return "[" + String.join(", ", items) + "]";
    }

    private static String id(Random random) {
        return "f" + random.nextInt(8);
    }

    static String name(Random random) {
        return quoted(pick(NAMES, random));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\\\"") + '"';
    }

    private static String pick(String[] from, Random random) {
        return from[random.nextInt(from.length)];
    }

    private static Command command(String kind, String fields) {
        return TestingMemory.command(kind, "{" + fields + "}");
    }
}
