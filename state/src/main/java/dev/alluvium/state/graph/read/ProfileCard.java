package dev.alluvium.state.graph.read;

import dev.alluvium.state.graph.Claim;
import dev.alluvium.state.graph.EntityRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Draws who and what the graph is about in few lines, for a system prompt: {@code Alice (person):
 * prefers morning sessions; goal: run a 10k; works_at Acme}.
 *
 * <p>One entity a line, most recent first; behind its name and type stand its observations, with
 * their attribute where they have one, then the relations that start at it, each group in the order
 * in which it became known. An entity that has facts, of which none would be shown, has no line;
 * one without any has its name.
 *
 * <p>Where a budget leaves facts out, the newest of each group are kept; a fact is shown whole or
 * not at all. The card ends before the first entity whose name does not fit.
 */
final class ProfileCard {

    /** Whatever some reader takes for the end of a line. */
    private static final Pattern LINE_BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

    private final Showing showing;
    private final GraphView view;
    private final int maxEntities;
    private final int maxFacts;
    private final int maxCharacters;
    private final List<CardLine> lines = new ArrayList<>();

    /** Of all lines, each with the line break that a next one needs. */
    private int characters;

    /**
     * @param maxEntities most lines
     * @param maxFacts most observations of an entity, and most relations
     * @param maxCharacters most characters of the whole, as {@link String#length} counts them; 0
     *     for any number
     */
    ProfileCard(Showing showing, int maxEntities, int maxFacts, int maxCharacters) {
        this.showing = showing;
        this.view = showing.view();
        this.maxEntities = maxEntities;
        this.maxFacts = maxFacts;
        this.maxCharacters = maxCharacters == 0 ? Integer.MAX_VALUE : maxCharacters;
    }

    String draw() {
        Recency recency = new Recency(showing);
        while (lines.size() < maxEntities) {
            int entity = recency.next();
            if (entity == VersionTable.NONE || !add(entity)) {
                break;
            }
        }
        return String.join("\n", lines.stream().map(CardLine::toString).toList());
    }

    /** Adds the line of an entity; false where not even its name fits. */
    private boolean add(int entity) {
        int left = maxCharacters - characters;
        CardLine line = new CardLine(oneLine(showing.described(entity)));
        if (line.characters() > left) {
            return false;
        }
        fill(line, entity, left);
        if (line.isBare() && hasFacts(entity)) {
            return true;
        }
        lines.add(line);
        characters += line.characters() + 1;
        return true;
    }

    /** Whether facts of the entity are believed, though none may hold: its name tells nothing. */
    private boolean hasFacts(int entity) {
        EntityRow row = view.entities.get(entity);
        return Arrays.stream(row.links(), 0, row.linkCount()).anyMatch(showing.lens()::knows);
    }

    private void fill(CardLine line, int entity, int left) {
        Slots observations = new Slots();
        Slots relations = new Slots();
        showing.collect(entity, observations, relations);
        for (int i = observations.size() - 1;
                i >= 0 && line.observations() < maxFacts && !line.isFull(left);
                i--) {
            line.observe(said(observations.get(i)), left);
        }
        for (int i = relations.size() - 1;
                i >= 0 && line.relations() < maxFacts && !line.isFull(left);
                i--) {
            int relation = relations.get(i);
            if (view.versions.subject(relation) == entity) {
                line.relate(said(relation), left);
            }
        }
    }

    private String said(int version) {
        return oneLine(
                view.version(version)
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
                                        return each.type()
                                                + " "
                                                + name(view.versions.target(version));
                                    }
                                }));
    }

    /** A name, with its type where others have the name as well. */
    private String name(int entity) {
        String name = showing.entity(entity).name();
        return showing.find(EntityRef.of(name)).length > 1 ? showing.described(entity) : name;
    }

    private static String oneLine(String text) {
        return LINE_BREAKS.matcher(text).replaceAll(" ");
    }
}
