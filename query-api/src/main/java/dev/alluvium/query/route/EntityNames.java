package dev.alluvium.query.route;

import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Problem;
import dev.alluvium.query.http.ProblemException;
import dev.alluvium.query.read.Reader;
import dev.alluvium.state.graph.Entity;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphText;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.query.FindEntities;
import dev.alluvium.state.query.Query;
import java.time.Duration;
import java.util.List;

/** Entities by the names that paths have: any text, and {@code ?type=} where homonyms share it. */
final class EntityNames {

    private final Reader reader;

    EntityNames(Reader reader) {
        this.reader = reader;
    }

    /** The entity that a path names; {@code type} is read from the parameters. */
    static EntityRef of(Call call) {
        try {
            return new EntityRef(call.context().pathParam("name"), call.parameters().text("type"));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("", e.getMessage());
        }
    }

    /** Another name in the path. */
    static String text(Call call, String parameter) {
        try {
            return GraphText.name(parameter, call.context().pathParam(parameter));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("", e.getMessage());
        }
    }

    /** Refuses a name that means no entity now, or several. */
    void require(Call call, EntityRef of, Duration wait) {
        List<Entity> named = reader.ask(call, new FindEntities(of), wait);
        if (named.isEmpty()) {
            throw unknown(of);
        }
        if (named.size() > 1) {
            throw ambiguous(of, named.stream().map(Entity::type).toList());
        }
    }

    /** Asks about one entity; the owner refuses only a name that means several. */
    <R> R ask(Call call, Query<R> query, Duration wait) {
        try {
            return reader.ask(call, query, wait);
        } catch (InvalidInputException e) {
            throw ambiguous(e.getMessage());
        }
    }

    static ProblemException unknown(EntityRef of) {
        return Problem.notFound("there is no entity \"" + of + "\" here").exception();
    }

    static ProblemException ambiguous(EntityRef of, List<String> types) {
        return ambiguous(
                "\""
                        + of.name()
                        + "\" means "
                        + types.size()
                        + " entities; choose one by its type, ?type= one of "
                        + String.join(", ", types));
    }

    private static ProblemException ambiguous(String detail) {
        return Problem.of(422, "ambiguous-name", "The name means several entities", detail)
                .exception();
    }
}
