package dev.alluvium.state.recall;

import static dev.alluvium.state.recall.Fixture.EVERYONE;
import static dev.alluvium.state.recall.Fixture.contents;
import static dev.alluvium.state.recall.Fixture.draft;
import static dev.alluvium.state.recall.Fixture.filter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.recall.Fixture.Ask;
import dev.alluvium.state.recall.RecallRequest.Mode;
import dev.alluvium.state.scope.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users of other memories were hurt by when reading: each case by its number in the spec. */
class WhatHurtElsewhereTest {

    private final Fixture memory = new Fixture();

    @Test
    void case1BranchDoesNotSeeSiblingsWithTheSamePrefix() {
        memory.with(
                draft("of app").in("/app"),
                draft("of apple").in("/apple"),
                draft("of team_x").in("/team_x/a"),
                draft("of teamAx").in("/teamAx/a"));
        RecordView view = memory.index.view();

        assertThat(contents(memory.recall(new Ask("of").in("/app")))).containsExactly("of app");
        assertThat(contents(memory.recall(new Ask("of").in("/team_x"))))
                .containsExactly("of team_x");
        assertThat(contents(view.list(filter(List.of("/app"), null, null, false), 10, null)))
                .containsExactly("of app");
        assertThat(view.info(EVERYONE, Scope.of("/app")).recordCount()).isEqualTo(1);
        assertThat(view.tree(EVERYONE, Scope.of("/team_x"), 9).recordCount()).isEqualTo(1);
    }

    @Test
    void case4QuotesAndWildcardsInScopesAndIdsArePlainCharacters() {
        memory.with(
                draft("quoted").id("o'neil\" OR 1=1").in("/it's \"x\"/100%"),
                draft("other").id("%").in("/its x/100"));
        RecordView view = memory.index.view();

        assertThat(contents(memory.recall(new Ask("").in("/it's \"x\""))))
                .containsExactly("quoted");
        assertThat(memory.recall(new Ask("").in("/%", "/' OR '1'='1")).matches()).isEmpty();
        RecordPage first = view.list(EVERYONE, 1, null);
        RecordPage second = view.list(EVERYONE, 1, first.nextCursor());
        assertThat(List.of(contents(first).get(0), contents(second).get(0)))
                .containsExactlyInAnyOrder("quoted", "other");
        assertThat(view.children(EVERYONE, Scope.of("/it's \"x\"")))
                .containsExactly(Scope.of("/it's \"x\"/100%"));
    }

    @Test
    void case9RecordsAtTheBranchItselfAndInEveryChildAreSearched() {
        memory.put(draft("needle at the root").in("/team"));
        for (int i = 1; i <= 30; i++) {
            memory.put(draft("hay " + i).in("/team/c" + i));
        }
        memory.put(draft("needle in the last child").in("/team/c31"));

        assertThat(contents(memory.recall(new Ask("needle").in("/team").limit(2))))
                .containsExactlyInAnyOrder("needle at the root", "needle in the last child");
        assertThat(memory.index.view().children(EVERYONE, Scope.of("/team"))).hasSize(31);
    }

    @Test
    void case10FiltersComeBeforeTheLimit() {
        for (int i = 0; i < 2000; i++) {
            memory.put(draft("the very same words").in("/noise").vector(1, 0));
        }
        for (int i = 0; i < 10; i++) {
            memory.put(
                    draft("something else " + i)
                            .in("/quiet")
                            .categories("rare")
                            .source("s")
                            .created(Fixture.NOW.minus(Duration.ofDays(900)))
                            .vector(-1, 0.1f));
        }
        Ask words = new Ask("the very same words").limit(10);

        assertThat(memory.recall(words.in("/quiet")).matches()).hasSize(10);
        assertThat(memory.recall(words.in("/").categories("rare", "none")).matches()).hasSize(10);
        assertThat(memory.recall(words.categories("rare").source("s").vector(1, 0)).matches())
                .hasSize(10);
        for (Mode mode : Mode.values()) {
            assertThat(memory.recall(words.mode(mode)).matches()).hasSize(10);
        }
    }

    @Test
    void case11TimesWithOffsetsMeanTheirInstants() {
        memory.with(draft("noon in Berlin").valid("2026-01-01T11:00:00Z", "2026-01-01T12:00:00Z"));

        assertThat(memory.recall(new Ask("noon").asOf("2026-01-01T12:30:00+01:00")).matches())
                .hasSize(1);
        assertThat(memory.recall(new Ask("noon").asOf("2026-01-01T11:30:00Z")).matches())
                .hasSize(1);
        assertThat(memory.recall(new Ask("noon").asOf("2026-01-01T12:00:00+01:00")).matches())
                .hasSize(1);
        assertThat(memory.recall(new Ask("noon").asOf("2026-01-01T13:00:00+01:00")).matches())
                .isEmpty();
        assertThat(memory.recall(new Ask("noon").asOf("2026-01-01T12:30:00Z")).matches()).isEmpty();
    }

    @Test
    void case12ListingIsNewestFirstAndNothingIsCutSilently() {
        for (int i = 0; i < 1200; i++) {
            // Written in an order that is not the order of time, with equal times among them.
            memory.put(draft("n" + i).created(Fixture.NOW.plusSeconds(i * 7919L % 600)));
        }
        RecordView view = memory.index.view();
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            RecordPage page = view.list(EVERYONE, 100, cursor);
            assertThat(page.total()).isEqualTo(1200);
            assertThat(page.records()).isSortedAccordingTo(RecordPage.ORDER);
            seen.addAll(contents(page));
            cursor = page.nextCursor();
        } while (cursor != null);

        assertThat(seen).hasSize(1200).doesNotHaveDuplicates();
        assertThat(contents(view.list(EVERYONE, 2, null))).containsExactly("n121", "n721");
    }

    @Test
    void case18ChineseAndArabicAreKeptApartAndFoundInTheirOwnLanguage() {
        memory.with(
                draft("我们决定使用数据库").in("/代理/研究员"),
                draft("会议在星期五").in("/代理/作家"),
                draft("قررنا استخدام قاعدة البيانات").in("/وكيل/باحث"),
                draft("الاجتماع يوم الجمعة").in("/وكيل/كاتب"));

        assertThat(contents(memory.recall(new Ask("数据库").mode(Mode.LEXICAL))).get(0))
                .isEqualTo("我们决定使用数据库");
        assertThat(contents(memory.recall(new Ask("قاعدة بيانات").mode(Mode.LEXICAL))).get(0))
                .isEqualTo("قررنا استخدام قاعدة البيانات");
        assertThat(contents(memory.recall(new Ask("").in("/代理/研究员")))).containsExactly("我们决定使用数据库");
        assertThat(memory.index.view().children(EVERYONE, Scope.of("/وكيل"))).hasSize(2);
    }
}
