package dev.alluvium.bench.graph;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Names and sentences as they look in one language: common words with the frequencies of Zipf, and
 * a long tail of rare ones made of syllables.
 */
final class Language {

    private static final int TAIL = 5_000;
    private static final double TAIL_SHARE = 0.2;
    private static final int MIN_WORDS = 5;
    private static final int MAX_WORDS = 15;

    /** The lists a language is made of, as the resource holds them: each a text cut at its gaps. */
    record Lists(
            String name,
            int share,
            String gap,
            @JsonProperty("name_order") String nameOrder,
            String given,
            String family,
            String cities,
            String organisations,
            String projects,
            String words,
            String syllables) {}

    private final Lists lists;
    private final String[] given;
    private final String[] family;
    private final String[] cities;
    private final String[] organisations;
    private final String[] projects;
    private final String[] words;
    private final String[] syllables;
    private final Zipf ranks;

    private Language(Lists lists) {
        this.lists = lists;
        given = lists.given().split(" ");
        family = lists.family().split(" ");
        cities = lists.cities().split(" ");
        organisations = lists.organisations().split("\\|");
        projects = lists.projects().split("\\|");
        words = lists.words().split(" ");
        syllables = lists.syllables().split(" ");
        ranks = new Zipf(words.length);
    }

    static List<Language> all() {
        try (InputStream in = Language.class.getResourceAsStream("languages.json")) {
            return Json.MAPPER.readValue(in, new TypeReference<List<Lists>>() {}).stream()
                    .map(Language::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How often it is drawn among all. */
    int share() {
        return lists.share();
    }

    String person(Random random) {
        return String.format(lists.nameOrder(), any(given, random), any(family, random));
    }

    String place(Random random) {
        return any(cities, random) + lists.gap() + capitalised(rare(random));
    }

    String organisation(Random random) {
        String[] called = random.nextBoolean() ? family : cities;
        return String.format(any(organisations, random), any(called, random));
    }

    String project(Random random) {
        return String.format(any(projects, random), capitalised(rare(random)));
    }

    /** A name told apart from others that are the same. */
    String lengthened(String name, Random random) {
        return name + lists.gap() + capitalised(rare(random));
    }

    /** Five to fifteen words. */
    String sentence(Random random) {
        return words(random, MIN_WORDS + random.nextInt(MAX_WORDS - MIN_WORDS + 1));
    }

    String words(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                text.append(lists.gap());
            }
            text.append(
                    random.nextDouble() < TAIL_SHARE ? rare(random) : words[ranks.next(random)]);
        }
        return text.toString();
    }

    /** A word of the tail, whose ranks go on where the common ones end. */
    private String rare(Random random) {
        double first = words.length;
        int rank = (int) (first * Math.pow((first + TAIL) / first, random.nextDouble()) - first);
        StringBuilder word = new StringBuilder();
        for (int rest = rank + syllables.length; rest > 0; rest /= syllables.length) {
            word.append(syllables[rest % syllables.length]);
        }
        return word.toString();
    }

    private static String capitalised(String word) {
        int first = word.offsetByCodePoints(0, 1);
        return word.substring(0, first).toUpperCase(Locale.ROOT) + word.substring(first);
    }

    private static String any(String[] texts, Random random) {
        return texts[random.nextInt(texts.length)];
    }
}
