package dev.alluvium.bench.system;

import java.util.List;
import java.util.Random;

/**
 * English-like sentences from a seed: common words with the frequencies of Zipf, and a long tail of
 * names and rare words, so that an index of them has the shape of one of real text.
 */
public final class Sentences {

    private static final List<String> COMMON =
            List.of(
                    ("the of and to in that it for was on is with as at by from this but they she"
                                    + " we had have not his her what about when there out said them would"
                                    + " like time people more some then could know first now get over also"
                                    + " after work year back good little day think way make most life long"
                                    + " home world go come even last want take still hand old place never"
                                    + " house night need again school family friend week much before right"
                                    + " great under tell story another while found thought keep began seem"
                                    + " city garden music letter water picture summer winter morning evening"
                                    + " coffee train river mountain paint kitchen table window street market"
                                    + " doctor teacher brother sister mother father daughter holiday travel"
                                    + " birthday wedding concert museum library office meeting project budget"
                                    + " report customer server database release branch review deploy message"
                                    + " search memory vector engine record stream cluster storage network"
                                    + " battery camera phone laptop keyboard screen bicycle engine garage"
                                    + " football tennis swimming running climbing hiking camping dancing"
                                    + " cooking baking bread cheese apple orange tomato pepper garlic onion"
                                    + " doubt hope worry laugh promise remember forget believe decide plan"
                                    + " start finish change learn teach build break repair carry bring leave"
                                    + " arrive return wait follow lead answer explain describe suggest agree"
                                    + " refuse accept prefer enjoy hate miss visit invite join support fund"
                                    + " group adopt agency career counsel therapy pottery violin guitar piano"
                                    + " novel poem author chapter lesson degree college science history"
                                    + " biology chemistry physics weather forest ocean island desert valley"
                                    + " bridge tower castle church temple palace village harbour airport")
                            .split(" +"));

    private static final int TAIL = 20_000;
    private static final double TAIL_SHARE = 0.12;
    private static final String[] SYLLABLES =
            ("ba ber cal da dor el fen gar hal in jo kel lim mar nor ol pen quin ros sal tor ul ven"
                            + " wil yor zan")
                    .split(" ");

    private final Random random;
    private final double[] cumulated = new double[COMMON.size()];

    public Sentences(long seed) {
        random = new Random(seed);
        double sum = 0;
        for (int rank = 0; rank < cumulated.length; rank++) {
            sum += 1.0 / (rank + 1);
            cumulated[rank] = sum;
        }
    }

    /** One of at least {@code characters}, without digits or capitals but its first and names. */
    public String next(int characters) {
        StringBuilder text = new StringBuilder(characters + 16);
        while (text.length() < characters) {
            if (!text.isEmpty()) {
                text.append(' ');
            }
            text.append(random.nextDouble() < TAIL_SHARE ? rare() : common());
        }
        text.setCharAt(0, Character.toUpperCase(text.charAt(0)));
        return text.append('.').toString();
    }

    private String common() {
        double at = random.nextDouble() * cumulated[cumulated.length - 1];
        int found = java.util.Arrays.binarySearch(cumulated, at);
        return COMMON.get(found >= 0 ? found : -found - 1);
    }

    /** A word of the tail, whose ranks go on where the common ones end. */
    private String rare() {
        double first = COMMON.size();
        int rank = (int) (first * Math.pow((first + TAIL) / first, random.nextDouble()) - first);
        StringBuilder word = new StringBuilder();
        for (int rest = rank + SYLLABLES.length; rest > 0; rest /= SYLLABLES.length) {
            word.append(SYLLABLES[rest % SYLLABLES.length]);
        }
        return word.toString();
    }
}
