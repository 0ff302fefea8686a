package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a fact said for no time at all, because two corrections became known together. */
class CorrectedTwiceTest {

    @Test
    void isForgottenWithTheFact() {
        TestingMemory memory = new TestingMemory();
        memory.apply(
                "assert_facts",
                "{observations: [{entity: 'A', observations: [{id: 'f', content: 'one'}]}], create_missing: true}");
        memory.apply("revise_fact", "{id: 'f', revision: 'correct', content: 'two'}");
        memory.apply("revise_fact", "{id: 'f', revision: 'correct', content: 'three'}");
        memory.apply("delete_facts", "{facts: ['f']}");

        memory.apply(
                "assert_facts", "{observations: [{entity: 'A', observations: ['two', 'three']}]}");

        assertThat(memory.rows().header().graph().facts()).isEqualTo(2);
    }
}
