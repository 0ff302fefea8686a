package dev.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the commands about the graph ask of a server and show of its answers. */
class GraphCommandsTest extends CommandTest {

    private static final String ALICE =
            """
            {"id":"e1","name":"Alice","type":"person","aliases":["Al"],
             "observations":[{"id":"o1","content":"CET","attribute":"timezone","valid_from":"2026-06-10T00:00:00Z","valid_to":null}],
             "relations":[{"id":"r1","source":"Alice","type":"works_at","target":"北京 大学","valid_from":"2021-01-01T00:00:00Z","valid_to":"2030-01-01T00:00:00Z"},
                          {"id":"r2","source":"Bob","type":"knows","target":"Alice","valid_from":"2022-01-01T00:00:00Z","valid_to":null}]}""";

    @Test
    void searchShowsEntitiesWithWhatHoldsOfThem() {
        answer = "{\"matches\":[{\"entity\":" + ALICE + ",\"score\":3.25}],\"suppressed\":2}";

        int code =
                run(
                        "graph",
                        "search",
                        "where does she work?",
                        "--memory",
                        "a/ü",
                        "--limit",
                        "3",
                        "--as-of",
                        "2026-07-01",
                        "--known-at",
                        "2026-08-01T00:00:00+03:00");

        assertThat(code).as(err.toString()).isZero();
        assertThat(asked).isEqualTo("POST /v1/memories/a/%C3%BC/graph/search");
        assertThat(json(sent))
                .isEqualTo(
                        json(
                                """
                                {"query":"where does she work?","limit":3,"as_of":"2026-07-01",
                                 "known_at":"2026-08-01T00:00:00+03:00"}"""));
        assertThat(out.toString())
                .contains(
                        "3.250  Alice (person), also Al  timezone: CET; works_at → 北京 大学; Bob knows → Alice")
                .contains("2 more by facts that do not hold at that time");

        out.getBuffer().setLength(0);
        answer = "{\"matches\":[],\"suppressed\":0}";
        assertThat(run("graph", "search", "", "--memory", "a/b")).isZero();
        assertThat(out.toString().strip()).isEqualTo("nothing found");
    }

    @Test
    void openShowsFactsWithTheirTimesAndNamesWhatIsUnknown() {
        answer = "{\"entities\":[" + ALICE + "],\"unknown\":[\"Zoë\"]}";

        assertThat(run("graph", "open", "al", "Zoë", "--memory", "a/b")).isZero();

        assertThat(json(sent)).isEqualTo(json("{\"names\":[\"al\",\"Zoë\"]}"));
        assertThat(out.toString().lines())
                .containsExactly(
                        "Alice (person), also Al",
                        "FROM        UNTIL       ID  FACT",
                        "2026-06-10  -           o1  timezone: CET",
                        "2021-01-01  2030-01-01  r1  works_at → 北京 大学",
                        "2022-01-01  -           r2  Bob knows → Alice",
                        "",
                        "no entity \"Zoë\"");

        answer = "{\"entities\":[],\"unknown\":[\"Zoë\"]}";
        assertThat(run("graph", "open", "Zoë", "--memory", "a/b", "--json")).isEqualTo(1);
    }

    @Test
    void profileShowsTheCard() {
        answer = "{\"card\":\"Alice (person): timezone: CET\\nBob (person)\"}";

        assertThat(
                        run(
                                "graph",
                                "profile",
                                "--memory",
                                "a/b",
                                "--max-chars",
                                "400",
                                "--as-of",
                                "2026-01-01T00:00:00+03:00"))
                .isZero();
        assertThat(asked)
                .isEqualTo(
                        "GET /v1/memories/a/b/profile?max_chars=400&as_of=2026-01-01T00%3A00%3A00%2B03%3A00");
        assertThat(out.toString().lines())
                .containsExactly("Alice (person): timezone: CET", "Bob (person)");

        run("graph", "profile", "--memory", "a/b");
        assertThat(asked).isEqualTo("GET /v1/memories/a/b/profile");
    }

    @Test
    void historyShowsBothAxes() {
        answer =
                """
                {"entity":{"id":"e1","name":"a/b c"},"facts":[{"id":"o1","versions":[
                  {"entity":"a/b c","content":"one","valid_from":"2021-01-01T00:00:00Z","valid_to":null,
                   "known_from":"2026-01-01T00:00:00Z","known_to":"2026-02-01T00:00:00Z","ended":"corrected"},
                  {"entity":"a/b c","content":"two","valid_from":"2021-01-01T00:00:00Z","valid_to":null,
                   "known_from":"2026-02-01T00:00:00Z","known_to":null,"ended":null}]}]}
                """;

        assertThat(run("graph", "history", "a/b c", "--memory", "a/b")).isZero();

        assertThat(asked).isEqualTo("GET /v1/memories/a/b/graph/entities/a%2Fb%20c/history");
        assertThat(out.toString())
                .contains("2021-01-01  -      2026-01-01  2026-02-01   corrected  o1  one")
                .contains("2021-01-01  -      2026-02-01  -                       o1  two");
    }

    @Test
    void aTimeThatIsNoneIsNamedByTheServersProblem() {
        status = 400;
        answer =
                """
                {"title":"The request is not valid","status":400,"detail":"?as_of: \\"yesterday\\" is not an ISO 8601 time"}""";
        assertThat(run("graph", "profile", "--memory", "a/b", "--as-of", "yesterday")).isEqualTo(1);
        assertThat(err.toString()).contains("\"yesterday\" is not an ISO 8601 time");
    }

    @Test
    void exportsAnMcpMemoryAsThatServerWritesIt() throws IOException {
        Path file = directory.resolve("memory.jsonl");
        answer =
                """
                {"app":"a","user":"b","entity":{"id":"1","name":"Zoë \\"Z\\"","type":"person"}}
                {"app":"a","user":"b","entity":{"id":"2","name":"北京","type":"city","distinct":true}}
                {"app":"a","user":"b","entity":{"id":"3","name":"北京","type":"dish","distinct":true}}
                {"app":"a","user":"b","observation":{"entity":"Zoë \\"Z\\"","id":"4","content":"likes \\ud83c\\udf75/\\u001b","attribute":"x"}}
                {"app":"a","user":"b","observation":{"entity":"Zoë \\"Z\\"","id":"5","content":"likes \\ud83c\\udf75/\\u001b","attribute":"y"}}
                {"app":"a","user":"b","observation":{"entity":{"name":"北京","type":"city"},"id":"6","content":"big"}}
                {"app":"a","user":"b","relation":{"id":"7","source":"Zoë \\"Z\\"","type":"lives_in","target":{"name":"北京","type":"city"}}}
                """;

        assertThat(
                        run(
                                "export",
                                "--memory",
                                "a/b",
                                "--format",
                                "mcp-memory",
                                "-o",
                                file.toString()))
                .isZero();

        assertThat(asked).endsWith("/export?include_private=false&kind=graph&as_of=now");
        assertThat(Files.readString(file))
                .isEqualTo(
                        """
                        {"type":"entity","name":"Zoë \\"Z\\"","entityType":"person","observations":["likes 🍵/\\u001b"]}
                        {"type":"entity","name":"北京","entityType":"city","observations":["big"]}
                        {"type":"relation","from":"Zoë \\"Z\\"","to":"北京","relationType":"lives_in"}""");
        assertThat(run("export", "--memory", "a/b", "--format", "mcp-memory", "--vectors"))
                .isEqualTo(2);
    }

    @Test
    void exportsAGraphForAnyMemoryAndSaysWhereItBreaksOff() throws IOException {
        Path file = directory.resolve("graph.jsonl");
        String row = "\"observation\":{\"entity\":\"A\",\"content\":\"🍵\"}}\n";
        answer = "{\"app\":\"a\",\"user\":\"b\"," + row;

        assertThat(
                        run(
                                "export",
                                "--memory",
                                "a/b",
                                "--format",
                                "graph-jsonl",
                                "--as-of",
                                "2021-01-01",
                                "--known-at",
                                "2026-01-01",
                                "-o",
                                file.toString()))
                .isZero();
        assertThat(asked).endsWith("&kind=graph&as_of=2021-01-01&known_at=2026-01-01");
        assertThat(Files.readString(file)).isEqualTo("{" + row);

        answer += "{\"problem\":{\"title\":\"t\",\"detail\":\"the memory is recovering\"}}\n";
        assertThat(
                        run(
                                "export",
                                "--memory",
                                "a/b",
                                "--format",
                                "graph-jsonl",
                                "-o",
                                file.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("not whole").contains("the memory is recovering");
    }
}
