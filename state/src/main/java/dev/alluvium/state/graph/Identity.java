package dev.alluvium.state.graph;

/** A word about which names mean which entity; each is recorded and has its opposite. */
public sealed interface Identity {

    <R> R match(Visitor<R> visitor);

    /** The entity is also called so. */
    record AddAlias(EntityRef entity, String alias) implements Identity {
        public AddAlias {
            alias = GraphText.name("alias", alias);
        }

        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.addAlias(this);
        }
    }

    /** The entity is not called so any more. */
    record RemoveAlias(EntityRef entity, String alias) implements Identity {
        public RemoveAlias {
            alias = GraphText.name("alias", alias);
        }

        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.removeAlias(this);
        }
    }

    /** Two entities are one: the first one's names and facts become the second one's. */
    record Merge(EntityRef from, EntityRef into) implements Identity {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.merge(this);
        }
    }

    /** A merge was wrong: what it moved goes back. {@code from} is the entity that was merged. */
    record Unmerge(EntityRef from) implements Identity {
        @Override
        public <R> R match(Visitor<R> visitor) {
            return visitor.unmerge(this);
        }
    }

    /** One case for each kind. */
    interface Visitor<R> {
        R addAlias(AddAlias identity);

        R removeAlias(RemoveAlias identity);

        R merge(Merge identity);

        R unmerge(Unmerge identity);
    }
}
