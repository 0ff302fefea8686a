package dev.alluvium.query.route;

import static dev.alluvium.query.columns.OutColumn.flag;
import static dev.alluvium.query.columns.OutColumn.json;
import static dev.alluvium.query.columns.OutColumn.number;
import static dev.alluvium.query.columns.OutColumn.text;
import static dev.alluvium.query.columns.OutColumn.texts;
import static dev.alluvium.query.columns.OutColumn.time;

import dev.alluvium.query.columns.OutColumn;
import dev.alluvium.query.http.Call;
import dev.alluvium.state.MemoryId;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.query.GetRecord.Found;
import dev.alluvium.state.recall.Match;
import dev.alluvium.state.record.MemoryRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Which columns records, turns and matches have, with the names that an import reads. */
final class RecordColumns {

    private RecordColumns() {}

    /**
     * Of an export.
     *
     * @param dimension of the vectors; 0 for no such column
     */
    static List<OutColumn<Found>> ofRecords(Call call, int dimension) {
        List<OutColumn<Found>> columns = new ArrayList<>(ofMemory(call.memory()));
        columns.addAll(ofRecord(call, Found::record));
        if (dimension > 0) {
            columns.add(OutColumn.vector("vector", dimension, Found::vector));
        }
        return columns;
    }

    static List<OutColumn<Turn>> ofTurns(MemoryId memory) {
        List<OutColumn<Turn>> columns = new ArrayList<>(ofMemory(memory));
        columns.add(text("id", Turn::id));
        columns.add(text("session", Turn::session));
        columns.add(text("author", Turn::author));
        columns.add(text("content", Turn::content));
        columns.add(time("at", Turn::at));
        columns.add(json("metadata", Turn::metadata));
        return columns;
    }

    /**
     * Of a recall: the record as it is shown, and why it was found.
     *
     * @param dimension of the vectors; 0 for no such column
     * @param vectors of the matches
     */
    static List<OutColumn<Match>> ofMatches(
            Call call, int dimension, Function<Match, float[]> vectors) {
        List<OutColumn<Match>> columns = new ArrayList<>(ofRecord(call, Match::record));
        columns.add(number("version", match -> (double) match.record().version()));
        columns.add(time("last_accessed", match -> match.record().lastAccessed()));
        columns.add(time("known_from", match -> match.record().knownFrom()));
        columns.add(time("known_to", match -> match.record().knownTo()));
        if (dimension > 0) {
            columns.add(OutColumn.vector("vector", dimension, vectors));
        }
        columns.add(number("score", Match::score));
        columns.add(texts("match_reasons", Match::reasons));
        columns.add(part("similarity", Match.Parts::similarity));
        columns.add(part("lexical", Match.Parts::lexical));
        columns.add(part("relevance", Match.Parts::relevance));
        columns.add(part("recency", Match.Parts::recency));
        columns.add(part("importance", Match.Parts::importance));
        return columns;
    }

    private static OutColumn<Match> part(String name, Function<Match.Parts, Double> part) {
        return number(
                "score_" + name,
                match -> {
                    double value = part.apply(match.parts());
                    return Double.isNaN(value) ? null : value;
                });
    }

    private static <T> List<OutColumn<T>> ofMemory(MemoryId memory) {
        return List.of(text("app", row -> memory.app()), text("user", row -> memory.user()));
    }

    private static <T> List<OutColumn<T>> ofRecord(Call call, Function<T, MemoryRecord> record) {
        return List.of(
                text("id", record.andThen(MemoryRecord::id)),
                text("content", record.andThen(MemoryRecord::content)),
                text("scope", row -> call.view().shown(record.apply(row).scope()).path()),
                texts("categories", record.andThen(MemoryRecord::categories)),
                json("metadata", record.andThen(MemoryRecord::metadata)),
                number("importance", record.andThen(MemoryRecord::importance)),
                text("source", record.andThen(MemoryRecord::source)),
                flag("private", record.andThen(MemoryRecord::isPrivate)),
                time("created_at", record.andThen(MemoryRecord::createdAt)),
                time("valid_from", record.andThen(MemoryRecord::validFrom)),
                time("valid_to", record.andThen(MemoryRecord::validTo)));
    }
}
