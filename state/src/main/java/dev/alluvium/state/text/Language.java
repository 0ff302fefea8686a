package dev.alluvium.state.text;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.ar.ArabicNormalizationFilter;
import org.apache.lucene.analysis.ar.ArabicStemFilter;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianStemFilter;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.bn.BengaliNormalizationFilter;
import org.apache.lucene.analysis.bn.BengaliStemFilter;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniNormalizationFilter;
import org.apache.lucene.analysis.ckb.SoraniStemFilter;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.cz.CzechStemFilter;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.el.GreekLowerCaseFilter;
import org.apache.lucene.analysis.el.GreekStemFilter;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fa.PersianNormalizationFilter;
import org.apache.lucene.analysis.fa.PersianStemFilter;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hi.HindiNormalizationFilter;
import org.apache.lucene.analysis.hi.HindiStemFilter;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hu.HungarianLightStemFilter;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianStemFilter;
import org.apache.lucene.analysis.in.IndicNormalizationFilter;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianStemFilter;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.no.NorwegianLightStemFilter;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.ru.RussianLightStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.te.TeluguNormalizationFilter;
import org.apache.lucene.analysis.te.TeluguStemFilter;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.tartarus.snowball.ext.ArmenianStemmer;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.EnglishStemmer;
import org.tartarus.snowball.ext.LithuanianStemmer;
import org.tartarus.snowball.ext.RomanianStemmer;
import org.tartarus.snowball.ext.SwedishStemmer;
import org.tartarus.snowball.ext.TamilStemmer;
import org.tartarus.snowball.ext.TurkishStemmer;

/**
 * A language whose words are reduced to stems: its script, its stop words (they vote for it), the
 * letters that hint at it, and Lucene's filters that stem it. The order breaks ties between votes.
 */
enum Language {
    ENGLISH(
            Script.LATIN,
            StopWords.english(),
            "",
            in -> new SnowballFilter(in, new EnglishStemmer())),
    SPANISH(Script.LATIN, SpanishAnalyzer.getDefaultStopSet(), "ñ¿¡", SpanishLightStemFilter::new),
    FRENCH(
            Script.LATIN,
            FrenchAnalyzer.getDefaultStopSet(),
            "çèêëîïœû",
            in -> new FrenchLightStemFilter(new ElisionFilter(in, StopWords.elisions()))),
    GERMAN(
            Script.LATIN,
            GermanAnalyzer.getDefaultStopSet(),
            "ßäöü",
            in -> new GermanLightStemFilter(new GermanNormalizationFilter(in))),
    PORTUGUESE(
            Script.LATIN,
            PortugueseAnalyzer.getDefaultStopSet(),
            "ãõçâêô",
            PortugueseLightStemFilter::new),
    ITALIAN(
            Script.LATIN,
            ItalianAnalyzer.getDefaultStopSet(),
            "àèìòù",
            in -> new ItalianLightStemFilter(new ElisionFilter(in, StopWords.elisions()))),
    DUTCH(
            Script.LATIN,
            DutchAnalyzer.getDefaultStopSet(),
            "",
            in -> new SnowballFilter(in, new DutchStemmer())),
    SWEDISH(
            Script.LATIN,
            SwedishAnalyzer.getDefaultStopSet(),
            "åäö",
            in -> new SnowballFilter(in, new SwedishStemmer())),
    NORWEGIAN(
            Script.LATIN,
            NorwegianAnalyzer.getDefaultStopSet(),
            "åøæ",
            NorwegianLightStemFilter::new),
    DANISH(
            Script.LATIN,
            DanishAnalyzer.getDefaultStopSet(),
            "åøæ",
            in -> new SnowballFilter(in, new DanishStemmer())),
    FINNISH(Script.LATIN, FinnishAnalyzer.getDefaultStopSet(), "äö", FinnishLightStemFilter::new),
    HUNGARIAN(
            Script.LATIN,
            HungarianAnalyzer.getDefaultStopSet(),
            "őűöü",
            HungarianLightStemFilter::new),
    ROMANIAN(
            Script.LATIN,
            RomanianAnalyzer.getDefaultStopSet(),
            "ăâîșțşţ",
            in -> new SnowballFilter(in, new RomanianStemmer())),
    TURKISH(
            Script.LATIN,
            TurkishAnalyzer.getDefaultStopSet(),
            "ğışöüç",
            in -> new SnowballFilter(in, new TurkishStemmer())),
    CZECH(Script.LATIN, CzechAnalyzer.getDefaultStopSet(), "ěščřžůďťň", CzechStemFilter::new),
    INDONESIAN(Script.LATIN, IndonesianAnalyzer.getDefaultStopSet(), "", IndonesianStemFilter::new),
    LITHUANIAN(
            Script.LATIN,
            LithuanianAnalyzer.getDefaultStopSet(),
            "ąčęėįšųūž",
            in -> new SnowballFilter(in, new LithuanianStemmer())),
    LATVIAN(
            Script.LATIN,
            LatvianAnalyzer.getDefaultStopSet(),
            "āčēģīķļņšūž",
            LatvianStemFilter::new),
    RUSSIAN(
            Script.CYRILLIC,
            RussianAnalyzer.getDefaultStopSet(),
            "ыэё",
            RussianLightStemFilter::new),
    BULGARIAN(Script.CYRILLIC, BulgarianAnalyzer.getDefaultStopSet(), "", BulgarianStemFilter::new),
    ARABIC(
            Script.ARABIC,
            ArabicAnalyzer.getDefaultStopSet(),
            "ةىإأيك",
            in -> new ArabicStemFilter(new ArabicNormalizationFilter(in))),
    PERSIAN(
            Script.ARABIC,
            PersianAnalyzer.getDefaultStopSet(),
            "پچژگکی",
            in ->
                    new PersianStemFilter(
                            new PersianNormalizationFilter(new ArabicNormalizationFilter(in)))),
    SORANI(
            Script.ARABIC,
            SoraniAnalyzer.getDefaultStopSet(),
            "ڕڵێۆە",
            in -> new SoraniStemFilter(new SoraniNormalizationFilter(in))),
    HINDI(
            Script.DEVANAGARI,
            HindiAnalyzer.getDefaultStopSet(),
            "",
            in ->
                    new HindiStemFilter(
                            new HindiNormalizationFilter(new IndicNormalizationFilter(in)))),
    BENGALI(
            Script.BENGALI,
            BengaliAnalyzer.getDefaultStopSet(),
            "",
            in ->
                    new BengaliStemFilter(
                            new BengaliNormalizationFilter(new IndicNormalizationFilter(in)))),
    TAMIL(
            Script.TAMIL,
            TamilAnalyzer.getDefaultStopSet(),
            "",
            in -> new SnowballFilter(new IndicNormalizationFilter(in), new TamilStemmer())),
    TELUGU(
            Script.TELUGU,
            TeluguAnalyzer.getDefaultStopSet(),
            "",
            in ->
                    new TeluguStemFilter(
                            new TeluguNormalizationFilter(new IndicNormalizationFilter(in)))),
    GREEK(
            Script.GREEK,
            GreekAnalyzer.getDefaultStopSet(),
            "",
            in -> new GreekStemFilter(new GreekLowerCaseFilter(in))),
    ARMENIAN(
            Script.ARMENIAN,
            ArmenianAnalyzer.getDefaultStopSet(),
            "",
            in -> new SnowballFilter(in, new ArmenianStemmer()));

    private static final Language[][] BY_SCRIPT =
            Stream.of(Script.values())
                    .map(s -> Stream.of(values()).filter(l -> l.script == s))
                    .map(languages -> languages.toArray(Language[]::new))
                    .toArray(Language[][]::new);

    private final Script script;
    private final Set<String> stopWords;
    private final String letters;
    private final UnaryOperator<TokenStream> filters;

    Language(
            Script script,
            CharArraySet stopWords,
            String letters,
            UnaryOperator<TokenStream> filters) {
        this.script = script;
        this.stopWords = StopWords.folded(stopWords);
        this.letters = letters;
        this.filters = filters;
    }

    /** The languages written in a script; none for scripts whose words are taken as they are. */
    static List<Language> of(Script script) {
        return Arrays.asList(BY_SCRIPT[script.ordinal()]);
    }

    boolean isStopWord(String foldedWord) {
        return stopWords.contains(foldedWord);
    }

    /** Whether a word is a stop word of this language or has a letter that hints at it. */
    boolean isNamedBy(String foldedWord) {
        if (stopWords.contains(foldedWord)) {
            return true;
        }
        for (int i = 0; i < foldedWord.length(); i++) {
            if (letters.indexOf(foldedWord.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    TokenStream stem(TokenStream words) {
        return filters.apply(words);
    }
}
