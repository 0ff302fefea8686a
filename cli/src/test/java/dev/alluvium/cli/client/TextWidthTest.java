package dev.alluvium.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextWidthTest {

    @Test
    void countsColumnsAsATerminalShowsThem() {
        assertThat(TextWidth.of("abc")).isEqualTo(3);
        assertThat(TextWidth.of("記憶")).isEqualTo(4);
        assertThat(TextWidth.of("e\u0301te\u0301")).isEqualTo(3);
        assertThat(TextWidth.of("ذاكرة")).isEqualTo(5);
    }

    @Test
    void cutsBetweenLettersAndSaysSo() {
        assertThat(TextWidth.cut("short", 5)).isEqualTo("short");
        assertThat(TextWidth.cut("記憶の堆積", 6)).isEqualTo("記憶…");
        assertThat(TextWidth.cut("cafe\u0301s are open", 6)).isEqualTo("cafe\u0301s…");
        assertThat(TextWidth.cut("cafe\u0301s are open", 5)).isEqualTo("cafe\u0301…");
    }

    @Test
    void wrapsAtSpacesAndCutsAfterTheLastLine() {
        assertThat(TextWidth.wrap("the quick brown fox jumps over", 10, 9))
                .containsExactly("the quick", "brown fox", "jumps over");
        assertThat(TextWidth.wrap("the quick brown fox jumps over", 10, 2))
                .containsExactly("the quick", "brown fox…");
        List<String> lines = TextWidth.wrap("記".repeat(25), 11, 9);
        assertThat(lines)
                .allSatisfy(line -> assertThat(TextWidth.of(line)).isLessThanOrEqualTo(11));
        assertThat(String.join("", lines)).isEqualTo("記".repeat(25));
    }

    @Test
    void keepsTablesWithinTheirWidthWhateverTheScript() {
        Table table = new Table("SCORE", "SCOPE", "CONTENT");
        table.row("0.8", "/команда/研究", "line one\nline two\u0007 " + "слово ".repeat(60));
        table.row("0.7", "/" + "x".repeat(90), "短い");

        List<String> lines = table.lines(80);

        assertThat(lines)
                .allSatisfy(line -> assertThat(TextWidth.of(line)).isLessThanOrEqualTo(80));
        assertThat(lines.get(0)).matches("SCORE +SCOPE +CONTENT");
        assertThat(lines.get(1)).contains("line one line two слово");
        assertThat(lines.get(4)).endsWith("…");
        assertThat(lines.get(5)).contains("x…").endsWith("短い");
        int content = TextWidth.of(lines.get(0).substring(0, lines.get(0).indexOf("CONTENT")));
        assertThat(TextWidth.of(lines.get(1).substring(0, lines.get(1).indexOf("line"))))
                .isEqualTo(content);
    }
}
