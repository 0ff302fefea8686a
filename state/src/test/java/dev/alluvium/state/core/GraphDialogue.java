package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Says all that can be said of one entity to a memory and to the naive model, whose ids stand
 * beside those of the memory. Both axes are days from the same first one.
 */
final class GraphDialogue {

    private static final Instant FIRST = Instant.parse("2026-06-01T00:00:00Z");

    static final String[] TEXTS = {"red", "blue", "green", "أحمر"};

    static Instant day(int day) {
        return FIRST.plus(Duration.ofDays(day));
    }

    static TestingMemory at(TestingMemory memory, int day) {
        return memory.pass(Duration.between(memory.now(), day(day)));
    }

    static Set<String> on(TestingMemory memory, int day, Instant knownAt) {
        List<String> facts = memory.facts(day(day), knownAt);
        Set<String> distinct = new TreeSet<>(facts);
        assertThat(facts).as("each fact once").hasSameSizeAs(distinct);
        return distinct.stream()
                .map(sentence -> sentence.substring("A: ".length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What was said of an entity: a text for a time, or, without a start, from now on. */
    record Saying(String text, Integer from, int to, String source) {

        static Saying of(Random random) {
            Integer from = random.nextInt(4) == 0 ? null : random.nextInt(NaiveGraph.DAYS - 10);
            int earliest = from == null ? 50 : from + 1;
            int to =
                    random.nextInt(3) > 0
                            ? NaiveGraph.OPEN
                            : earliest + random.nextInt(NaiveGraph.DAYS - earliest);
            return new Saying(
                    TEXTS[random.nextInt(TEXTS.length)], from, to, "s" + random.nextInt(3));
        }

        Saying withoutEnd() {
            return new Saying(text, from, NaiveGraph.OPEN, source);
        }

        String json(boolean single) {
            return "{content: '%s', attribute: 'colour', single_valued: %s, source: '%s', session: '%s'%s%s}"
                    .formatted(
                            text,
                            single,
                            source,
                            source,
                            from == null ? "" : ", valid_from: '" + day(from) + "'",
                            to == NaiveGraph.OPEN ? "" : ", valid_to: '" + day(to) + "'");
        }
    }

    final Random random;
    final boolean single;
    final TestingMemory memory = new TestingMemory();
    final NaiveGraph model;
    final Map<String, String> ids = new LinkedHashMap<>();
    final List<Saying> sayings = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    int today = 20;

    GraphDialogue(long seed) {
        random = new Random(seed);
        single = random.nextBoolean();
        model = new NaiveGraph(single);
        at(memory, today);
    }

    void step() {
        today = Math.min(49, today + random.nextInt(3));
        at(memory, today);
        int what = ids.isEmpty() ? 0 : random.nextInt(10);
        if (what < 5) {
            say(Saying.of(random));
            return;
        }
        List<String> known = new ArrayList<>(ids.keySet());
        String id = known.get(random.nextInt(known.size()));
        switch (what) {
            case 5, 6 -> end(id, random.nextInt(NaiveGraph.DAYS - 1));
            case 7 -> retract(id);
            default -> correct(id);
        }
    }

    void say(Saying saying) {
        log.add(today + ": " + saying);
        sayings.add(saying);
        String id = model.say(saying.text, saying.from, saying.to, saying.source, today);
        memory.observe("A", saying.json(single));
        ids.computeIfAbsent(id, each -> memory.rows().facts.lastEntry().getValue().id());
        assertThat(memory.rows().facts).as("%s", log).hasSameSizeAs(model.ids());
    }

    void end(String id, int at) {
        log.add(today + ": " + id + " ends " + at);
        model.end(id, at);
        memory.revise(ids.get(id), "invalidate", "{at: '" + day(at) + "'}");
    }

    void retract(String id) {
        log.add(today + ": retract " + id);
        model.retract(id);
        memory.revise(ids.get(id), "retract", "{}");
    }

    void correct(String id) {
        String text = random.nextInt(3) == 0 ? TEXTS[random.nextInt(TEXTS.length)] : null;
        Integer from = random.nextBoolean() ? random.nextInt(NaiveGraph.DAYS - 10) : null;
        Integer to =
                switch (random.nextInt(3)) {
                    case 0 -> NaiveGraph.OPEN;
                    case 1 -> 1 + random.nextInt(NaiveGraph.DAYS - 1);
                    default -> null;
                };
        if (text == null && from == null && to == null
                || from != null && to != null && from >= to) {
            return;
        }
        log.add(today + ": correct " + id + " " + text + " " + from + " " + to);
        String said = memory.fact(ids.get(id)).claim().match(new ClaimText());
        model.correct(id, text == null ? said : text, from, to, today);
        List<String> fields = new ArrayList<>();
        if (text != null) {
            fields.add("content: '" + text + "'");
        }
        if (from != null) {
            fields.add("valid_from: '" + day(from) + "'");
        }
        if (to != null) {
            fields.add("valid_to: " + (to == NaiveGraph.OPEN ? "null" : "'" + day(to) + "'"));
        }
        memory.revise(ids.get(id), "correct", "{" + String.join(", ", fields) + "}");
    }

    List<Set<String>> answers(Instant knownAt) {
        return answers(memory, knownAt);
    }

    static List<Set<String>> answers(TestingMemory memory, Instant knownAt) {
        List<Set<String>> answers = new ArrayList<>();
        for (int day = 0; day < NaiveGraph.DAYS; day++) {
            answers.add(on(memory, day, knownAt));
        }
        return answers;
    }

    List<Set<String>> expected() {
        List<Set<String>> expected = new ArrayList<>();
        for (int day = 0; day < NaiveGraph.DAYS; day++) {
            expected.add(model.on(day));
        }
        return expected;
    }
}
