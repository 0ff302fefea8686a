package dev.alluvium.cli.endtoend;

import dev.alluvium.cli.TestingCommands;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs what a guide shows of a shell: variables, {@code date}, {@code curl} with {@code -s}, {@code
 * -X}, {@code -H} and {@code --json}, {@code ./alluvium} and {@code cmp}. All else is refused, so
 * that a guide shows nothing that is not run.
 */
final class GuideShell {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Z]+)=(.*)", Pattern.DOTALL);
    private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z]+)");
    private static final Pattern NOW = Pattern.compile("\\$\\(date -u [^)]*\\)");

    /** Quoted, escaped or plain text; comments; ends of words and of commands. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    "'(?<single>[^']*)'|\"(?<double>(?:[^\"\\\\]|\\\\.)*)\"|\\\\\\n|(?<end>\\n)|(?<space>[ \\t]+)"
                            + "|(?<comment>#[^\\n]*)|(?<call>\\$\\([^)]*\\))|(?<plain>[^\\s'\"\\\\#$]+|\\$)",
                    Pattern.DOTALL);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String server;
    private final Path directory;
    private final Map<String, String> variables = new HashMap<>();

    /**
     * @param server takes the place of the address that guides show
     * @param directory where the files are that guides name
     */
    GuideShell(String server, Path directory) {
        this.server = server;
        this.directory = directory;
    }

    /**
     * What the last command writes.
     *
     * @param mayFail whether the last request may be answered by a problem
     */
    String run(String commands, boolean mayFail) throws Exception {
        String output = "";
        List<List<Word>> all = words(commands);
        for (int i = 0; i < all.size(); i++) {
            List<String> words = all.get(i).stream().map(Word::text).toList();
            Matcher assignment = ASSIGNMENT.matcher(words.get(0));
            if (words.size() == 1 && assignment.matches()) {
                variables.put(assignment.group(1), assignment.group(2));
            } else {
                output =
                        switch (words.get(0)) {
                            case "curl" -> curl(words, mayFail && i == all.size() - 1);
                            case "./alluvium" -> alluvium(words);
                            case "cmp" -> compare(file(words.get(1)), file(words.get(2)));
                            default ->
                                    throw new IllegalArgumentException(
                                            "guides show no " + words.get(0));
                        };
            }
        }
        return output;
    }

    private String curl(List<String> words, boolean mayFail)
            throws IOException, InterruptedException {
        String method = null;
        String url = null;
        String body = null;
        List<String> headers = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            switch (words.get(i)) {
                case "-s" -> {}
                case "-X" -> method = words.get(++i);
                case "-H" -> headers.addAll(List.of(words.get(++i).split(": ", 2)));
                case "--json" -> {
                    body = words.get(++i);
                    headers.addAll(List.of("Content-Type", "application/json"));
                }
                default -> url = words.get(i);
            }
        }
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(url))
                        .timeout(LIMIT)
                        .method(
                                method != null ? method : body == null ? "GET" : "POST",
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (!headers.isEmpty()) {
            request.headers(headers.toArray(String[]::new));
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() >= 400 && !mayFail) {
            throw new IllegalStateException(words + " failed: " + response.body());
        }
        return response.body();
    }

    /** As curl does, letters beyond ASCII are sent as they are, which is percent-encoded here. */
    private URI uri(String url) {
        try {
            return URI.create(
                    new URI(url.replace("http://127.0.0.1:7654", server)).toASCIIString());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private String alluvium(List<String> words) {
        List<String> arguments = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            arguments.add(word.endsWith(".jsonl") ? file(word).toString() : word);
        }
        arguments.addAll(List.of("--url", server));
        return TestingCommands.run(arguments.toArray(String[]::new));
    }

    private static String compare(Path one, Path other) throws IOException {
        long difference = Files.mismatch(one, other);
        if (difference >= 0) {
            throw new IllegalStateException(one + " " + other + " differ: byte " + difference);
        }
        return "";
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    /** A word by its parts, which are read when it is its command's turn. */
    private record Word(List<Supplier<String>> parts) {
        String text() {
            return parts.stream().map(Supplier::get).collect(Collectors.joining());
        }
    }

    private List<List<Word>> words(String commands) {
        List<List<Word>> all = new ArrayList<>();
        List<Word> words = new ArrayList<>();
        Word word = null;
        Matcher token = TOKEN.matcher(commands);
        int at = 0;
        while (token.find()) {
            if (token.start() != at) {
                throw new IllegalArgumentException(
                        "guides show no \"" + commands.substring(at, token.end()) + "\"");
            }
            at = token.end();
            if (token.group("end") != null || token.group("space") != null) {
                word = null;
            }
            if (token.group("end") != null && !words.isEmpty()) {
                all.add(words);
                words = new ArrayList<>();
            }
            Supplier<String> part = part(token);
            if (part != null && word == null) {
                word = new Word(new ArrayList<>());
                words.add(word);
            }
            if (part != null) {
                word.parts().add(part);
            }
        }
        return all;
    }

    /** The part of a word that a token is, or null. */
    private Supplier<String> part(Matcher token) {
        String single = token.group("single");
        String quoted = token.group("double");
        String call = token.group("call");
        String plain = token.group("plain");
        if (call != null && !NOW.matcher(call).matches()) {
            throw new IllegalArgumentException("guides show no " + call);
        }
        if (single != null) {
            return () -> single;
        }
        if (quoted != null) {
            return () -> withVariables(quoted.replaceAll("\\\\(.)", "$1"));
        }
        if (call != null) {
            return GuideShell::now;
        }
        return plain == null ? null : () -> withVariables(plain);
    }

    private String withVariables(String text) {
        return VARIABLE.matcher(text)
                .replaceAll(name -> Matcher.quoteReplacement(variable(name.group(1))));
    }

    private String variable(String name) {
        if (!variables.containsKey(name)) {
            throw new IllegalArgumentException("the guide has not set $" + name);
        }
        return variables.get(name);
    }

    /** The time; what is written after it is known later, whose clock counts milliseconds. */
    private static String now() {
        Instant now = Instant.now();
        while (Instant.now().toEpochMilli() == now.toEpochMilli()) {
            Thread.onSpinWait();
        }
        return now.toString();
    }
}
