package dev.alluvium.state.graph;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The keys under which a memory's graph finds its entities and facts. */
public final class GraphKeys {

    private GraphKeys() {}

    /** Of the entities that have a name or alias. */
    public static String name(String name) {
        return "n" + GraphText.key(name);
    }

    /** Of the entity with an id. */
    public static String entity(String id) {
        return "e" + id;
    }

    /** Of the fact with an id. */
    public static String fact(String id) {
        return "i" + id;
    }

    /** Of the facts that say or once said so; of a text whatever its attribute. */
    public static String claim(Claim claim) {
        return "c" + digest(claim.match(ClaimTexts.INSTANCE));
    }

    /** Of the facts attached to an entity, a page of them. */
    public static String links(long entity, long page) {
        return "l" + entity + "/" + page;
    }

    /** Of the entities that were merged into one. */
    public static String merged(long into) {
        return "m" + into;
    }

    /** Of the facts that a merge moved away from an entity. */
    public static String moved(long from) {
        return "v" + from;
    }

    /** Of the facts that one superseded. */
    public static String superseded(long by) {
        return "s" + by;
    }

    /** What an entity has one or several values of: an attribute or a type of relations. */
    public static String slot(Claim claim) {
        return claim.match(SlotKinds.INSTANCE) + claim.slot();
    }

    /** Of the timeline on which a claim has its place. */
    public static String timeline(Claim claim) {
        return claim.subject() + slot(claim);
    }

    /** Of a page of a timeline. */
    public static String page(String timeline, long number) {
        // A slot has no line break: its white space is collapsed.
        return timeline + '\n' + number;
    }

    /** A short text in place of one of any length. */
    public static String digest(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] digest = sha.digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private enum SlotKinds implements Claim.Visitor<String> {
        INSTANCE;

        @Override
        public String observation(Claim.Observation observation) {
            return "o";
        }

        @Override
        public String relation(Claim.Relation relation) {
            return "r";
        }
    }

    private enum ClaimTexts implements Claim.Visitor<String> {
        INSTANCE;

        @Override
        public String observation(Claim.Observation claim) {
            return "o" + claim.subject() + '\n' + claim.text();
        }

        @Override
        public String relation(Claim.Relation claim) {
            return "r" + claim.subject() + '\n' + claim.target() + '\n' + claim.type();
        }
    }
}
