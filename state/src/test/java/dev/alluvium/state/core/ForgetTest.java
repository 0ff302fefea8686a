package dev.alluvium.state.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alluvium.state.json.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForgetTest {

    private final TestingMemory memory = new TestingMemory();

    @BeforeEach
    void remember() {
        memory.remember(
                "{id: 'root', content: 'r', created_at: '2020-01-01'}",
                "{id: 'old', content: 'o', scope: '/team', created_at: '2020-01-01',"
                        + " categories: ['x'], metadata: {k: 1, l: 2}}",
                "{id: 'new', content: 'n', scope: '/team', created_at: '2026-01-01',"
                        + " categories: ['x', 'y'], metadata: {k: 2}}",
                "{id: 'deep', content: 'd', scope: '/team/a', created_at: '2026-01-01',"
                        + " categories: ['y']}",
                "{id: 'sibling', content: 's', scope: '/team-b', created_at: '2020-01-01'}");
    }

    private List<String> left() {
        return memory.records().stream().map(r -> r.id()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{scope: '/team'} | old new deep",
                "{scope: '/team/a'} | deep",
                "{scopes: ['/team/a', '/team-b']} | deep sibling",
                "{scopes: []} | ''",
                "{scope: '/'} | root old new deep sibling",
                "{older_than: '2025-01-01'} | root old sibling",
                "{older_than: '2020-01-01'} | ''",
                "{scope: '/team', older_than: '2025-01-01T00:00:00+03:00'} | old",
                "{categories: ['y', 'z']} | new deep",
                "{categories: []} | ''",
                "{metadata: {k: 1}} | old",
                "{metadata: {k: 1, l: 3}} | ''",
                "{ids: []} | ''",
                "{ids: ['old', 'sibling', 'old', 'nobody']} | old sibling",
                "{ids: ['old', 'sibling'], scope: '/team'} | old",
                "{ids: ['old', 'new'], older_than: '2025-01-01'} | old",
                "{scope: '/team', categories: ['y'], metadata: {k: 2}} | new",
                "{all: true} | root old new deep sibling",
                "{all: true, scope: '/team-b'} | sibling",
            })
    void deletesWhatMeetsAllFiltersAndSaysHowMany(String filter, String expected) {
        List<String> gone = expected.isEmpty() ? List.of() : List.of(expected.split(" "));
        List<String> kept = left().stream().filter(id -> !gone.contains(id)).toList();

        assertThat(memory.forget(filter).forgotten()).isEqualTo(gone.size());

        assertThat(left()).isEqualTo(kept);
        assertThat(memory.rows().header().records()).isEqualTo(kept.size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{}", "{metadata: {}}", "{all: false}", "{ids: null}"})
    void noFilterAtAllIsRefused(String filter) {
        assertThatThrownBy(() -> memory.forget(filter))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no filter is given")
                .hasMessageContaining("\"all\": true");
    }

    @Test
    void deletionIsPhysicalWithEveryVersionAndVector() {
        memory.remember("{id: 'v', content: 'first text', vector: [1, 0]}");
        memory.update("v", "{content: 'second text', vector: [0, 1]}");
        memory.forget("{all: true}");

        assertThat(memory.rows().records).isEmpty();
        assertThat(memory.rows().vectors).isEmpty();
        assertThat(memory.rows().versions).isEmpty();
        assertThat(memory.rows().fingerprints).isEmpty();
    }

    @Test
    void historyAloneDoesNotMeetAFilter() {
        memory.update("old", "{scope: '/elsewhere'}");

        assertThat(memory.forget("{scope: '/team'}").forgotten()).isEqualTo(2);
        assertThat(memory.history("old")).hasSize(2);
    }

    @Test
    void forgottenTextMayBeSavedAgain() {
        memory.forget("{ids: ['old']}");
        memory.remember("{id: 'old', content: 'o'}");

        assertThat(memory.record("old").version()).isEqualTo(1);
        assertThat(memory.record("old").scope().path()).isEqualTo("/");
    }

    @Test
    void resetEmptiesItsBranchAlone() {
        assertThat(memory.reset("/team").forgotten()).isEqualTo(3);
        assertThat(left()).containsExactly("root", "sibling");
        assertThat(memory.reset("/").forgotten()).isEqualTo(2);
        assertThat(left()).isEmpty();
    }

    @Test
    void manyIdsCostNoScanEach() {
        String[] records = new String[1000];
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            records[i] = "{id: 'many" + i + "', content: 'text " + i + "'}";
        }
        memory.remember(records);
        for (int i = 0; i < 100_000; i++) {
            ids.append(i == 0 ? "" : ",").append("'many").append(i).append('\'');
        }

        assertThat(memory.forget("{ids: [" + ids + "]}").forgotten()).isEqualTo(1000);
        assertThatThrownBy(() -> memory.forget("{ids: [" + ids + ",'x']}"))
                .hasMessageContaining("/ids: 100001 ids; at most 100000 are allowed");
    }
}
