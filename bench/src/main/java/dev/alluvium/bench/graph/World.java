package dev.alluvium.bench.graph;

import dev.alluvium.state.graph.GraphText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * People, places, organisations and projects in eight languages, with observations and relations:
 * the same for the same seed. Relations are skewed twice, as real ones are: some types are common,
 * and some things are what many relations lead to.
 */
public final class World {

    /** No fact begins before. */
    public static final Instant START = Instant.parse("2015-01-01T00:00:00Z");

    private static final int BEGIN_DAYS = 9 * 365;
    private static final int MAX_DAYS = 2 * 365;

    /** How many facts have an end. */
    private static final double ENDED_SHARE = 0.15;

    private static final int MAX_THINGS = 1_000_000;
    private static final Zipf FAVOURITES = new Zipf(MAX_THINGS);

    private final Random random;
    private final List<Language> languages = Language.all();
    private final List<Thing> things = new ArrayList<>();
    private final Map<Kind, List<Thing>> byKind = new EnumMap<>(Kind.class);
    private final Set<String> names = new HashSet<>();
    private final Set<Tie> ties = new HashSet<>();
    private final Zipf bonds = new Zipf(Bond.values().length);

    public World(long seed) {
        random = new Random(seed);
        for (Kind kind : Kind.values()) {
            byKind.put(kind, new ArrayList<>());
        }
    }

    /** A text and when it is true; {@code validTo} may be null. */
    public record Saying(String content, Instant validFrom, Instant validTo) {}

    /** An entity with what is said of it. */
    public record Thing(String name, String type, List<Saying> sayings) {
        public Thing {
            sayings = List.copyOf(sayings);
        }
    }

    /** A relation between two things, by their names. */
    public record Tie(String source, String type, String target) {}

    /** Another thing, of a name that none has yet. */
    public Thing thing(int observations) {
        if (things.size() == MAX_THINGS) {
            throw new IllegalStateException("a world has at most " + MAX_THINGS + " things");
        }
        Kind kind = Kind.any(random);
        Language language = language();
        String name = kind.name(language, random);
        while (!names.add(GraphText.key(name))) {
            name = language.lengthened(name, random);
        }
        Thing thing =
                new Thing(
                        name,
                        kind.type(),
                        Stream.generate(() -> saying(language)).limit(observations).toList());
        things.add(thing);
        byKind.get(kind).add(thing);
        return thing;
    }

    /** Another relation between things there are, of which no two are the same. */
    public Tie tie() {
        while (true) {
            Bond bond = Bond.values()[bonds.next(random)];
            List<Thing> from = byKind.get(bond.from);
            List<Thing> to = byKind.get(bond.to);
            Thing source = from.get(random.nextInt(from.size()));
            Thing target = to.get(FAVOURITES.next(random, to.size()));
            Tie tie = new Tie(source.name(), bond.type(), target.name());
            if (source != target && ties.add(tie)) {
                return tie;
            }
        }
    }

    /** Something new to be said, in any language. */
    public Saying saying() {
        return saying(language());
    }

    public List<Thing> things() {
        return List.copyOf(things);
    }

    public Thing anyThing() {
        return things.get(random.nextInt(things.size()));
    }

    /**
     * What a reader might ask: by turns for a name, for words of an observation, and for how a
     * thing is tied to others.
     */
    public String question(int turn) {
        Thing thing = anyThing();
        return switch (turn % 3) {
            case 0 -> thing.name();
            case 1 -> someWords(thing.sayings().get(random.nextInt(thing.sayings().size())));
            default ->
                    Bond.values()[bonds.next(random)].type().replace('_', ' ') + " " + thing.name();
        };
    }

    /** A third of an observation, from anywhere in it. */
    private String someWords(Saying saying) {
        String text = saying.content();
        String[] words = text.split(" ");
        if (words.length == 1) {
            int from = random.nextInt(text.length() / 2);
            return text.substring(from, Math.min(text.length(), from + 6));
        }
        int from = random.nextInt(Math.max(1, words.length - 4));
        return String.join(" ", List.of(words).subList(from, Math.min(words.length, from + 4)));
    }

    private Language language() {
        int at = random.nextInt(100);
        for (Language language : languages) {
            at -= language.share();
            if (at < 0) {
                return language;
            }
        }
        throw new IllegalStateException("the shares do not add up to 100");
    }

    private Saying saying(Language language) {
        Instant from = START.plus(Duration.ofDays(random.nextInt(BEGIN_DAYS)));
        Instant to =
                random.nextDouble() < ENDED_SHARE
                        ? from.plus(Duration.ofDays(1 + random.nextInt(MAX_DAYS)))
                        : null;
        return new Saying(language.sentence(random), from, to);
    }
}
