package dev.alluvium.state.option;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The settings of one memory's behaviour: the process's defaults, overlaid by the memory's own,
 * overlaid by a request's. Values are immutable; an unknown name or a value out of range is refused
 * with the range.
 */
public final class MemoryOptions {

    /** One setting: its name, default and inclusive range. */
    public enum Setting {
        RECENCY_WEIGHT(0.3, 0, 100, "Weight of recency in the composite score."),
        SEMANTIC_WEIGHT(0.5, 0, 100, "Weight of relevance in the composite score."),
        IMPORTANCE_WEIGHT(0.2, 0, 100, "Weight of importance in the composite score."),
        RECENCY_HALF_LIFE_DAYS(30, 0.001, 1_000_000, "Days after which recency counts half."),
        CONSOLIDATION_THRESHOLD(
                0.85,
                0,
                1,
                "Similarity from which an existing record is compared on save; 1 disables."),
        CONSOLIDATION_LIMIT(5, 1, 100, "Most existing records compared on save."),
        DEFAULT_IMPORTANCE(0.5, 0, 1, "Importance of a record whose writer gave none."),
        BATCH_DEDUP_THRESHOLD(0.98, 0, 1, "Similarity from which two texts are one."),
        CONFIDENCE_THRESHOLD_HIGH(0.8, 0, 1, "Confidence from which deep recall answers at once."),
        CONFIDENCE_THRESHOLD_LOW(0.5, 0, 1, "Confidence below which deep recall explores further."),
        COMPLEX_QUERY_THRESHOLD(
                0.7,
                0,
                1,
                "Complexity from which deep recall explores further unless it may answer at once."),
        EXPLORATION_BUDGET(1, 0, 10, "Most rounds of exploration in deep recall."),
        QUERY_ANALYSIS_THRESHOLD(
                200, 0, 8192, "Queries shorter than this, in characters, are not analysed."),
        TURN_RETENTION_DAYS(0, 0, 1_000_000, "Days a turn is kept; 0 keeps it for ever."),
        TURN_RETENTION_COUNT(0, 0, 1_000_000_000, "Most turns kept; 0 keeps all."),
        DISTILL_COUNT(
                0,
                0,
                1000,
                "Turns of a session after which a language model distils them into records; 0 does not count."),
        DISTILL_GAP_SECONDS(
                0,
                0,
                1_000_000,
                "Seconds of silence after which what was said in a session is distilled; 0 waits for none."),
        DISTILL_FACTS(
                0,
                0,
                1,
                "1 has distilling find facts for the graph as well, by the same question; 0 finds records alone.");

        private final double otherwise;
        private final double min;
        private final double max;
        private final String description;

        Setting(double otherwise, double min, double max, String description) {
            this.otherwise = otherwise;
            this.min = min;
            this.max = max;
            this.description = description;
        }

        /** The name users write, such as {@code recency_weight}. */
        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        public double defaultValue() {
            return otherwise;
        }

        public String description() {
            return description;
        }

        public String range() {
            return "[" + plain(min) + ", " + plain(max) + "]";
        }

        public static Setting of(String key) {
            for (Setting setting : values()) {
                if (setting.key().equals(key)) {
                    return setting;
                }
            }
            throw new IllegalArgumentException(
                    "unknown option \""
                            + key
                            + "\"; known: "
                            + Arrays.stream(values())
                                    .map(Setting::key)
                                    .collect(Collectors.joining(", "))
                            + ", "
                            + SINGLE_VALUED);
        }

        /** The value {@code text} stands for; refused with the range when it is none. */
        public double parse(String text) {
            double value;
            try {
                value = Double.parseDouble(text.strip());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        key() + " \"" + text + "\" is not a number in " + range(), e);
            }
            return check(value);
        }

        double check(double value) {
            if (!(value >= min && value <= max)) {
                throw new IllegalArgumentException(
                        key() + " " + plain(value) + " is not in " + range());
            }
            return value;
        }

        private static String plain(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? Long.toString((long) value)
                    : Double.toString(value);
        }
    }

    public static final MemoryOptions DEFAULTS =
            new MemoryOptions(
                    Arrays.stream(Setting.values()).mapToDouble(Setting::defaultValue).toArray(),
                    Set.of());

    /**
     * The option that names the relation types and attributes of which a new value ends the one
     * before, set apart by commas.
     */
    public static final String SINGLE_VALUED = "single_valued";

    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    private final double[] values;
    private final Set<String> singleValued;

    private MemoryOptions(double[] values, Set<String> singleValued) {
        this.values = values;
        this.singleValued = singleValued;
    }

    /** The relation types and attributes that have one value at a time. */
    public Set<String> singleValued() {
        return singleValued;
    }

    public double get(Setting setting) {
        return values[setting.ordinal()];
    }

    public int count(Setting setting) {
        return (int) get(setting);
    }

    public MemoryOptions with(Setting setting, double value) {
        double[] next = values.clone();
        next[setting.ordinal()] = setting.check(value);
        return new MemoryOptions(next, singleValued);
    }

    /** These options overlaid by {@code named}; null values are passed over. */
    public MemoryOptions with(Map<String, String> named) {
        if (named.isEmpty()) {
            return this;
        }
        double[] next = values.clone();
        Set<String> names = singleValued;
        for (Map.Entry<String, String> option : named.entrySet()) {
            String text = option.getValue();
            if (option.getKey().equals(SINGLE_VALUED)) {
                names = text == null ? names : names(text);
                continue;
            }
            Setting setting = Setting.of(option.getKey());
            if (text != null) {
                next[setting.ordinal()] = setting.parse(text);
            }
        }
        return new MemoryOptions(next, names);
    }

    private static Set<String> names(String text) {
        return COMMA.splitAsStream(text.strip())
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** All options by name, as {@link #with(Map)} reads them. */
    public Map<String, String> toTexts() {
        Map<String, String> texts = new TreeMap<>();
        toMap().forEach((name, value) -> texts.put(name, value.toString()));
        texts.put(SINGLE_VALUED, String.join(",", new TreeSet<>(singleValued)));
        return texts;
    }

    /** All numbers by name. */
    public Map<String, Double> toMap() {
        Map<String, Double> map = new TreeMap<>();
        for (Setting setting : Setting.values()) {
            map.put(setting.key(), get(setting));
        }
        return map;
    }

    @Override
    public String toString() {
        return toMap() + " " + SINGLE_VALUED + "=" + singleValued;
    }
}
