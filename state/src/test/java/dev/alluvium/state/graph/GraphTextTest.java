package dev.alluvium.state.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Normalizer2;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphTextTest {

    private static final long SEED = 3;
    private static final String[] PIECES = {
        " ", "\t", "\u00A0", "\u2003", "\u3000", "\n", "a", "é", "e\u0301", "中", "🏃", "\uD800"
    };

    @Test
    void collapsesWhiteSpaceOfAnyKindAndComposes() {
        Random random = new Random(SEED);
        System.out.println("seed " + SEED);
        for (int i = 0; i < 20_000; i++) {
            String text =
                    random.ints(random.nextInt(9), 0, PIECES.length)
                            .mapToObj(piece -> PIECES[piece])
                            .collect(Collectors.joining());
            String expected =
                    Normalizer2.getNFCInstance()
                            .normalize(text)
                            .replaceAll("\\p{IsWhite_Space}+", " ")
                            .replaceAll("^ | $", "");

            assertThat(GraphText.canonical(text)).isEqualTo(expected);
        }
    }

    @Test
    void keepsATextThatIsCanonical() {
        String text = "Zoë’s 中文 notes, 2 of 3";

        assertThat(GraphText.canonical(text)).isSameAs(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'ALICE ', alice",
        "Zoe\u0308, ZOË",
        "Straße, STRASSE",
        "ДМИТРИЙ, дмитрий",
        "'김  민준', '김 민준'"
    })
    void givesTwoWritingsOfANameOneKey(String one, String other) {
        assertThat(GraphText.key(one)).isEqualTo(GraphText.key(other));
    }
}
