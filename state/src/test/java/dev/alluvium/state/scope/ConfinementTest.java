package dev.alluvium.state.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfinementTest {

    private static final Scope APP = Scope.of("/app");
    private static final Scope INNER = Scope.of("/app/inner");
    private static final Scope SIBLING = Scope.of("/apple");

    private final Confinement rooted = new Rooted(APP);
    private final Confinement slice = new Slice(List.of(APP, Scope.of("/team/a")), false);
    private final Confinement writable = new Slice(List.of(APP, Scope.of("/team/a")), true);

    @Test
    void wholeLeavesEveryPathAsItIs() {
        assertThat(Confinement.WHOLE.reads(null)).containsExactly(Scope.ROOT);
        assertThat(Confinement.WHOLE.reads(List.of(INNER))).containsExactly(INNER);
        assertThat(Confinement.WHOLE.writes(null)).isNull();
        assertThat(Confinement.WHOLE.writes(INNER)).isEqualTo(INNER);
        assertThat(Confinement.WHOLE.shown(INNER)).isEqualTo(INNER);
    }

    @Test
    void rootedReadsAndWritesBelowItsRootOnly() {
        assertThat(rooted.reads(null)).containsExactly(APP);
        assertThat(rooted.reads(List.of(Scope.of("/inner")))).containsExactly(INNER);
        assertThat(rooted.reads(List.of(Scope.ROOT))).containsExactly(APP);
        assertThat(rooted.start(null)).isEqualTo(APP);
        assertThat(rooted.writes(null)).isEqualTo(APP);
        assertThat(rooted.writes(Scope.of("/inner"))).isEqualTo(INNER);
    }

    @Test
    void rootedShowsPathsRelativeToItsRoot() {
        assertThat(rooted.shown(APP)).isEqualTo(Scope.ROOT);
        assertThat(rooted.shown(INNER)).isEqualTo(Scope.of("/inner"));
    }

    @Test
    void rootedNamesOfItsOwnRootAreJoinedNotTakenAbsolute() {
        assertThat(rooted.writes(APP)).isEqualTo(Scope.of("/app/app"));
    }

    @Test
    void rootedDoesNotSeeSiblingsThatShareAPrefix() {
        assertThat(rooted.sees(INNER)).isTrue();
        assertThat(rooted.sees(SIBLING)).isFalse();
        assertThat(rooted.sees(Scope.ROOT)).isFalse();
        assertThatThrownBy(() -> rooted.shown(SIBLING)).hasMessageContaining("/apple");
    }

    @Test
    void sliceReadsTheUnionOrWhatOfItWasAsked() {
        assertThat(slice.reads(null)).containsExactly(APP, Scope.of("/team/a"));
        assertThat(slice.reads(List.of(INNER))).containsExactly(INNER);
        assertThat(slice.reads(List.of(Scope.of("/team")))).containsExactly(Scope.of("/team/a"));
        assertThat(slice.reads(List.of(Scope.ROOT, APP))).containsExactly(APP, Scope.of("/team/a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apple", "/team/ab", "/team/b", "/other"})
    void sliceRefusesToReadOutside(String path) {
        Scope outside = Scope.of(path);

        assertThat(slice.sees(outside)).isFalse();
        assertThatThrownBy(() -> slice.reads(List.of(outside)))
                .isInstanceOf(OutsideViewException.class)
                .hasMessageContaining(path)
                .hasMessageContaining("/team/a");
        assertThatThrownBy(() -> slice.start(outside)).isInstanceOf(OutsideViewException.class);
    }

    @Test
    void readOnlySliceRefusesEveryWrite() {
        assertThatThrownBy(() -> slice.writes(INNER))
                .isInstanceOf(OutsideViewException.class)
                .hasMessageContaining("read-only");
        assertThatThrownBy(slice::requireWritable).isInstanceOf(OutsideViewException.class);
    }

    @Test
    void writableSliceNeedsAScopeWithinIt() {
        assertThat(writable.writes(INNER)).isEqualTo(INNER);
        assertThatThrownBy(() -> writable.writes(null)).hasMessageContaining("names its scope");
        assertThatThrownBy(() -> writable.writes(SIBLING)).hasMessageContaining("/apple");
        assertThatThrownBy(() -> writable.writes(Scope.of("/team")))
                .isInstanceOf(OutsideViewException.class);
    }

    @Test
    void anEmptySliceDoesNotExist() {
        assertThatThrownBy(() -> new Slice(List.of(), true))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
