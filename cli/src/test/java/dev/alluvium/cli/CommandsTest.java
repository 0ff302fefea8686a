package dev.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.alluvium.state.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the commands about records ask of a server and show of its answers. */
class CommandsTest extends CommandTest {

    @Test
    void recallAsksWithAllItsFiltersAndShowsATable() {
        answer =
                """
                {"matches":[{"record":{"id":"r1","content":"PostgreSQL を使う","scope":"/team",
                 "created_at":"2026-01-02T03:04:05Z"},"score":0.8412,"match_reasons":["semantic"],
                 "parts":{"similarity":null,"lexical":0.5,"recency":1,"importance":0.5}}],"suppressed":2}
                """;

        int code =
                run(
                        "recall",
                        "which database",
                        "--memory",
                        "a%2Fb/ü",
                        "--scope",
                        "/team,/ops",
                        "--categories",
                        "x",
                        "--source",
                        "bot",
                        "--include-private",
                        "--limit",
                        "3",
                        "--mode",
                        "lexical",
                        "--depth",
                        "shallow",
                        "--as-of",
                        "2026-01-01T00:00:00Z");

        assertThat(code).isZero();
        assertThat(asked).isEqualTo("POST /v1/memories/a%2Fb/%C3%BC/recall");
        JsonNode body = Json.parse(sent.getBytes(StandardCharsets.UTF_8));
        assertThat(body)
                .isEqualTo(
                        json(
                                """
                                {"query":"which database","limit":3,"scopes":["/team","/ops"],"categories":["x"],
                                 "source":"bot","mode":"lexical","depth":"shallow","as_of":"2026-01-01T00:00:00Z","include_private":true}
                                """));
        assertThat(out.toString())
                .contains("SCORE")
                .contains("0.841  /team  2026-01-02  r1  PostgreSQL を使う")
                .contains("2 more are left out");
    }

    @Test
    void recallExplainsAndSearchesTurnsAndPrintsJson() {
        answer =
                """
                {"matches":[{"record":{"id":"r1","content":"text","scope":"/"},"score":0.84,
                 "match_reasons":["semantic","recency"],
                 "parts":{"similarity":null,"lexical":0.5,"recency":1,"importance":0.5}}],
                 "timing":{"embed_ms":4.2,"wait_ms":0.1,"search_ms":1.5}}
                """;
        assertThat(run("recall", "q", "--memory", "a/b", "--explain")).isZero();
        assertThat(out.toString()).contains("semantic recency").contains("embedding 4.2 ms");
        assertThat(sent).contains("\"explain\":true");

        answer =
                """
                {"matches":[{"turn":{"id":"D1:3","session":"session_1","author":"Caroline","at":"2023-05-08T13:56:00Z",
                 "content":"I went"},"score":0.9,"parts":{"lexical":1}}]}
                """;
        assertThat(run("recall", "q", "--memory", "a/b", "--turns", "--session", "session_1"))
                .isZero();
        assertThat(asked).endsWith("/turns/search");
        assertThat(out.toString())
                .contains("0.900  2023-05-08 13:56  session_1  Caroline  D1:3  I went");
        assertThat(run("recall", "q", "--memory", "a/b", "--turns", "--scope", "/x")).isEqualTo(2);
        assertThat(run("recall", "q", "--memory", "a/b", "--turns", "--depth", "deep"))
                .isEqualTo(2);

        out.getBuffer().setLength(0);
        assertThat(run("recall", "q", "--memory", "a/b", "--json")).isZero();
        assertThat(json(out.toString())).isEqualTo(json(answer));
    }

    @Test
    void recallTellsWhatADeepRecallDid() {
        answer =
                """
                {"matches":[{"record":{"id":"r1","content":"text","scope":"/"},"score":0.84,"match_reasons":[],"parts":{}}],
                 "depth":"deep","evidence_gaps":["Who may read it."],
                 "fallback":{"step":"evidence_gaps","reason":"timeout","detail":"model m did not answer in time"},
                 "timing":{"embed_ms":4.2,"wait_ms":0.1,"search_ms":1.5},
                 "deep":{"route":"explored","because":"the model did not help","confidence":0.4,"steps":[
                  {"step":"search","searches":[{"query":"q","scopes":[],"results":3,"new":3}]},
                  {"step":"query_analysis","took_ms":12.5,"sub_queries":["one"],"scopes":["/shop"],"ignored_scopes":["/eve"],"complexity":0.8},
                  {"step":"search","took_ms":2,"searches":[{"query":"one","scopes":["/shop"],"results":2,"new":1}]},
                  {"step":"route","confidence":0.4,"next":"explore","because":"confidence is low"},
                  {"step":"evidence_gaps","took_ms":3000,"fallback":"timeout","detail":"model m did not answer in time"}]}}
                """;
        assertThat(run("recall", "q", "--memory", "a/b", "--explain")).isZero();
        assertThat(out.toString().lines())
                .contains(
                        "missing: Who may read it.",
                        "the language model did not help: model m did not answer in time",
                        "deep, explored: the model did not help",
                        "  search: \"q\" found 3, 3 new",
                        "  query_analysis (12.5 ms): asks \"one\"; ignores /eve",
                        "  search (2 ms): \"one\" in /shop found 2, 1 new",
                        "  route: explore: confidence is low",
                        "  evidence_gaps (3000 ms): model m did not answer in time");
    }

    @Test
    void treeDrawsBranches() {
        answer =
                """
                {"path":"/","record_count":1234,"children":[
                 {"path":"/a","record_count":1,"children":[{"path":"/a/b c","record_count":1,"children":[]}]},
                 {"path":"/研究","record_count":3,"children":[],"hidden_scopes":7}]}
                """;

        assertThat(run("tree", "--memory", "a/b", "--path", "/", "--max-depth", "2")).isZero();

        assertThat(asked).isEqualTo("GET /v1/memories/a/b/scopes/tree?path=%2F&max_depth=2");
        assertThat(out.toString().lines())
                .containsExactly(
                        "/ (1,234 records)",
                        "├─ a (1 record)",
                        "│  └─ b c (1 record)",
                        "└─ 研究 (3 records)",
                        "   └─ … 7 more below; give a larger --max-depth");
    }

    @Test
    void forgetNeedsAFilterAndAYes() {
        answer = "{\"position\":\"0:1\",\"forgotten\":2}";
        assertThat(run("forget", "--memory", "a/b", "--yes")).isEqualTo(2);
        assertThat(err.toString()).contains("no filter is given");
        assertThat(run("forget", "--memory", "a/b", "--scope", "/x")).isEqualTo(2);
        assertThat(err.toString()).contains("give --yes");
        assertThat(asked).isNull();

        assertThat(
                        run(
                                "forget",
                                "--memory",
                                "a/b",
                                "--yes",
                                "--scope",
                                "/x",
                                "--metadata",
                                "n=1",
                                "--metadata",
                                "t=free text",
                                "--older-than",
                                "2026-01-01T00:00:00Z",
                                "--id",
                                "r1,r2"))
                .isZero();
        assertThat(asked).isEqualTo("POST /v1/memories/a/b/forget?wait=true");
        assertThat(json(sent))
                .isEqualTo(
                        json(
                                """
                                {"scopes":["/x"],"older_than":"2026-01-01T00:00:00Z","ids":["r1","r2"],
                                 "metadata":{"n":1,"t":"free text"}}
                                """));
        assertThat(out.toString()).contains("2 records deleted from a/b");
    }

    @Test
    void exportCopiesLinesAndSaysWhereTheyBreakOff() throws IOException {
        Path file = directory.resolve("memory.jsonl");
        answer = "{\"app\":\"a\",\"record\":{}}\n{\"app\":\"a\",\"turn\":{}}\n";
        assertThat(run("export", "--memory", "a/b", "-o", file.toString(), "--vectors")).isZero();
        assertThat(asked).startsWith("GET /v1/memories/a/b/export?").contains("vector=true");
        assertThat(Files.readString(file)).isEqualTo(answer);

        answer += "{\"problem\":{\"title\":\"t\",\"detail\":\"the memory is recovering\"}}\n";
        assertThat(run("export", "--memory", "a/b", "-o", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("not whole").contains("the memory is recovering");
    }

    @Test
    void problemsAreOneReadableLine() {
        status = 400;
        answer =
                """
                {"type":"/problems/invalid-request","title":"The request is not valid","status":400,
                 "detail":"two fields are wrong","errors":[{"pointer":"/limit","detail":"limit 0 is not in [1, 1000]"},
                 {"pointer":"/mode","detail":"unknown mode"}]}
                """;
        assertThat(run("recall", "q", "--memory", "a/b")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "alluvium: The request is not valid (400): two fields are wrong"
                                + " [/limit: limit 0 is not in [1, 1000]; /mode: unknown mode]"
                                + System.lineSeparator());
    }

    @Test
    void aMissingServerAndBadNamesAreExplained() {
        int port = port();
        stop();
        assertThat(run("tree", "--memory", "a/b")).isEqualTo(1);
        assertThat(err.toString())
                .contains("no answer from http://127.0.0.1:" + port)
                .contains("alluvium serve");
        assertThat(run("tree", "--memory", "nouser")).isEqualTo(2);
        assertThat(err.toString()).contains("\"nouser\" is not app/user");
        assertThat(run("tree")).isEqualTo(2);
    }

    @Test
    void everyCommandHasHelpAndBackfillItsExitCodes() {
        assertThat(run("backfill", "--help")).isZero();
        assertThat(out.toString())
                .contains("FILE.rejected")
                .contains("3")
                .contains("--give-up-after");
        assertThat(run("backfill", "x", "--format", "locomo", "--memory", "a/b")).isEqualTo(2);
        for (String[] none : new String[][] {{"--kind", "turns"}, {"--format", "locomo"}}) {
            assertThat(run("backfill", "x", "--infer", none[0], none[1])).isEqualTo(2);
            assertThat(err.toString()).contains(String.join(" ", none) + " has none");
        }
        assertThat(run("backfill", "x", "--give-up-after", "soon")).isEqualTo(2);
        assertThat(err.toString()).contains("\"soon\" is not a time");
        assertThat(run("backfill", directory.resolve("none").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("cannot read");
    }
}
