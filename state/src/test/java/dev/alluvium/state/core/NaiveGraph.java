package dev.alluvium.state.core;

import dev.alluvium.state.graph.GraphKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The algebra of facts by brute force: keeps all that was said, and looks day by day whether it
 * holds. Days are counted from 0; nothing begins or ends but at the beginning of a day.
 */
final class NaiveGraph {

    /** Days that are looked at; later than all that is said. */
    static final int DAYS = 60;

    /** No end. */
    static final int OPEN = Integer.MAX_VALUE;

    private final boolean single;
    private final List<NaiveFact> facts = new ArrayList<>();

    /** In the order in which they came to say so. */
    private final Map<String, Set<NaiveFact>> saying = new HashMap<>();

    private int serial;

    /**
     * @param single whether all facts are values of one thing
     */
    NaiveGraph(boolean single) {
        this.single = single;
    }

    /** One saying; {@code counts} until something took it back. */
    private static final class Saying {
        final String text;
        final int from;
        final int to;
        final int known;
        final Set<String> sources = new HashSet<>();
        boolean counts = true;
        boolean takenBack;

        Saying(String text, int from, int to, int known) {
            this.text = text;
            this.from = from;
            this.to = to;
            this.known = known;
        }
    }

    private static final class NaiveFact {
        final String id;
        String text;
        final List<Saying> sayings = new ArrayList<>();
        final Set<Integer> ends = new TreeSet<>();

        NaiveFact(String id, String text) {
            this.id = id;
            this.text = text;
        }

        boolean says(Saying saying, int day) {
            return saying.counts
                    && saying.from <= day
                    && day < saying.to
                    && ends.stream().noneMatch(end -> saying.from < end && end <= day);
        }

        boolean says(int day) {
            return sayings.stream().anyMatch(saying -> says(saying, day));
        }
    }

    /**
     * @param from null for today
     * @return the id of the fact that says so
     */
    String say(String text, Integer from, int to, String source, int today) {
        int start = from == null ? today : from;
        for (NaiveFact fact : saying(text)) {
            for (Saying saying : fact.sayings) {
                boolean same = saying.from == start && saying.to == to;
                boolean known =
                        saying.takenBack
                                ? from != null
                                        && saying.text.equals(text)
                                        && saying.sources.contains(source)
                                : fact.text.equals(text) && (from != null || saying.counts);
                if (same && known) {
                    List<Saying> equal =
                            fact.sayings.stream()
                                    .filter(each -> each.from == start && each.to == to)
                                    .filter(each -> from != null || each.counts)
                                    .filter(each -> !each.takenBack || each.text.equals(text))
                                    .toList();
                    if (equal.stream().noneMatch(each -> each.sources.contains(source))) {
                        equal.stream()
                                .filter(each -> !each.takenBack)
                                .forEach(each -> each.sources.add(source));
                    }
                    return fact.id;
                }
            }
        }
        NaiveFact fact = null;
        for (NaiveFact each : saying(text)) {
            boolean better =
                    each.text.equals(text)
                            && (fact == null || rank(each, start) > rank(fact, start));
            fact = better ? each : fact;
        }
        if (fact == null) {
            fact = new NaiveFact("f" + serial++, text);
            facts.add(fact);
            saying(text).add(fact);
        }
        if (from == null && holds(fact, today) && (to == OPEN || holdsThrough(fact, today, to))) {
            for (Saying saying : fact.sayings) {
                if (contributes(fact, saying, today)) {
                    saying.sources.add(source);
                }
            }
            return fact.id;
        }
        Saying saying = new Saying(text, start, to, today);
        saying.sources.add(source);
        fact.sayings.add(saying);
        return fact.id;
    }

    private Set<NaiveFact> saying(String text) {
        return saying.computeIfAbsent(text, each -> new LinkedHashSet<>());
    }

    /** Several may say the same after corrections: one that holds is meant, or one believed. */
    private int rank(NaiveFact fact, int day) {
        return holds(fact, day) ? 2 : days(fact).isEmpty() ? 0 : 1;
    }

    private boolean holdsThrough(NaiveFact fact, int from, int to) {
        for (int day = from; day < to; day++) {
            if (!holds(fact, day)) {
                return false;
            }
        }
        return true;
    }

    void end(String id, int at) {
        NaiveFact fact = fact(id);
        if (holds(fact, at)) {
            if (!holds(fact, at - 1)) {
                return;
            }
            int until = at;
            while (until < DAYS && holds(fact, until)) {
                until++;
            }
            for (Saying saying : fact.sayings) {
                if (saying.counts && saying.from >= at && saying.from < until) {
                    saying.counts = false;
                }
            }
            fact.ends.add(at);
        } else if (fact.sayings.stream().anyMatch(each -> each.counts && each.from < at)) {
            fact.ends.add(at);
        }
    }

    void retract(String id) {
        NaiveFact fact = fact(id);
        if (fact.sayings.stream().anyMatch(each -> each.counts)) {
            fact.sayings.forEach(NaiveGraph::takeBack);
            fact.ends.clear();
        }
    }

    private static void takeBack(Saying saying) {
        saying.counts = false;
        saying.takenBack = true;
    }

    /**
     * @param text what it says instead
     * @param from null keeps the start
     * @param to null keeps the end
     */
    void correct(String id, String text, Integer from, Integer to, int today) {
        NaiveFact fact = fact(id);
        boolean hidden = days(fact).isEmpty();
        Set<Integer> run = hidden ? lastRun(ownDays(fact)) : lastRun(days(fact));
        boolean otherwise = !text.equals(fact.text);
        boolean taken =
                facts.stream()
                        .anyMatch(
                                each ->
                                        each != fact
                                                && each.text.equals(text)
                                                && each.sayings.stream().anyMatch(s -> s.counts));
        boolean nothing = !otherwise && from == null && to == null;
        if (run.isEmpty() || nothing || otherwise && taken) {
            return;
        }
        Set<Saying> replaced = new LinkedHashSet<>();
        int end = 0;
        for (Saying saying : fact.sayings) {
            boolean meant =
                    run.stream()
                            .anyMatch(
                                    day ->
                                            hidden
                                                    ? fact.says(saying, day)
                                                    : contributes(fact, saying, day));
            if (meant) {
                replaced.add(saying);
                int own = saying.from;
                while (own < DAYS && fact.says(saying, own)) {
                    own++;
                }
                end = Math.max(end, own == DAYS ? OPEN : own);
            }
        }
        int first = run.iterator().next();
        int last = run.stream().mapToInt(day -> day).max().orElseThrow();
        int start = from == null ? first : from;
        int stop = to == null ? end : to;
        if (start >= stop) {
            return;
        }
        Set<Integer> ends = new TreeSet<>(fact.ends);
        int cut = cut(fact, new Saying(text, start, stop, today));
        ends.removeIf(each -> start < each && each < stop && each < cut);
        if (to != null) {
            ends.remove(last + 1);
            if (to != OPEN) {
                ends.add(to);
            }
        }
        if (!otherwise && replaced.size() == 1) {
            Saying only = replaced.iterator().next();
            if (only.from == start && only.to == stop && ends.equals(fact.ends)) {
                return;
            }
        }
        List<Saying> again = new ArrayList<>();
        for (Saying saying : fact.sayings) {
            if (otherwise && saying.counts && !replaced.contains(saying)) {
                Saying other = new Saying(text, saying.from, saying.to, today);
                other.sources.addAll(saying.sources);
                again.add(other);
            }
            if (otherwise || replaced.contains(saying)) {
                takeBack(saying);
            }
        }
        Saying corrected = new Saying(text, start, stop, today);
        replaced.forEach(each -> corrected.sources.addAll(each.sources));
        fact.sayings.addAll(again);
        fact.sayings.add(corrected);
        fact.text = text;
        saying(text).add(fact);
        fact.ends.clear();
        fact.ends.addAll(ends);
    }

    private static Set<Integer> lastRun(TreeSet<Integer> days) {
        TreeSet<Integer> run = new TreeSet<>();
        for (int day : days.descendingSet()) {
            if (run.isEmpty() || run.first() == day + 1) {
                run.add(day);
            } else {
                break;
            }
        }
        return run;
    }

    private TreeSet<Integer> days(NaiveFact fact) {
        TreeSet<Integer> days = new TreeSet<>();
        for (int day = 0; day < DAYS; day++) {
            if (holds(fact, day)) {
                days.add(day);
            }
        }
        return days;
    }

    private static TreeSet<Integer> ownDays(NaiveFact fact) {
        TreeSet<Integer> days = new TreeSet<>();
        for (int day = 0; day < DAYS; day++) {
            if (fact.says(day)) {
                days.add(day);
            }
        }
        return days;
    }

    private NaiveFact fact(String id) {
        return facts.stream().filter(each -> each.id.equals(id)).findFirst().orElseThrow();
    }

    private boolean holds(NaiveFact fact, int day) {
        return fact.sayings.stream().anyMatch(saying -> contributes(fact, saying, day));
    }

    private boolean contributes(NaiveFact fact, Saying saying, int day) {
        return fact.says(saying, day) && cut(fact, saying) > day;
    }

    /** The day on which another value takes over, or {@link #OPEN}. */
    private int cut(NaiveFact fact, Saying saying) {
        int cut = OPEN;
        for (NaiveFact other : single ? facts : List.<NaiveFact>of()) {
            for (Saying each : other.sayings) {
                if (other != fact && each.counts && isAfter(other, each, fact, saying)) {
                    cut = Math.min(cut, Math.max(each.from, saying.from));
                }
            }
        }
        return cut;
    }

    private static boolean isAfter(NaiveFact one, Saying of, NaiveFact other, Saying ofOther) {
        if (of.from != ofOther.from) {
            return of.from > ofOther.from;
        }
        return of.known != ofOther.known
                ? of.known > ofOther.known
                : GraphKeys.digest(one.text).compareTo(GraphKeys.digest(other.text)) > 0;
    }

    /** What holds on a day, as believed now. */
    Set<String> on(int day) {
        Set<String> texts = new TreeSet<>();
        for (NaiveFact fact : facts) {
            if (holds(fact, day)) {
                texts.add(fact.text);
            }
        }
        return texts;
    }

    /** The ids of all facts, and what they say. */
    List<String> ids() {
        return facts.stream().map(fact -> fact.id).toList();
    }
}
