package dev.alluvium.state.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ScopePropertyTest {

    @Property
    void joinStaysInsideAndRelativeToTakesItBack(
            @ForAll("scopes") Scope root, @ForAll("scopes") Scope inner) {
        Scope joined = root.join(inner.path());

        assertThat(root.contains(joined)).isTrue();
        assertThat(joined.relativeTo(root)).isEqualTo(inner);
        List<String> segments = new ArrayList<>(root.segments());
        segments.addAll(inner.segments());
        assertThat(joined.segments()).isEqualTo(segments);
    }

    @Property
    void containingIsBySegments(@ForAll("scopes") Scope one, @ForAll("scopes") Scope other) {
        List<String> segments = other.segments();
        boolean inside =
                segments.size() >= one.depth()
                        && segments.subList(0, one.depth()).equals(one.segments());

        assertThat(one.contains(other)).isEqualTo(inside);
        if (!inside) {
            assertThatIllegalArgumentException().isThrownBy(() -> other.relativeTo(one));
        }
    }

    @Property
    void containingIsAnOrder(
            @ForAll("scopes") Scope a, @ForAll("scopes") Scope b, @ForAll("scopes") Scope c) {
        assertThat(a.contains(a)).isTrue();
        assertThat(Scope.ROOT.contains(a)).isTrue();
        assertThat(a.parent().contains(a)).isTrue();
        if (a.contains(b) && b.contains(a)) {
            assertThat(a).isEqualTo(b);
        }
        if (a.contains(b) && b.contains(c)) {
            assertThat(a.contains(c)).isTrue();
        }
    }

    @Property
    void normalFormIsStable(@ForAll("scopes") Scope scope) {
        assertThat(Scope.of(scope.path())).isEqualTo(scope);
        assertThat(Scope.of(scope.path() + "//")).isEqualTo(scope);
    }

    @Property(tries = 5000)
    void differentNamesGiveDifferentSegments(
            @ForAll("names") String one, @ForAll("names") String other) {
        Scope first = Scope.ROOT.join(Scope.segment(one));
        Scope second = Scope.ROOT.join(Scope.segment(other));

        assertThat(first.depth()).isEqualTo(1);
        assertThat(new Scope("/" + Scope.segment(one))).isEqualTo(first);
        assertThat(first.equals(second)).isEqualTo(nfc(one).equals(nfc(other)));
    }

    @Example
    void namesOfDotsSlashesAndPercentsAreTold() {
        List<String> names =
                List.of(
                        "..", ".", "/", "%2F", "%252F", "%", "a/b", "a%2Fb", "../x", "/\u0307",
                        "研究员");
        assertThat(names.stream().map(Scope::segment).distinct()).hasSize(names.size());
        names.forEach(name -> assertThat(new Scope("/" + Scope.segment(name)).depth()).isOne());
    }

    @Example
    void pathThatLeavesItsRootIsRefusedWithBoth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of("/agent/a").join("../x"))
                .withMessage("scope \"../x\" leaves its root \"/agent/a\"; name a path below it");
    }

    private static String nfc(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    @Provide
    Arbitrary<Scope> scopes() {
        return Arbitraries.of("a", "ab", "a-b", "a_b", "%", "'", "李", "é", "e\u0301", "a b", "...")
                .list()
                .ofMaxSize(4)
                .map(segments -> Scope.of(String.join("/", segments)));
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings()
                .withChars("./%2FE5a\u0307\u0301e李")
                .ofMinLength(1)
                .ofMaxLength(6);
    }
}
