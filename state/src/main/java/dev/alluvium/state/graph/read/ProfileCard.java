package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.Entity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws who and what the graph is about in few lines, for a system prompt: {@code Alice (person):
 * prefers morning sessions; goal: run a 10k; works_at Acme}.
 *
 * <p>One entity a line, most recent first. Behind its name stand its observations, with their
 * attribute where they have one, then the relations that start at it, each group in the order in
 * which it became known. Where a budget leaves some out, the newest of each group are kept; a fact
 * is shown whole or not at all. An entity of which nothing would be shown has no line of its own
 * where a shown relation names it.
 */
final class ProfileCard {

    private final Showing showing;

    ProfileCard(Showing showing) {
        this.showing = showing;
    }

    /**
     * @param maxEntities most lines
     * @param maxFacts most observations of an entity, and most relations
     * @param maxCharacters most characters of the whole; 0 for any number
     */
    String draw(int maxEntities, int maxFacts, int maxCharacters) {
        int left = maxCharacters == 0 ? Integer.MAX_VALUE : maxCharacters;
        Lines lines = new Lines();
        for (Recency.Entry entry : new Recency(showing).newestFirst()) {
            if (lines.count() == maxEntities) {
                break;
            }
            Line line = line(entry.slot(), maxFacts, left - lines.characters());
            if (line == null) {
                break;
            }
            lines.add(line);
        }
        return lines.text();
    }

    /** The line of an entity in the characters that are left; null where not even its name fits. */
    private Line line(int slot, int maxFacts, int characters) {
        Line line = new Line(slot, oneLine(showing.described(slot)));
        if (line.characters() > characters) {
            return null;
        }
        List<VersionRow> facts = showing.facts(slot);
        int observations = 0;
        int relations = 0;
        for (int i = facts.size() - 1; i >= 0; i--) {
            VersionRow row = facts.get(i);
            boolean isOwn = row.subject() == slot;
            if (!row.isRelation() && observations < maxFacts) {
                observations += line.addObservation(said(row), characters) ? 1 : 0;
            } else if (row.isRelation() && isOwn && relations < maxFacts) {
                relations += line.addRelation(said(row), row.target(), characters) ? 1 : 0;
            }
        }
        return line;
    }

    private String said(VersionRow row) {
        return oneLine(
                row.version()
                        .content()
                        .match(
                                new Claim.Visitor<String>() {
                                    @Override
                                    public String observation(Claim.Observation each) {
                                        return each.attribute() == null
                                                ? each.text()
                                                : each.attribute() + ": " + each.text();
                                    }

                                    @Override
                                    public String relation(Claim.Relation each) {
                                        return each.type() + " " + named(row.target());
                                    }
                                }));
    }

    /** A name, with its type where others have the name as well. */
    private String named(int slot) {
        Entity entity = showing.entity(slot);
        return showing.find(dev.alluvium.state.graph.EntityRef.of(entity.name())).length > 1
                ? showing.described(slot)
                : entity.name();
    }

    /** Whatever some reader would take for the end of a line becomes a space. */
    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cc}\\u2028\\u2029]+", " ");
    }

    /** What is shown of one entity. */
    private static final class Line {

        private final int slot;
        private final String head;
        private final List<String> observations = new ArrayList<>();
        private final List<String> relations = new ArrayList<>();
        private final Set<Integer> named = new HashSet<>();
        private int characters;

        Line(int slot, String head) {
            this.slot = slot;
            this.head = head;
            this.characters = head.length();
        }

        boolean addObservation(String text, int most) {
            return add(observations, text, most);
        }

        boolean addRelation(String text, int target, int most) {
            return add(relations, text, most) && named.add(target) | true;
        }

        private boolean add(List<String> facts, String text, int most) {
            int longer = characters + 2 + text.length();
            if (longer > most) {
                return false;
            }
            facts.add(0, text);
            characters = longer;
            return true;
        }

        boolean isBare() {
            return observations.isEmpty() && relations.isEmpty();
        }

        int characters() {
            return characters;
        }

        String text() {
            if (isBare()) {
                return head;
            }
            List<String> facts = new ArrayList<>(observations);
            facts.addAll(relations);
            return head + ": " + String.join("; ", facts);
        }
    }

    /** The lines so far, without those that a relation in another makes needless. */
    private static final class Lines {

        private final List<Line> lines = new ArrayList<>();
        private final Set<Integer> named = new LinkedHashSet<>();

        void add(Line line) {
            named.addAll(line.named);
            lines.add(line);
            lines.removeIf(each -> each.isBare() && named.contains(each.slot));
        }

        int count() {
            return lines.size();
        }

        /** With a line break behind each, as the next line needs one before it. */
        int characters() {
            return lines.stream().mapToInt(line -> line.characters() + 1).sum();
        }

        String text() {
            return String.join("\n", lines.stream().map(Line::text).toList());
        }
    }
}
