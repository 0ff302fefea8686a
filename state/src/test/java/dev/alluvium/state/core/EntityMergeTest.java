package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two entities made one, and parted again. */
class EntityMergeTest {

    private final TestingMemory memory = new TestingMemory();

    @AfterEach
    void rowsAgree() {
        GraphConsistency.check(memory.rows());
    }

    private void merge(String from, String into) {
        memory.pass(Duration.ofDays(1))
                .identify("{identity: 'merge', entity: '%s', into: '%s'}".formatted(from, into));
    }

    private void unmerge(String from) {
        memory.pass(Duration.ofDays(1))
                .identify("{identity: 'unmerge', entity: '%s'}".formatted(from));
    }

    private void city(String entity, String city, String from, boolean single) {
        memory.observe(
                entity,
                "{content: '%s', attribute: 'city', valid_from: '%s'%s}"
                        .formatted(city, from, single ? ", single_valued: true" : ""));
    }

    @Test
    void mergedEntityIsOneUnderAllItsNames() {
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01'}");
        memory.relate("{source: 'C', type: 'knows', target: 'A', valid_from: '2020-01-01'}");
        Instant before = memory.now();
        merge("A", "B (c)");
        assertThat(memory.facts("2021-01-01")).as("B is not known").contains("A: tea");
        memory.observe("B", "{content: 'coffee', valid_from: '2020-01-01'}");
        merge("A", "B");

        assertThat(memory.facts("2021-01-01")).containsExactly("B: coffee", "B: tea", "C knows B");
        assertThat(memory.facts(TestingMemory.instant("2021-01-01"), before))
                .contains("A: tea", "C knows A");
        memory.observe("a", "{content: 'mate', valid_from: '2020-01-01'}");
        assertThat(memory.facts("2021-01-01")).contains("B: mate");
    }

    @Test
    void undoneMergeGivesBackWhatWasCorrectedSince() {
        memory.observe("A", "{id: 'f', content: 'tea', valid_from: '2020-01-01'}");
        memory.observe("B", "{content: 'coffee', valid_from: '2020-01-01'}");
        merge("A", "B");
        memory.revise("f", "correct", "{content: 'mate'}");
        memory.observe("A", "{content: 'milk', valid_from: '2020-01-01'}");
        unmerge("A");

        assertThat(memory.facts("2021-01-01")).containsExactly("A: mate", "B: coffee", "B: milk");
    }

    @Test
    void singleValuedSlotIsCarriedAndGivenBack() {
        city("A", "Rome", "2023-01-01", true);
        city("B", "Oslo", "2020-01-01", false);
        city("B", "Bern", "2021-01-01", false);
        merge("A", "B");
        assertThat(memory.facts("2020-06-01")).containsExactly("B: Oslo");
        assertThat(memory.facts("2022-01-01")).containsExactly("B: Bern");
        assertThat(memory.facts("2024-01-01")).containsExactly("B: Rome");

        unmerge("A");
        assertThat(memory.facts("2024-01-01")).containsExactly("A: Rome", "B: Bern", "B: Oslo");
        city("B", "Lima", "2025-01-01", false);
        assertThat(memory.facts("2026-01-01"))
                .containsExactly("A: Rome", "B: Bern", "B: Lima", "B: Oslo");
        city("A", "Cork", "2025-01-01", false);
        assertThat(memory.facts("2026-01-01")).contains("A: Cork").doesNotContain("A: Rome");
    }

    @Test
    void slotDeclaredWhileMergedStaysDeclared() {
        city("A", "Rome", "2023-01-01", true);
        city("B", "Oslo", "2020-01-01", false);
        merge("A", "B");
        city("B", "Lima", "2025-01-01", true);
        unmerge("A");

        assertThat(memory.facts("2026-01-01")).containsExactly("A: Rome", "B: Lima");
    }

    @Test
    void multiValuedSlotIsNotMadeSingleValuedByAMergeThatIsUndone() {
        city("A", "Rome", "2020-01-01", false);
        city("A", "Cork", "2021-01-01", false);
        city("B", "Oslo", "2022-01-01", true);
        merge("A", "B");
        assertThat(memory.facts("2023-01-01")).containsExactly("B: Oslo");
        unmerge("A");

        assertThat(memory.facts("2023-01-01")).containsExactly("A: Cork", "A: Rome", "B: Oslo");
    }

    @Test
    void nameThatCameByTwoMergesIsPartedFromTheLastFirst() {
        memory.observe("A", "{content: 'a', valid_from: '2020-01-01'}");
        memory.observe("B", "{content: 'b', valid_from: '2020-01-01'}");
        memory.observe("C", "{content: 'c', valid_from: '2020-01-01'}");
        merge("A", "B");
        merge("B", "C");
        unmerge("A");
        assertThat(memory.facts("2021-01-01")).containsExactly("B: a", "B: b", "C: c");
        unmerge("A");
        assertThat(memory.facts("2021-01-01")).containsExactly("A: a", "B: b", "C: c");
    }

    @Test
    void mergeAtOneKnownTimeIsUndoneAsWell() {
        memory.observe("A", "{content: 'tea', valid_from: '2020-01-01'}");
        memory.observe("B", "{content: 'coffee', valid_from: '2020-01-01'}");
        memory.identify("{identity: 'merge', entity: 'A', into: 'B'}");
        memory.identify("{identity: 'unmerge', entity: 'A'}");

        assertThat(memory.facts("2021-01-01")).containsExactly("A: tea", "B: coffee");
    }
}
