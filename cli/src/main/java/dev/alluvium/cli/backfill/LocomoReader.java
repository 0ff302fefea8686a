package dev.alluvium.cli.backfill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import dev.alluvium.cli.backfill.LocomoConversation.Question;
import dev.alluvium.state.episode.TurnDraft;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a file of LoCoMo (Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM
 * Agents", 2024) one conversation at a time, so that a file of any size can be backfilled.
 *
 * <p>Each turn gets the session's name and date (taken as UTC), its speaker as author, and the
 * caption of its image, if it shows one, in its content.
 */
public final class LocomoReader implements AutoCloseable {

    private static final Pattern SESSION = Pattern.compile("session_(\\d+)");

    /** Ids of turns as people wrote them: {@code D1:3}, {@code D:11:26}, {@code D8:6; D9:17}. */
    private static final Pattern EVIDENCE = Pattern.compile("D:?(\\d+):0*(\\d+)");

    /** {@code 1:56 pm on 8 May, 2023}. */
    private static final DateTimeFormatter DATE_TIME =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern("h:mm a 'on' d MMMM, uuuu")
                    .toFormatter(Locale.ENGLISH);

    private final Path file;
    private final MappingIterator<JsonNode> conversations;

    /** Opens a file, which holds an array of conversations. */
    public LocomoReader(Path file) throws IOException {
        this.file = file;
        this.conversations = Json.MAPPER.readerFor(JsonNode.class).readValues(file.toFile());
    }

    /** The next conversation, or null at the end. */
    public LocomoConversation next() throws IOException {
        if (!conversations.hasNextValue()) {
            return null;
        }
        JsonNode sample = conversations.nextValue();
        String sampleId = sample.path("sample_id").asText();
        JsonNode conversation = sample.path("conversation");
        if (sampleId.isEmpty() || !conversation.isObject()) {
            throw new IOException(
                    file
                            + " is not a LoCoMo file: an item has no sample_id or no conversation; its"
                            + " items have both");
        }
        return new LocomoConversation(sampleId, turns(conversation), questions(sample.path("qa")));
    }

    @Override
    public void close() throws IOException {
        conversations.close();
    }

    private List<TurnDraft> turns(JsonNode conversation) throws IOException {
        List<TurnDraft> turns = new ArrayList<>();
        for (String session : sessions(conversation)) {
            Instant at = dateTime(conversation.path(session + "_date_time").asText());
            for (JsonNode turn : conversation.get(session)) {
                String content = content(turn);
                if (!content.isBlank()) {
                    turns.add(
                            new TurnDraft(
                                    turn.path("dia_id").asText(null),
                                    session,
                                    turn.path("speaker").asText(null),
                                    content,
                                    at,
                                    Map.of(),
                                    List.of()));
                }
            }
        }
        return turns;
    }

    private static List<String> sessions(JsonNode conversation) {
        List<Integer> numbers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : conversation.properties()) {
            Matcher name = SESSION.matcher(field.getKey());
            if (name.matches() && field.getValue().isArray()) {
                numbers.add(Integer.valueOf(name.group(1)));
            }
        }
        return numbers.stream().sorted().map(number -> "session_" + number).toList();
    }

    private static String content(JsonNode turn) {
        String text = turn.path("text").asText("").strip();
        String caption = turn.path("blip_caption").asText("").strip();
        if (caption.isEmpty()) {
            return text;
        }
        return text.isEmpty() ? "(image: " + caption + ")" : text + " (image: " + caption + ")";
    }

    private Instant dateTime(String text) throws IOException {
        try {
            return LocalDateTime.parse(text, DATE_TIME).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new IOException(
                    file
                            + " has the session date \""
                            + text
                            + "\"; expected is one like \"1:56 pm on 8 May, 2023\"",
                    e);
        }
    }

    private static List<Question> questions(JsonNode qa) {
        List<Question> questions = new ArrayList<>();
        for (JsonNode question : qa) {
            questions.add(
                    new Question(
                            question.path("question").asText(),
                            question.path("category").asInt(),
                            evidence(question.path("evidence"))));
        }
        return questions;
    }

    private static Set<String> evidence(JsonNode names) {
        Set<String> ids = new LinkedHashSet<>();
        for (JsonNode name : names) {
            Matcher id = EVIDENCE.matcher(name.asText());
            while (id.find()) {
                ids.add("D" + id.group(1) + ":" + id.group(2));
            }
        }
        return ids;
    }
}
