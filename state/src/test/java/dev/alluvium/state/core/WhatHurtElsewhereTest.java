package dev.alluvium.state.core;

import static dev.alluvium.state.core.TestingMemory.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What users of other memories were hurt by, as far as writes are concerned; the numbers are those
 * of the list in the specification. Cases 2, 6, 13 to 15 and 17 have tests of their own beside this
 * one.
 */
class WhatHurtElsewhereTest {

    private final TestingMemory memory = new TestingMemory();

    @ParameterizedTest
    @CsvSource({
        "/app, /apple",
        "/team_x, /teamAx",
        "/team, /team-b",
        "/a%, /ab",
        "/a, /a%",
        "/日, /日本"
    })
    void case1PrefixesAreNoBranches(String branch, String sibling) {
        memory.remember(
                "{content: 'in', scope: '" + branch + "'}",
                "{content: 'beside', scope: '" + sibling + "'}");
        memory.reset(branch);
        assertThat(memory.contents()).containsExactly("beside");

        memory.remember("{content: 'in', scope: '" + branch + "'}");
        memory.forget("{scope: '" + branch + "'}");
        assertThat(memory.contents()).containsExactly("beside");
    }

    @Test
    void case3ForgetSeesTheWritesBeforeIt() {
        memory.rememberTexts("one", "two");

        assertThat(memory.forget("{all: true}").forgotten()).isEqualTo(2);
        assertThat(memory.records()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"it's", "a\\\"b", "x' OR '1'='1", "%", "_", "*", "\\\\"})
    void case4QuotesAndWildcardsArePlainCharacters(String odd) {
        memory.remember(
                "{\"id\": \"" + odd + "\", \"content\": \"odd\", \"scope\": \"/" + odd + "\"}",
                "{\"id\": \"plain\", \"content\": \"plain\", \"scope\": \"/plain\"}");

        assertThat(memory.forget("{\"scope\": \"/" + odd + "/\"}").forgotten()).isEqualTo(1);
        assertThat(memory.contents()).containsExactly("plain");
        memory.remember("{\"id\": \"" + odd + "\", \"content\": \"odd\"}");
        assertThat(memory.forget("{\"ids\": [\"" + odd + "\"]}").forgotten()).isEqualTo(1);
        assertThat(memory.contents()).containsExactly("plain");
    }

    @Test
    void case8MetadataOfTheCallerStaysTheCallers() {
        memory.remember(
                "{id: 'a', content: 'x', metadata: {nested: {list: [1, 2.5, null]}, keep: 'me'}}");
        memory.remember("{id: 'b', content: 'x', metadata: {other: 1}}");
        memory.update("a", "{content: 'y'}");

        assertThat(memory.record("a").metadata())
                .containsEntry("keep", "me")
                .containsOnlyKeys("nested", "keep");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-05-08T13:56:00+03:00, 2026-05-08T10:56:00Z",
        "2026-05-08T13:56:00+0300, 2026-05-08T10:56:00Z",
        "2026-05-08T13:56:00-05, 2026-05-08T18:56:00Z",
        "2026-05-08T10:56:00Z, 2026-05-08T10:56:00Z",
        "2026-05-08T10:56:00.123456Z, 2026-05-08T10:56:00.123456Z",
        "2026-05-08T10:56:00, 2026-05-08T10:56:00Z",
        "2026-05-08T10:56, 2026-05-08T10:56:00Z",
        "2026-05-08, 2026-05-08T00:00:00Z"
    })
    void case11TimesWithAndWithoutOffsets(String written, String meant) {
        memory.remember("{content: 'x', created_at: '" + written + "'}");

        assertThat(memory.records().get(0).createdAt()).isEqualTo(Instant.parse(meant));
        assertThat(memory.forget("{older_than: '" + written + "'}").forgotten()).isZero();
        assertThat(memory.forget("{older_than: '2026-05-09T00:00:00+01:00'}").forgotten())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2026-02-30", "2026-02-30T10:00:00Z", "2026-05-08T25:00Z"})
    void case11TimesThatAreNoneAreRefused(String written) {
        assertThatThrownBy(() -> memory.remember("{content: 'x', created_at: '" + written + "'}"))
                .hasMessageContaining("/records/0/created_at")
                .hasMessageContaining("is not an ISO 8601 time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\\t\\n", "\\u2003"})
    void case15BlankTextIsRefusedAndFixesNoDimension(String blank) {
        assertThatThrownBy(() -> command("remember", "{records: [{content: '" + blank + "'}]}"))
                .hasMessageContaining("/records/0")
                .hasMessageContaining("content is blank");
        assertThat(memory.rows().header().dimension()).isZero();
    }

    @Test
    void case16WritesAroundAResetKeepTheirOrder() {
        memory.remember("{content: 'before', scope: '/team'}");
        memory.reset("/team");
        memory.remember("{content: 'after', scope: '/team'}");

        assertThat(memory.contents()).containsExactly("after");
    }

    @Test
    void case18EveryLanguageKeepsItsTextAndItsScopes() {
        memory.remember(
                "{content: '李雷喜欢喝茶', scope: '/代理/李雷', source: '李雷'}",
                "{content: 'أحمد يحب القهوة', scope: '/وكيل/أحمد', source: 'أحمد'}");

        assertThat(memory.contents()).containsExactly("李雷喜欢喝茶", "أحمد يحب القهوة");
        assertThat(memory.records()).extracting(r -> r.source()).containsExactly("李雷", "أحمد");
        assertThat(memory.forget("{scope: '/代理'}").forgotten()).isEqualTo(1);
        assertThat(memory.contents()).containsExactly("أحمد يحب القهوة");
    }
}
