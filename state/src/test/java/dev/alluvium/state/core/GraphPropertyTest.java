package dev.alluvium.state.core;

import static dev.alluvium.state.core.GraphDialogue.answers;
import static dev.alluvium.state.core.GraphDialogue.at;
import static dev.alluvium.state.core.GraphDialogue.day;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.bitemporal.Interval;
import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.bitemporal.Version;
import dev.alluvium.state.command.Command;
import dev.alluvium.state.command.DeleteFacts;
import dev.alluvium.state.core.GraphDialogue.Saying;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Fact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The algebra of facts against one that keeps all that was said and looks at every day. */
class GraphPropertyTest {

    @Property(tries = 400)
    void everyAnswerAtEveryKnownTimeIsTheNaiveOne(@ForAll long seed) {
        GraphDialogue dialogue = new GraphDialogue(seed);
        Map<Integer, List<Set<String>>> expected = new LinkedHashMap<>();
        for (int i = 0; i < 25; i++) {
            dialogue.step();
            expected.put(dialogue.today, dialogue.expected());
            assertThat(dialogue.answers(null))
                    .as("%s", dialogue.log)
                    .isEqualTo(dialogue.expected());
        }
        expected.forEach(
                (today, answers) ->
                        assertThat(dialogue.answers(day(today)))
                                .as("known on day %d: %s", today, dialogue.log)
                                .isEqualTo(answers));
    }

    @Property(tries = 200)
    void orderOfArrivalDoesNotMatter(@ForAll long seed) {
        Random random = new Random(seed);
        boolean single = random.nextBoolean();
        // Without a start a statement says how it is now, after all that was said before: that
        // order matters where another value or an end was said.
        boolean open = !single && random.nextBoolean();
        List<Saying> sayings = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Saying saying = Saying.of(random);
            if (open || saying.from() != null) {
                sayings.add(open ? saying.withoutEnd() : saying);
            }
        }
        TestingMemory one = say(sayings, single, 0);
        Collections.shuffle(sayings, random);
        TestingMemory other = say(sayings, single, 0);

        assertThat(answers(other, null)).as("%s", sayings).isEqualTo(answers(one, null));
        assertThat(answers(other, day(30))).isEqualTo(answers(one, day(30)));
    }

    @Property(tries = 200)
    void orderOfArrivalDoesNotMatterOverTimeWhereNoTwoBeginTogether(@ForAll long seed) {
        Random random = new Random(seed);
        boolean single = random.nextBoolean();
        List<Saying> sayings = explicit(random);
        TestingMemory one = say(sayings, single, 1);
        Collections.shuffle(sayings, random);
        TestingMemory other = say(sayings, single, 1);

        assertThat(answers(other, null)).as("%s", sayings).isEqualTo(answers(one, null));
    }

    /** Sayings with starts, of which no two of different texts are the same. */
    private static List<Saying> explicit(Random random) {
        Map<Integer, String> starts = new TreeMap<>();
        List<Saying> sayings = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            Saying saying = Saying.of(random);
            if (saying.from() != null
                    && starts.computeIfAbsent(saying.from(), from -> saying.text())
                            .equals(saying.text())) {
                sayings.add(saying);
            }
        }
        return sayings;
    }

    private static TestingMemory say(List<Saying> sayings, boolean single, int daysApart) {
        TestingMemory memory = at(new TestingMemory(), 30);
        for (Saying saying : sayings) {
            memory.pass(Duration.ofDays(daysApart)).observe("A", saying.json(single));
        }
        return memory;
    }

    @Property(tries = 200)
    void lastValueThatBeganHoldsUnlessItEndedItself(@ForAll long seed) {
        List<Saying> sayings = explicit(new Random(seed));
        TestingMemory memory = say(sayings, true, 1);
        for (int day = 0; day < NaiveGraph.DAYS; day++) {
            int on = day;
            int began =
                    sayings.stream()
                            .mapToInt(Saying::from)
                            .filter(from -> from <= on)
                            .max()
                            .orElse(-1);
            Set<String> held = GraphDialogue.on(memory, day, null);
            assertThat(held).as("%s", sayings).hasSizeLessThan(2);
            sayings.stream()
                    .filter(saying -> saying.from() == began && saying.to() > on)
                    .forEach(saying -> assertThat(held).containsExactly(saying.text()));
        }
    }

    @Property(tries = 100)
    void repeatingAllThatWasSaidWithItsTimesChangesNothing(@ForAll long seed) {
        GraphDialogue dialogue = new GraphDialogue(seed);
        for (int i = 0; i < 25; i++) {
            dialogue.step();
        }
        TestingMemory memory = dialogue.memory;
        Map<Long, Fact> facts = new TreeMap<>(memory.rows().facts);
        Collections.shuffle(dialogue.sayings, dialogue.random);
        for (Saying saying : dialogue.sayings) {
            if (saying.from() != null) {
                memory.pass(Duration.ofDays(1)).observe("A", saying.json(dialogue.single));
            }
        }

        assertThat(memory.rows().facts).as("%s", dialogue.log).isEqualTo(facts);
    }

    @Property(tries = 100)
    void eachVerbMovesItsOwnAxisOnly(@ForAll long seed) {
        GraphDialogue dialogue = new GraphDialogue(seed);
        for (int i = 0; i < 15; i++) {
            dialogue.step();
        }
        TestingMemory memory = at(dialogue.memory, 50);
        for (Fact each : List.copyOf(memory.rows().facts.values())) {
            List<Interval> held = memory.fact(each.id()).history().believed();
            if (held.isEmpty()) {
                continue;
            }
            Interval last = held.get(held.size() - 1);
            Instant at = last.from().plus(Duration.ofHours(12));
            memory.revise(each.id(), "invalidate", "{at: '" + at + "'}");
            List<Version<Claim>> ended = memory.fact(each.id()).history().versions();
            List<Interval> left = new ArrayList<>(held);
            left.set(held.size() - 1, new Interval(last.from(), at));
            assertThat(memory.fact(each.id()).history().believed()).isEqualTo(left);
            memory.revise(each.id(), "retract", "{}");
            Fact retracted = memory.fact(each.id());
            assertThat(retracted.isBelieved()).isFalse();
            assertThat(ended)
                    .extracting(Version::valid)
                    .containsAll(
                            retracted.history().versions().stream().map(Version::valid).toList());
        }

        assertThat(dialogue.answers(day(49))).isEqualTo(dialogue.expected());
    }

    @Property(tries = 200)
    void deletedSessionLeavesWhatTheOthersSaid(@ForAll long seed) {
        Random random = new Random(seed);
        boolean single = random.nextBoolean();
        List<Saying> sayings = explicit(random);
        TestingMemory memory = say(sayings, single, 1);
        memory.deleteFacts("{sessions: ['s1']}");
        GraphConsistency.check(memory.rows());
        sayings.removeIf(saying -> saying.source().equals("s1"));

        assertThat(answers(memory, null))
                .as("%s", sayings)
                .isEqualTo(answers(say(sayings, single, 1), null));
    }

    @Property(tries = 200)
    void deletedFactBringsBackWhatItHadEnded(@ForAll long seed) {
        Random random = new Random(seed);
        boolean single = random.nextBoolean();
        List<Saying> sayings = explicit(random);
        String gone = GraphDialogue.TEXTS[0];
        List<Ending> endings = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            endings.add(Ending.of(random, single));
        }
        TestingMemory memory = say(sayings, single, 1);
        endings.forEach(ending -> ending.apply(memory));
        memory.deleteFacts("{observations: [{entity: 'A', contents: ['" + gone + "']}]}");
        GraphConsistency.check(memory.rows());
        sayings.removeIf(saying -> saying.text().equals(gone));
        TestingMemory without = say(sayings, single, 1);
        endings.forEach(ending -> ending.apply(without));

        assertThat(answers(memory, null))
                .as("%s %s", sayings, endings)
                .isEqualTo(answers(without, null));
    }

    /**
     * The end of a fact after all have begun.
     *
     * @param by what supersedes it, or null
     */
    private record Ending(String text, String by, Instant at) {

        static Ending of(Random random, boolean single) {
            String text = GraphDialogue.TEXTS[random.nextInt(4)];
            String by = GraphDialogue.TEXTS[random.nextInt(4)];
            boolean supersedes = !single && random.nextBoolean() && !by.equals(text);
            return new Ending(text, supersedes ? by : null, day(50 + random.nextInt(9)));
        }

        void apply(TestingMemory memory) {
            if (!memory.says("A: " + text) || by != null && !memory.says("A: " + by)) {
                return;
            }
            String id = memory.idOf("A: " + text);
            if (by == null) {
                memory.revise(id, "invalidate", "{at: '" + at + "'}");
            } else {
                String next = memory.idOf("A: " + by);
                memory.revise(id, "supersede", "{by: '" + next + "', at: '" + at + "'}");
            }
        }
    }

    @Property(tries = 200)
    void undoneMergeGivesTheAnswersBack(@ForAll long seed) {
        Random random = new Random(seed);
        TestingMemory memory = new TestingMemory();
        for (int i = 0; i < 30; i++) {
            memory.pass(Duration.ofMillis(random.nextInt(2))).apply(GraphScripts.command(random));
        }
        for (int i = 0; i < 5; i++) {
            memory.pass(Duration.ofMillis(random.nextInt(2)));
            Map<String, List<String>> before = present(memory);
            String from = GraphScripts.name(random);
            String merge =
                    "{identity: 'merge', entity: %s, into: %s}"
                            .formatted(from, GraphScripts.name(random));
            if (memory.identify(merge).refusal() != null) {
                continue;
            }
            memory.pass(Duration.ofMillis(random.nextInt(2)));
            memory.identify("{identity: 'unmerge', entity: " + from + "}");
            assertThat(present(memory)).as("%s", merge).isEqualTo(before);
            GraphConsistency.check(memory.rows());
        }
    }

    /** What holds at every date that is spoken of, and which names mean whom. */
    private static Map<String, List<String>> present(TestingMemory memory) {
        Map<String, List<String>> present = new LinkedHashMap<>();
        for (int day = 0; day < 26; day++) {
            present.put(GraphScripts.date(day), memory.facts(GraphScripts.date(day)));
        }
        memory.rows()
                .entities
                .forEach(
                        (ordinal, entity) ->
                                present.put(
                                        entity.id(),
                                        List.of(
                                                "" + entity.mergedInto(null),
                                                "" + entity.declared(),
                                                "" + believed(entity.aliases()))));
        memory.rows()
                .graphIndex
                .forEach(
                        (key, ordinals) -> {
                            if (key.startsWith("n")) {
                                long[] sorted = ordinals.clone();
                                Arrays.sort(sorted);
                                present.put(key, List.of(Arrays.toString(sorted)));
                            }
                        });
        return present;
    }

    private static List<String> believed(List<Known<String>> names) {
        return names.stream().filter(Known::isBelieved).map(Known::value).toList();
    }

    @Property(tries = 100)
    void whatWasAnsweredForAKnownTimeStays(@ForAll long seed) {
        Random random = new Random(seed);
        TestingMemory memory = new TestingMemory();
        Map<Instant, List<List<String>>> answered = new LinkedHashMap<>();
        for (int i = 0; i < 50; i++) {
            Command command = GraphScripts.command(random);
            if (!(command instanceof DeleteFacts)) {
                memory.pass(Duration.ofMillis(random.nextInt(3))).apply(command);
                answered.put(memory.now(), onAllDates(memory, null));
            }
        }

        answered.forEach(
                (knownAt, answers) -> assertThat(onAllDates(memory, knownAt)).isEqualTo(answers));
    }

    private static List<List<String>> onAllDates(TestingMemory memory, Instant knownAt) {
        List<List<String>> answers = new ArrayList<>();
        for (int day = 0; day < 26; day++) {
            answers.add(memory.facts(TestingMemory.instant(GraphScripts.date(day)), knownAt));
        }
        return answers;
    }

    @Property(tries = 200)
    void rowsAgreeWhateverIsWrittenAndNoneAreLeftOfDeletedEntities(@ForAll long seed) {
        Random random = new Random(seed);
        TestingMemory memory = new TestingMemory();
        for (int i = 0; i < 60; i++) {
            memory.pass(Duration.ofMillis(random.nextInt(3))).apply(GraphScripts.command(random));
            GraphConsistency.check(memory.rows());
        }
        while (GraphScripts.deletions().stream()
                .map(memory::apply)
                .anyMatch(outcome -> outcome.forgotten() > 0)) {
            continue;
        }

        TestingRows rows = memory.rows();
        assertThat(rows.entities).isEmpty();
        assertThat(rows.facts).isEmpty();
        assertThat(rows.factVectors).isEmpty();
        assertThat(rows.graphIndex).isEmpty();
        assertThat(rows.timelines).isEmpty();
        assertThat(rows.header().graph().entities()).isZero();
        assertThat(rows.header().graph().facts()).isZero();
    }

    @Property(tries = 60)
    void replayOfTheLogGivesTheSameGraph(@ForAll long seed) {
        TestingMemory one = run(seed);
        TestingMemory other = run(seed);

        assertThat(other.rows().entities).isEqualTo(one.rows().entities);
        assertThat(other.rows().facts).isEqualTo(one.rows().facts);
        assertThat(other.rows().timelines).isEqualTo(one.rows().timelines);
        assertThat(other.rows().header()).isEqualTo(one.rows().header());
    }

    private static TestingMemory run(long seed) {
        Random random = new Random(seed);
        TestingMemory memory = new TestingMemory();
        for (int i = 0; i < 60; i++) {
            memory.pass(Duration.ofMillis(random.nextInt(3))).apply(GraphScripts.command(random));
        }
        return memory;
    }
}
