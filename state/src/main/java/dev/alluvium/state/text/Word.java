package dev.alluvium.state.text;

/**
 * What analysis knows of one folded word, whatever text it stands in: its script, the languages it
 * speaks for, and its stems as far as they were asked for. Shared by all threads: the stems are
 * filled in by whoever needs one first, and strings may be published without a barrier.
 */
final class Word {

    private static final Language[] LANGUAGES = Language.values();

    /** As the tokenizer gave it, folded. */
    final String written;

    /** The same without digit grouping and possessive s. */
    final String surface;

    final Script script;
    final long votes;
    private final long stops;
    private final String[] stems;
    private String plain;

    Word(String written) {
        this.written = written;
        this.surface = withoutPossessive(withoutGrouping(written));
        // a number or a code has no stem
        this.script =
                written.chars().anyMatch(Character::isDigit) ? Script.OTHER : Script.of(written);
        long named = 0;
        long stop = 0;
        for (Language language : Language.of(script)) {
            named |= language.isNamedBy(written) ? 1L << language.ordinal() : 0;
            stop |= language.isStopWord(written) ? 1L << language.ordinal() : 0;
        }
        this.votes = named;
        this.stops = stop;
        this.stems = script == Script.OTHER ? null : new String[LANGUAGES.length];
    }

    boolean isStopWordOf(long languages) {
        return (stops & languages) != 0;
    }

    /** The word itself without Latin diacritics. */
    String plain() {
        String known = plain;
        if (known == null) {
            known = Folding.withoutDiacritics(surface);
            plain = known.equals(surface) ? surface : known;
        }
        return plain;
    }

    String stem(Language language, Stemmers stemmers) {
        String stem = stems[language.ordinal()];
        if (stem == null) {
            stem = stemmers.of(language).stem(surface);
            stem = stem.equals(surface) ? surface : stem;
            stems[language.ordinal()] = stem;
        }
        return stem;
    }

    private static String withoutPossessive(String word) {
        return word.length() > 2 && word.endsWith("'s")
                ? word.substring(0, word.length() - 2)
                : word;
    }

    /** 1,000 and 1000 are one number. */
    private static String withoutGrouping(String word) {
        if (word.isEmpty() || !Character.isDigit(word.charAt(0)) || word.indexOf(',') < 0) {
            return word;
        }
        return word.matches("\\d{1,3}(,\\d{3})+(\\.\\d+)?") ? word.replace(",", "") : word;
    }

    /** The stemmers of one thread. */
    static final class Stemmers {

        private final Stemmer[] byLanguage = new Stemmer[LANGUAGES.length];

        Stemmer of(Language language) {
            Stemmer stemmer = byLanguage[language.ordinal()];
            if (stemmer == null) {
                stemmer = new Stemmer(language);
                byLanguage[language.ordinal()] = stemmer;
            }
            return stemmer;
        }
    }
}
