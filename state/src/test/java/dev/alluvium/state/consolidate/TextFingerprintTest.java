package dev.alluvium.state.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextFingerprintTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The limit is 1000 | THE LIMIT IS 1000",
                "'The  limit\tis 1000 ' | 'the limit is\n1000'",
                "'Größe' | 'GRÖSSE'",
                "'caf\u00e9' | 'cafe\u0301'",
                "'ﬁle ＡＢＣ' | 'file abc'",
                "'a\u00a0b' | 'a b'",
                "'soft\u00adhyphen' | 'softhyphen'",
                "ΣΊΣΥΦΟΣ | σίσυφος",
                "МОСКВА | москва",
                "ｶﾀｶﾅ | カタカナ",
            })
    void isTheSameForTheSameTextOtherwiseWritten(String one, String other) {
        assertThat(TextFingerprint.of(one)).isEqualTo(TextFingerprint.of(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limit is 1000 | limit is 2000",
                "no wait | 'no, wait'",
                "ab c | a bc",
                "resume | résumé",
                "10² | 102",
                "1½ | 11⁄2",
                "他喜欢茶 | 他不喜欢茶",
                "a | b",
                "'' | a",
            })
    void differsForAnotherText(String one, String other) {
        assertThat(TextFingerprint.of(one)).isNotEqualTo(TextFingerprint.of(other));
    }

    @Test
    void staysWhatStoredOnesAre() {
        // The first half of SHA-256 of "the limit is 1000".
        assertThat(TextFingerprint.of(" The limit\n is １０００ "))
                .hasToString("c5e0d9aa22025534b5396cfcaee0e62d");
    }
}
