package dev.alluvium.state.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistinctionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The limit is 1000 | The limit is 2000",
                "The limit is 1,000 | The limit is 10,000",
                "It costs -5 degrees | It costs 5 degrees",
                "Use version 1.2.3 | Use version 1.2.4",
                "She has two cats | She has three cats",
                "She has two cats | She has 3 cats",
                "Ticket AB-1041 is closed | Ticket AB-1042 is closed",
                "The meeting is at 10:30 | The meeting is at 11:30",
                "Wake me at 5am | Wake me at 5pm",
                "Sie hat zwei Hunde | Sie hat drei Hunde",
                "Il a deux enfants | Il a trois enfants",
                "Tiene veinte años | Tiene treinta años",
                "Лимит равен десяти | Лимит равен двадцати",
                "الحد هو ١٠٠ | الحد هو ٢٠٠",
                "सीमा १०० है | सीमा २०० है",
                "उसके दो बच्चे हैं | उसके तीन बच्चे हैं",
                "限制是一百 | 限制是三百",
                "他有两只猫 | 他有三只猫",
                "Area is 10² metres | Area is 102 metres",
                "It took 5 hours from 3 to 4 | It took 5 hours from 4 to 3",
            })
    void numbersTellApart(String one, String other) {
        assertThatDistinct(one, other, "numbers or codes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The server supports X | The server does not support X",
                "The server supports X | The server doesn't support X",
                "The server supports X | The server doesn’t support X",
                "She can swim | She cannot swim",
                "He smokes | He no longer smokes",
                "He smokes after dinner | He never smokes after dinner",
                "Coffee with milk | Coffee without milk",
                "Das wird unterstützt | Das wird nicht unterstützt",
                "Er hat Zeit | Er hat keine Zeit",
                "Il fume | Il ne fume pas",
                "Il fume | Il n'a jamais fumé",
                "Come carne | No come carne",
                "Café con azúcar | Café sin azúcar",
                "Mangia carne | Non mangia carne",
                "Ele come carne | Ele não come carne",
                "Он ест мясо | Он не ест мясо",
                "هذا صحيح | هذا ليس صحيح",
                "أحب القهوة | لا أحب القهوة",
                "他喜欢茶 | 他不喜欢茶",
                "我去过北京 | 我没去过北京",
                "彼は肉を食べます | 彼は肉を食べません",
                "그는 고기를 먹는다 | 그는 고기를 먹지 않는다",
                "वह मांस खाता है | वह मांस नहीं खाता है",
                "Hij eet vlees | Hij eet geen vlees",
                "Et yerim bugün | Et yemem değil bugün",
            })
    void negationsTellApart(String one, String other) {
        assertThatDistinct(one, other, "negations");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "They meet on Monday | They meet on Tuesday",
                "They meet in January | They meet in June",
                "they meet in january | they meet in june",
                "They met yesterday | They meet tomorrow",
                "Er kommt am Montag | Er kommt am Freitag",
                "Er kommt heute | Er kommt morgens",
                "Elle vient en janvier | Elle vient en juillet",
                "Viene el lunes | Viene el martes",
                "Он придёт завтра | Он придёт сегодня",
                "他今天来 | 他明天来",
                "彼は月曜日に来る | 彼は火曜日に来る",
                "그는 오늘 온다 | 그는 내일 온다",
                "वह आज आएगा | वह सोमवार आएगा",
                "سيأتي اليوم | سيأتي الجمعة",
            })
    void timesTellApart(String one, String other) {
        assertThatDistinct(one, other, "times");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The flag is enabled | The flag is disabled | opposites",
                "Guests are allowed in | Guests are denied in | opposites",
                "Increase the dose slowly | Decrease the dose slowly | opposites",
                "Take it before meals | Take it after meals | opposites",
                "The answer was true | The answer was false | opposites",
                "Turn the lamp on | Turn the lamp off | opposites",
                "He is happy | He is unhappy | opposites",
                "It is possible | It is impossible | opposites",
                "I like my job | I like your job | opposites",
                "Der Dienst ist aktiviert | Der Dienst ist deaktiviert | opposites",
                "Das ist wahr | Das ist falsch | opposites",
                "C'est avant midi | C'est après midi | opposites",
                "Es verdadero | Es falso | opposites",
                "Это правда | Это ложь | opposites",
                "The road is 5 km long | The road is 5 miles long | units",
                "It takes five minutes | It takes five hours | units",
                "It costs 5 $ | It costs 5 € | symbols",
                "It rose by 5% | It rose by 5 | symbols",
                "She writes C++ | She writes C | symbols",
                "Alice likes tea | Bob likes tea | names",
                "The user met Alice | The user met Carol | names",
                "The rate is in USD today | The rate is in EUR today | units",
                "Ivan wohnt in Köln | Ivan wohnt in Bonn | names",
                "Мария любит чай | Ольга любит чай | names",
                "Write to ann@example.org | Write to bob@example.org | numbers or codes",
                "See docs/a.md for it | See docs/b.md for it | numbers or codes",
                "张三喜欢茶 | 李四喜欢茶 | numbers or codes",
                "小红喜欢茶 | 小明喜欢茶 | words",
                "سارة تحب الشاي | ليلى تحب الشاي | words",
                "राम को चाय पसंद है | श्याम को चाय पसंद है | words",
                "prefers tea over coffee | prefers coffee over tea | order",
                "Alice pays Bob | Bob pays Alice | order",
                "我喜欢你 | 你喜欢我 | order",
            })
    void otherDifferencesTellApart(String one, String other, String reason) {
        assertThatDistinct(one, other, reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The limit is 1000. | the limit is 1000",
                "Wait: the limit is 1000! | wait - the limit is 1000",
                "The limit is 1,000 requests | The limit is 1000 requests",
                "The limit is two | The limit is 2",
                "It is 5km away | It is 5 km away",
                "She does not smoke | She doesn't smoke",
                "She doesn't smoke | She doesn’t smoke",
                "They met on 3 January | They met on 3 Jan",
                "The user likes green tea | The user really likes green tea",
                "Please restart the server | Restart the server",
                "ALICE LIKES TEA | Alice likes tea",
                "well-known fact | well known fact",
                "Der Dienst läuft wieder. | Der Dienst läuft wieder",
                "Il habite à Paris ! | Il habite à Paris.",
                "¿Vive en Madrid? | vive en Madrid",
                "Он живёт в Москве. | он живёт в Москве",
                "الحد هو ١٠٠ | الحد هو 100.",
                "他喜欢茶。 | 他喜欢茶",
                "वह दिल्ली में रहता है। | वह दिल्ली में रहता है",
                "그는 서울에 산다. | 그는 서울에 산다",
            })
    void sameTextOtherwiseWrittenIsNotDistinct(String one, String other) {
        assertThat(Distinction.between(one, other)).isEmpty();
        assertThat(Distinction.between(other, one)).isEmpty();
    }

    @Property(tries = 300)
    void isSymmetricAndFindsNothingBetweenATextAndItself(@ForAll String one, @ForAll String other) {
        assertThat(Distinction.between(one, one)).isEmpty();
        assertThat(Distinction.between(one, one + " ")).isEmpty();
        assertThat(Distinction.between(one, other).isPresent())
                .isEqualTo(Distinction.between(other, one).isPresent());
    }

    @Test
    void givesTheReasonWithBothSides() {
        assertThat(Distinction.between("limit is 1000", "limit is 2000"))
                .contains("numbers or codes differ: 1000 / 2000");
        assertThat(Distinction.between("it is on", "it is not on"))
                .contains("negations differ: none / not");
    }

    private static void assertThatDistinct(String one, String other, String reason) {
        for (Optional<String> found :
                List.of(Distinction.between(one, other), Distinction.between(other, one))) {
            assertThat(found).as("%s / %s", one, other).isPresent();
            assertThat(found.get()).contains(reason);
        }
    }
}
