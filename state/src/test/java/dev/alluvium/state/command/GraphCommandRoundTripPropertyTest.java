package dev.alluvium.state.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.graph.EntityDraft;
import dev.alluvium.state.graph.EntityRef;
import dev.alluvium.state.graph.GraphSelection;
import dev.alluvium.state.graph.Identity;
import dev.alluvium.state.graph.ObservationDraft;
import dev.alluvium.state.graph.ObservationsDraft;
import dev.alluvium.state.graph.Provenance;
import dev.alluvium.state.graph.RelationDraft;
import dev.alluvium.state.graph.Revision;
import dev.alluvium.state.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The commands of the graph, written and read with every field there or left out. */
class GraphCommandRoundTripPropertyTest {

    private static final MemoryId MEMORY = new MemoryId("a/b %", "ü\"ser");

    private static final int[] CHARACTERS = "aZ 0\"'\\/%_\n\t\0é李أ\u0301𝄞".codePoints().toArray();

    private Random random;

    @Property(tries = 400)
    void everyCommandIsReadAsItWasWritten(@ForAll long seed) {
        random = new Random(seed);
        Command command = command();
        byte[] cbor = CommandCodec.encode(command);
        byte[] json = Json.bytes(CommandCodec.toJson(command));

        assertThat(CommandCodec.decode(cbor)).usingRecursiveComparison().isEqualTo(command);
        assertThat(CommandCodec.decode(json)).usingRecursiveComparison().isEqualTo(command);
        assertThat(CommandCodec.encode(CommandCodec.decode(json))).isEqualTo(cbor);
    }

    private Command command() {
        String key = maybe(this::text);
        return switch (random.nextInt(4)) {
            case 0 ->
                    new AssertFacts(
                                    MEMORY,
                                    key,
                                    list(this::entity),
                                    list(this::observations),
                                    list(this::relation),
                                    random.nextBoolean())
                            .partial(random.nextBoolean());
            case 1 -> new ReviseFact(MEMORY, key, text(), revision());
            case 2 -> new IdentifyEntity(MEMORY, key, identity());
            default ->
                    new DeleteFacts(
                            MEMORY,
                            key,
                            new GraphSelection(
                                    list(this::reference),
                                    list(
                                            () ->
                                                    new GraphSelection.Observations(
                                                            reference(), list(this::text))),
                                    list(
                                            () ->
                                                    new GraphSelection.Triple(
                                                            reference(), text(), reference())),
                                    list(this::text),
                                    list(this::text),
                                    List.of(text())));
        };
    }

    private EntityDraft entity() {
        String type = maybe(this::text);
        return new EntityDraft(
                maybe(this::text),
                text(),
                type,
                type != null && random.nextBoolean(),
                list(this::text),
                list(this::observation));
    }

    private ObservationsDraft observations() {
        return new ObservationsDraft(reference(), list(this::observation));
    }

    private ObservationDraft observation() {
        String attribute = maybe(this::text);
        Instant from = maybe(this::time);
        return new ObservationDraft(
                maybe(this::text),
                text(),
                attribute,
                attribute == null ? null : maybe(random::nextBoolean),
                from,
                maybe(() -> after(from)),
                provenance(),
                maybe(this::vector));
    }

    private RelationDraft relation() {
        Instant from = maybe(this::time);
        return new RelationDraft(
                maybe(this::text),
                reference(),
                text(),
                reference(),
                maybe(random::nextBoolean),
                from,
                maybe(() -> after(from)),
                provenance(),
                maybe(this::vector));
    }

    private Revision revision() {
        Instant from = maybe(this::time);
        boolean open = random.nextBoolean();
        return switch (random.nextInt(4)) {
            case 0 -> new Revision.Invalidate(maybe(this::time));
            case 1 -> new Revision.Retract(maybe(this::text));
            case 2 -> new Revision.Supersede(text(), maybe(this::time));
            default ->
                    new Revision.Correct(
                            maybe(this::text),
                            maybe(this::text),
                            maybe(this::reference),
                            from,
                            open ? null : maybe(() -> after(from)),
                            open,
                            random.nextDouble(),
                            maybe(this::time),
                            maybe(this::vector));
        };
    }

    private Identity identity() {
        return switch (random.nextInt(4)) {
            case 0 -> new Identity.AddAlias(reference(), text());
            case 1 -> new Identity.RemoveAlias(reference(), text());
            case 2 -> new Identity.Merge(reference(), reference());
            default -> new Identity.Unmerge(reference());
        };
    }

    private Provenance provenance() {
        return new Provenance(
                maybe(this::text),
                maybe(this::text),
                maybe(this::text),
                maybe(this::text),
                maybe(random::nextDouble));
    }

    private EntityRef reference() {
        return new EntityRef(text(), maybe(this::text));
    }

    private <T> T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private <T> List<T> list(Supplier<T> item) {
        List<T> list = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            list.add(item.get());
        }
        return list;
    }

    /** Any characters there are, not blank throughout. */
    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(10); i > 0; i--) {
            text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.append('x').toString();
    }

    private Instant time() {
        return Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
    }

    private Instant after(Instant from) {
        return from == null ? time() : from.plusNanos(1 + random.nextInt(1_000));
    }

    private float[] vector() {
        return new float[] {1 + random.nextFloat(), random.nextFloat(), 0};
    }
}
