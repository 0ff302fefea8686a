package dev.alluvium.state.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextAnalyzerTest {

    private final TextAnalyzer analyzer = new TextAnalyzer();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    We were hiking in the mountains with the dogs    | hike
                    We were hiking in the mountains with the dogs    | a mountain dog
                    Wir haben gestern die alten Häuser besichtigt    | Haus
                    Wir haben gestern die alten Häuser besichtigt    | das alte Haus
                    Les chevaux étaient dans l'écurie avec nous      | cheval
                    Les chevaux étaient dans l'écurie avec nous      | écuries
                    Ayer compré unas canciones para la fiesta        | canción
                    Ontem comprei as canções para nós                | canção
                    Ieri abbiamo visto i ragazzi con la bicicletta   | ragazzo
                    De kinderen hebben het boek gelezen              | boeken
                    Vi köpte bilarna som vi hade sett                | bilar
                    Мы вчера купили новые книги для школы            | книга
                    Мы вчера купили новые книги для школы            | школа
                    ذهبنا إلى المدرسة مع الأطفال                     | مدرسة
                    ما دیروز کتاب‌ها را برای مدرسه خریدیم             | کتاب
                    हमने कल लड़कों के लिए किताबें खरीदीं             | किताब
                    Dün akşam evlerimizi gezdik ve çok güzeldi       | evler
                    昨天我们去了东京的动物园看熊猫                   | 熊猫
                    昨天我们去了东京的动物园看熊猫                   | 动物园在东京吗
                    昨日は東京の図書館で本を読みました               | 図書館
                    우리는 어제 고양이를 데려왔어요                  | 고양이
                    เมื่อวานเราไปโรงเรียนกับเพื่อน                   | โรงเรียน
                    Χθες αγοράσαμε καινούργια βιβλία για το σχολείο  | σχολεία
                    """)
    void findsTheTextWhenItsWordsAreInflected(String text, String query) {
        assertThat(analyzer.terms(text)).containsAnyElementsOf(analyzer.queryTerms(query));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Hunde",
                "Häuser",
                "canciones",
                "chevaux",
                "ragazzi",
                "mountains",
                "книги",
                "bilarna",
                "evlerimizi",
                "الأطفال",
                "熊",
                "猫",
                "고"
            })
    void findsAWordByItselfHoweverShortTextAndQueryAre(String word) {
        assertThat(analyzer.terms(word)).containsAnyElementsOf(analyzer.queryTerms(word));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROJ-1234",
                "8080",
                "$50k",
                "v1.2.3",
                "10.0.0.1:8080",
                "ana@example.org",
                "C++",
                "foo_bar",
                "2023-05-08",
                "#42"
            })
    void keepsCodesWhole(String code) {
        String term = code.toLowerCase();
        assertThat(analyzer.queryTerms(code)).contains(term.equals("#42") ? "42" : term);
        assertThat(analyzer.terms("We closed (" + code + "), at last."))
                .contains(term.equals("#42") ? "42" : term);
    }

    @Test
    void givesThePiecesOfACodeToo() {
        assertThat(analyzer.terms("fixed PROJ-1234 today")).contains("proj", "1234", "proj-1234");
    }

    @Test
    void readsAGroupedNumberAsThatNumber() {
        assertThat(analyzer.terms("It costs 1,000 euros")).contains("1000");
        assertThat(analyzer.queryTerms("1,000,000.50")).containsExactly("1000000.50");
    }

    @Test
    void foldsCaseWidthAndDiacritics() {
        assertThat(analyzer.queryTerms("ＣＡＦÉ")).contains("cafe");
        assertThat(analyzer.terms("İSTANBUL")).contains("istanbul");
        assertThat(analyzer.queryTerms("STRASSE"))
                .containsAnyElementsOf(analyzer.terms("die Straße war lang"));
    }

    @Test
    void leavesStopWordsOutOfAQueryThatHasOtherWords() {
        assertThat(analyzer.queryTerms("When did Caroline go to the support group?"))
                .contains("support", "group")
                .doesNotContain("when", "did", "to", "the");
    }

    @Test
    void keepsStopWordsOfAQueryThatHasNothingElse() {
        assertThat(analyzer.queryTerms("to be or not to be")).contains("to", "be", "or", "not");
        assertThat(analyzer.terms("to be or not to be"))
                .containsAll(List.of("to", "be", "or", "not"));
    }

    @Test
    void takesThePossessiveOff() {
        assertThat(analyzer.queryTerms("Caroline's"))
                .containsAnyElementsOf(analyzer.terms("Caroline"));
        assertThat(analyzer.queryTerms("what is Caroline’s job")).contains("carolin");
    }

    @Test
    void givesRepeatedTermsOfADocumentAsOftenAsTheyOccur() {
        assertThat(analyzer.terms("the dog and the dog")).filteredOn("dog"::equals).hasSize(2);
    }

    @Test
    void hasNoTermsForSymbolsAlone() {
        assertThat(analyzer.terms("… --- !?")).isEmpty();
        assertThat(analyzer.queryTerms("")).isEmpty();
    }
}
