package dev.alluvium.state.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.record.RecordPatch;
import dev.alluvium.state.scope.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CommandRoundTripPropertyTest {

    private static final MemoryId MEMORY = new MemoryId("a/b %", "ü\"ser");

    @Property(tries = 300)
    void everyCommandIsReadAsItWasWritten(@ForAll("commands") Command command) {
        byte[] cbor = CommandCodec.encode(command);
        byte[] json = Json.bytes(CommandCodec.toJson(command));

        same(CommandCodec.decode(cbor), command);
        same(CommandCodec.decode(json), command);
        assertThat(CommandCodec.encode(CommandCodec.decode(json))).isEqualTo(cbor);
    }

    private static void same(Command read, Command written) {
        assertThat(read).usingRecursiveComparison().isEqualTo(written);
    }

    @Provide
    Arbitrary<Command> commands() {
        Arbitrary<String> key = text().injectNull(0.5);
        return Arbitraries.oneOf(
                Combinators.combine(key, drafts().list().ofMaxSize(4))
                        .as((k, records) -> new Remember(MEMORY, k, records)),
                Combinators.combine(key, text(), patches())
                        .as((k, id, patch) -> new Update(MEMORY, k, id, patch)),
                Combinators.combine(key, filters()).as((k, f) -> new Forget(MEMORY, k, f)),
                Combinators.combine(key, scopes()).as((k, s) -> new Reset(MEMORY, k, s)),
                Combinators.combine(key, turns().list().ofMaxSize(4))
                        .as((k, turns) -> new LogTurns(MEMORY, k, turns)),
                Combinators.combine(key, text().list().ofMaxSize(4), times())
                        .as((k, ids, at) -> new Touch(MEMORY, k, ids, at)),
                Combinators.combine(
                                key, Arbitraries.maps(text(), text().injectNull(0.2)).ofMaxSize(3))
                        .as((k, options) -> new Configure(MEMORY, k, options)),
                key.map(k -> new Erase(MEMORY, k)));
    }

    private static Arbitrary<RecordDraft> drafts() {
        Arbitrary<RecordDraft> plain =
                Combinators.combine(
                                text().injectNull(0.3),
                                text(),
                                scopes().injectNull(0.3),
                                text().list().uniqueElements().ofMaxSize(3),
                                metadata(),
                                Arbitraries.doubles().between(0, 1).injectNull(0.3),
                                text().injectNull(0.3),
                                Arbitraries.of(true, false))
                        .as(
                                (id,
                                        content,
                                        scope,
                                        categories,
                                        metadata,
                                        importance,
                                        source,
                                        own) ->
                                        new RecordDraft(
                                                id,
                                                content,
                                                scope,
                                                categories,
                                                metadata,
                                                importance,
                                                source,
                                                own,
                                                null,
                                                null,
                                                null,
                                                null));
        return Combinators.combine(plain, times().injectNull(0.3), interval(), vectors())
                .as(
                        (draft, created, interval, vector) ->
                                new RecordDraft(
                                        draft.id(),
                                        draft.content(),
                                        draft.scope(),
                                        draft.categories(),
                                        draft.metadata(),
                                        draft.importance(),
                                        draft.source(),
                                        draft.isPrivate(),
                                        created,
                                        interval.get(0),
                                        interval.get(1),
                                        vector));
    }

    private static Arbitrary<RecordPatch> patches() {
        return Combinators.combine(
                        text().injectNull(0.5),
                        scopes().injectNull(0.5),
                        text().list().uniqueElements().ofMaxSize(3).injectNull(0.5),
                        metadata().injectNull(0.5),
                        Arbitraries.doubles().between(0, 1).injectNull(0.5),
                        Arbitraries.of(true, false).injectNull(0.5),
                        interval(),
                        vectors())
                .as(
                        (content, scope, categories, metadata, importance, own, interval, vector) ->
                                new RecordPatch(
                                        content,
                                        scope,
                                        categories,
                                        metadata,
                                        importance,
                                        null,
                                        own,
                                        interval.get(0),
                                        interval.get(1),
                                        vector));
    }

    private static Arbitrary<ForgetFilter> filters() {
        return Combinators.combine(
                        scopes().list().ofMaxSize(2).injectNull(0.5),
                        text().list().ofMaxSize(2).injectNull(0.5),
                        times().injectNull(0.5),
                        metadata().injectNull(0.5),
                        text().list().ofMaxSize(2).injectNull(0.5))
                .as(
                        (scopes, categories, olderThan, metadata, ids) ->
                                new ForgetFilter(
                                        scopes, categories, olderThan, metadata, ids, true));
    }

    private static Arbitrary<TurnDraft> turns() {
        return Combinators.combine(
                        text().injectNull(0.5),
                        text(),
                        text().injectNull(0.5),
                        text(),
                        times().injectNull(0.5),
                        metadata(),
                        vectors(),
                        vectors())
                .as(
                        (id, session, author, content, at, metadata, own, pair) ->
                                new TurnDraft(
                                        id,
                                        session,
                                        author,
                                        content,
                                        at,
                                        metadata,
                                        own == null
                                                ? List.of()
                                                : pair == null
                                                        ? List.of(own)
                                                        : List.of(own, pair)));
    }

    /** Any characters there are, none blank throughout. */
    private static Arbitrary<String> text() {
        return Arbitraries.strings()
                .withChars("aZ 0\"'\\/%_\n\t\0é李أ\u0301")
                .ofMaxLength(12)
                .map(text -> text + "𝄞x");
    }

    private static Arbitrary<Scope> scopes() {
        return Arbitraries.of("/", "/a", "/a b/c'd", "/%/_", "/李/أ").map(Scope::of);
    }

    private static Arbitrary<Instant> times() {
        return Arbitraries.longs()
                .between(-60_000_000_000L, 250_000_000_000L)
                .map(seconds -> Instant.ofEpochSecond(seconds, Math.floorMod(seconds, 1_000_000)));
    }

    private static Arbitrary<List<Instant>> interval() {
        return Combinators.combine(times().injectNull(0.5), times().injectNull(0.5))
                .as(
                        (from, to) ->
                                from != null && to != null && !from.isBefore(to)
                                        ? java.util.Arrays.asList(from, null)
                                        : java.util.Arrays.asList(from, to));
    }

    private static Arbitrary<Map<String, Object>> metadata() {
        Arbitrary<Object> values =
                Arbitraries.oneOf(
                        text().map(t -> (Object) t),
                        Arbitraries.integers().map(i -> (Object) i),
                        Arbitraries.longs().greaterOrEqual(1L << 40).map(l -> (Object) l),
                        Arbitraries.doubles().between(-1e9, 1e9).map(d -> (Object) (d + 0.5)),
                        Arbitraries.of(true, List.of(1, "two", Map.of("three", false))));
        return Arbitraries.maps(text(), values).ofMaxSize(3);
    }

    private static Arbitrary<float[]> vectors() {
        return Arbitraries.floats()
                .between(-1, 1)
                .array(float[].class)
                .ofSize(3)
                .map(
                        vector -> {
                            vector[0] = vector[0] == 0 ? 1 : vector[0];
                            return vector;
                        })
                .injectNull(0.5);
    }
}
