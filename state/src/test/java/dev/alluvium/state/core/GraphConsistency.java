package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.bitemporal.Known;
import dev.alluvium.state.bitemporal.Statement;
import dev.alluvium.state.bitemporal.Timeline;
import dev.alluvium.state.bitemporal.Timeline.Mark;
import dev.alluvium.state.bitemporal.Timeline.Page;
import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.GraphKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What the rows of a graph owe each other, whatever was written. */
final class GraphConsistency {

    private final TestingRows rows;
    private final Map<String, TreeSet<Long>> expected = new TreeMap<>();

    private GraphConsistency(TestingRows rows) {
        this.rows = rows;
    }

    static void check(TestingRows rows) {
        GraphConsistency check = new GraphConsistency(rows);
        assertThat(rows.header().graph().entities()).isEqualTo(rows.entities.size());
        assertThat(rows.header().graph().facts()).isEqualTo(rows.facts.size());
        assertThat(rows.facts.keySet()).containsAll(rows.factVectors.keySet());
        check.entities();
        check.facts();
        check.index();
        check.timelines();
    }

    private void expect(String key, long ordinal) {
        expected.computeIfAbsent(key, each -> new TreeSet<>()).add(ordinal);
    }

    private void entities() {
        rows.entities.forEach(
                (ordinal, entity) -> {
                    expect(GraphKeys.entity(entity.id()), ordinal);
                    Long into = entity.mergedInto(null);
                    if (into != null) {
                        assertThat(rows.entities).containsKey(into);
                        expect(GraphKeys.merged(into), ordinal);
                        return;
                    }
                    expect(GraphKeys.name(entity.name()), ordinal);
                    entity.aliases().stream()
                            .filter(Known::isBelieved)
                            .forEach(alias -> expect(GraphKeys.name(alias.value()), ordinal));
                });
    }

    private void facts() {
        rows.facts.forEach(
                (ordinal, fact) -> {
                    expect(GraphKeys.fact(fact.id()), ordinal);
                    fact.claims().forEach(claim -> expect(GraphKeys.claim(claim), ordinal));
                    fact.claims().forEach(this::namesEntities);
                    Entity subject = rows.entity(fact.claim().subject());
                    assertThat(subject.mergedInto(null)).as("%s", fact).isNull();
                    assertThat(fact.singleValued())
                            .as("%s", fact)
                            .isEqualTo(
                                    fact.claim().slot() != null
                                            && subject.declaration(GraphKeys.slot(fact.claim()))
                                                    != null);
                    assertThat(fact.ends())
                            .isSortedAccordingTo(java.util.Comparator.comparing(end -> end.at()));
                });
    }

    private void namesEntities(Claim claim) {
        assertThat(rows.entities).containsKey(claim.subject());
        long target = Beliefs.target(claim);
        assertThat(target < 0 || rows.entities.containsKey(target)).isTrue();
    }

    /** Names, ids and claims exactly; links as many as there must be at least. */
    private void index() {
        Map<String, TreeSet<Long>> held = new TreeMap<>();
        rows.graphIndex.forEach(
                (key, ordinals) -> {
                    if ("neic m".indexOf(key.charAt(0)) >= 0) {
                        held.put(
                                key,
                                LongStream.of(ordinals)
                                        .boxed()
                                        .collect(Collectors.toCollection(TreeSet::new)));
                        assertThat(ordinals).doesNotHaveDuplicates();
                    }
                });
        assertThat(held).isEqualTo(expected);
        GraphDraft draft = new GraphDraft(rows);
        rows.facts.forEach(
                (ordinal, fact) -> {
                    Claim claim = fact.claim();
                    assertThat(draft.links(claim.subject())).contains(ordinal);
                    if (claim.slot() != null) {
                        assertThat(draft.links(claim.subject(), GraphKeys.slot(claim)))
                                .contains(ordinal);
                    }
                    if (Beliefs.target(claim) >= 0) {
                        assertThat(draft.links(Beliefs.target(claim))).contains(ordinal);
                    }
                });
    }

    /** Marks are those of the statements that stand, in order; beliefs are what they make. */
    private void timelines() {
        Map<String, TreeSet<String>> marks = new TreeMap<>();
        Map<String, TreeSet<String>> held = new TreeMap<>();
        GraphDraft draft = new GraphDraft(rows);
        Beliefs beliefs = new Beliefs(draft, rows.header().lastKnown());
        rows.facts.forEach(
                (ordinal, fact) -> {
                    assertThat(fact.history().believed())
                            .as("%s", fact)
                            .isEqualTo(Belief.of(fact, beliefs.cut(ordinal, fact)));
                    if (fact.singleValued()) {
                        fact.statements().stream()
                                .filter(Statement::stands)
                                .forEach(
                                        each ->
                                                marks.computeIfAbsent(
                                                                GraphKeys.timeline(fact.claim()),
                                                                key -> new TreeSet<>())
                                                        .add(mark(ordinal, each)));
                    }
                });
        List<String> pages = new ArrayList<>();
        rows.timelines.forEach(
                (key, timeline) -> {
                    if (key.indexOf('\n') < 0) {
                        List<Mark> all = new ArrayList<>(timeline.marks());
                        for (Page page : timeline.pages()) {
                            String pageKey = GraphKeys.page(key, page.number());
                            pages.add(pageKey);
                            Timeline row = rows.timeline(pageKey);
                            assertThat(row.pages()).isEmpty();
                            assertThat(row.marks()).isNotEmpty();
                            all.addAll(row.marks());
                        }
                        assertThat(all).isNotEmpty().isSorted();
                        TreeSet<String> said = new TreeSet<>();
                        all.forEach(
                                each ->
                                        said.add(
                                                each.fact()
                                                        + " "
                                                        + each.from()
                                                        + " "
                                                        + each.known()));
                        assertThat(said).hasSameSizeAs(all);
                        held.put(key, said);
                    } else {
                        assertThat(rows.timelines).containsKey(key.substring(0, key.indexOf('\n')));
                    }
                });
        assertThat(held).isEqualTo(marks);
        assertThat(rows.timelines).hasSize(held.size() + pages.size());
    }

    private static String mark(long fact, Statement<Claim, ?> statement) {
        return fact + " " + statement.stated().from() + " " + statement.known();
    }
}
