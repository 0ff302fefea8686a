package dev.alluvium.state.core;

import dev.alluvium.state.MemoryId;
import dev.alluvium.state.Position;
import dev.alluvium.state.change.Change.PutUndistilled;
import dev.alluvium.state.command.Distill;
import dev.alluvium.state.decide.SessionQuestion;
import dev.alluvium.state.decide.SessionQuestion.Said;
import dev.alluvium.state.decide.Undistilled;
import dev.alluvium.state.episode.Turn;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.outcome.ItemOutcome;
import dev.alluvium.state.record.RecordDraft;
import dev.alluvium.state.store.MemoryRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps which turns of each session are not distilled, and says when they are to be: by their
 * number as they come, or by the silence after them when someone who has a clock asks. Turns
 * without a session belong to none.
 */
final class SessionNotes {

    /** No question is of more turns, and no note. */
    private static final int MOST = 1000;

    /** A question has no more turns than one that begins before these. */
    private static final int ENOUGH_CHARACTERS = 200_000;

    private SessionNotes() {}

    /** Notes the turns that a command has logged; the questions that are due by their number. */
    static List<SessionQuestion> logged(
            MemoryId memory,
            Position position,
            List<ItemOutcome> outcomes,
            Draft draft,
            MemoryOptions options) {
        int count = options.count(Setting.DISTILL_COUNT);
        if (count == 0 && options.get(Setting.DISTILL_GAP_SECONDS) == 0) {
            return List.of();
        }
        Map<String, List<Long>> came = new LinkedHashMap<>();
        for (ItemOutcome outcome : outcomes) {
            long row = draft.turnRow(outcome.id());
            Turn turn = row < 0 ? null : draft.turn(row);
            if (outcome.action() == ItemOutcome.Action.INSERTED
                    && turn != null
                    && !turn.session().isEmpty()) {
                came.computeIfAbsent(turn.session(), session -> new ArrayList<>()).add(row);
            }
        }
        List<SessionQuestion> due = new ArrayList<>();
        came.forEach(
                (session, rows) -> {
                    Undistilled before = draft.base().undistilled(session);
                    List<Long> all = new ArrayList<>();
                    int asked = before == null ? 0 : before.asked();
                    if (before != null) {
                        all.addAll(before.turns());
                    }
                    all.addAll(rows);
                    int open = all.size() - asked;
                    boolean isDue = count > 0 && open >= count || all.size() >= MOST;
                    Undistilled note = new Undistilled(all, asked, position, draft.known());
                    if (isDue) {
                        SessionQuestion question =
                                question(memory, session, note, asked, draft::turn, options);
                        due.add(question);
                        int upTo = all.indexOf(question.upTo()) + 1;
                        note = new Undistilled(all, upTo, position, draft.known());
                    }
                    draft.add(new PutUndistilled(session, note));
                });
        return due;
    }

    /** The sessions that have been silent long enough at an instant. */
    static List<SessionQuestion> silent(
            MemoryId memory, MemoryRows rows, MemoryOptions options, Instant now) {
        double gap = options.get(Setting.DISTILL_GAP_SECONDS);
        List<SessionQuestion> due = new ArrayList<>();
        if (gap == 0) {
            return due;
        }
        for (String session : rows.undistilledSessions()) {
            Undistilled note = rows.undistilled(session);
            boolean isSilent = !note.at().plus(Duration.ofSeconds((long) gap)).isAfter(now);
            if (isSilent && note.asked() < note.turns().size()) {
                due.add(question(memory, session, note, note.asked(), rows::turn, options));
            }
        }
        return due;
    }

    /**
     * Takes what was distilled off the note.
     *
     * @return its records and facts that come from turns which were not distilled before and are
     *     still there: two questions may have had the same ones, as by number and by silence, and
     *     what was deleted while the model read it must not come back. Null if there are no such
     *     turns
     */
    static Distill distilled(Distill command, Draft draft) {
        Undistilled note = draft.base().undistilled(command.session());
        if (note == null || note.turns().get(0) > command.upTo()) {
            return null;
        }
        Set<Long> open = new HashSet<>(note.turns());
        List<Long> left = note.turns().stream().filter(row -> row > command.upTo()).toList();
        int gone = note.turns().size() - left.size();
        draft.add(
                new PutUndistilled(
                        command.session(),
                        left.isEmpty()
                                ? null
                                : new Undistilled(
                                        left,
                                        Math.max(0, note.asked() - gone),
                                        note.of(),
                                        note.at())));
        return command.keeping(
                command.records().stream()
                        .filter(
                                record ->
                                        turns(record).isEmpty()
                                                || turns(record).stream()
                                                        .map(draft::turnRow)
                                                        .anyMatch(open::contains))
                        .toList(),
                SessionFacts.of(command.facts(), open, draft));
    }

    /** The ids of the turns that a record was distilled from. */
    private static List<String> turns(RecordDraft record) {
        Object from = record.metadata().get(Distill.PROVENANCE);
        Object turns = from instanceof Map<?, ?> map ? map.get("turns") : null;
        return turns instanceof List<?> ids
                ? ids.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Finds a turn by its row, where it is still kept. */
    @FunctionalInterface
    private interface Turns {
        Turn at(long row);
    }

    /** Of the turns from one on, as many as a model may be expected to read. */
    private static SessionQuestion question(
            MemoryId memory,
            String session,
            Undistilled note,
            int from,
            Turns turns,
            MemoryOptions options) {
        List<Said> said = new ArrayList<>();
        long characters = 0;
        int next = from;
        while (next < note.turns().size() && characters < ENOUGH_CHARACTERS) {
            Turn turn = turns.at(note.turns().get(next++));
            if (turn != null) {
                said.add(new Said(turn.id(), turn.author(), turn.content(), turn.at()));
                characters += turn.content().length();
            }
        }
        boolean facts = options.count(Setting.DISTILL_FACTS) > 0;
        return new SessionQuestion(
                memory,
                session,
                note.of(),
                note.turns().get(next - 1),
                said,
                facts,
                facts ? options.singleValued().stream().sorted().toList() : List.of());
    }
}
