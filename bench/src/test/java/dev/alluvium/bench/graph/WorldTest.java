package dev.alluvium.bench.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.bench.graph.World.Saying;
import dev.alluvium.bench.graph.World.Thing;
import dev.alluvium.bench.graph.World.Tie;
import dev.alluvium.state.graph.GraphText;
import java.lang.Character.UnicodeScript;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorldTest {

    private static final long SEED = 7;
    private static final int THINGS = 3_000;
    private static final int TIES = 6_000;

    private final World world = new World(SEED);
    private final List<Thing> things = Stream.generate(() -> world.thing(3)).limit(THINGS).toList();
    private final List<Tie> ties = Stream.generate(world::tie).limit(TIES).toList();

    @Test
    void isTheSameForTheSameSeed() {
        World again = new World(SEED);

        assertThat(Stream.generate(() -> again.thing(3)).limit(THINGS))
                .containsExactlyElementsOf(things);
        assertThat(Stream.generate(again::tie).limit(TIES)).containsExactlyElementsOf(ties);
        assertThat(again.question(0)).isEqualTo(world.question(0));
    }

    @Test
    void namesEachThingDifferently() {
        assertThat(things.stream().map(each -> GraphText.key(each.name()))).doesNotHaveDuplicates();
        assertThat(ties).doesNotHaveDuplicates();
    }

    @Test
    void speaksManyScripts() {
        Set<UnicodeScript> scripts =
                things.stream()
                        .map(each -> each.name().codePointBefore(each.name().length()))
                        .map(UnicodeScript::of)
                        .collect(Collectors.toSet());

        assertThat(scripts)
                .contains(
                        UnicodeScript.LATIN,
                        UnicodeScript.CYRILLIC,
                        UnicodeScript.ARABIC,
                        UnicodeScript.HAN,
                        UnicodeScript.HANGUL);
    }

    @Test
    void saysFiveToFifteenWordsThatEndNeverOrLater() {
        List<Saying> sayings = things.stream().flatMap(each -> each.sayings().stream()).toList();

        assertThat(sayings.stream().map(Saying::content).filter(text -> text.contains(" ")))
                .allSatisfy(text -> assertThat(text.split(" ")).hasSizeBetween(5, 15));
        assertThat(sayings)
                .allMatch(
                        each -> each.validTo() == null || each.validFrom().isBefore(each.validTo()))
                .anyMatch(each -> each.validTo() != null);
    }

    @Test
    void skewsRelationsToSomeTypesAndTargets() {
        assertThat(mostCommon(ties.stream().map(Tie::type))).isGreaterThan(TIES / 5);
        assertThat(mostCommon(ties.stream().map(Tie::target))).isGreaterThan(TIES / 100);
    }

    private static long mostCommon(Stream<String> all) {
        return all
                .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Comparator.comparing(Map.Entry::getValue))
                .orElseThrow()
                .getValue();
    }
}
