package dev.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the command reembed asks of a server and shows of its answers. */
class ReembedCommandTest extends CommandTest {

    @Test
    void itEndsWhenTheMemoryIsDone() {
        answer =
                "{\"state\":\"completed\",\"rows\":5,\"rows_done\":5,\"embedded\":3,\"error\":null}";

        int code = run("reembed", "--memory", "a%2Fb/ü");

        assertThat(code).isZero();
        assertThat(asked).isEqualTo("GET /v1/memories/a%2Fb/%C3%BC/reembed");
        assertThat(out.toString()).contains("1 of 1 memories", "3 texts got vectors");
    }

    @Test
    void failureIsShownWithTheWayOut() {
        answer =
                "{\"state\":\"failed\",\"rows\":5000,\"rows_done\":1200,\"embedded\":3,\"error\":\"openai answered 401\"}";

        int code = run("reembed", "--memory", "app/user", "--anew");

        assertThat(code).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "app/user: stopped at 1,200 of 5,000 rows: openai answered 401",
                        "run the same command again",
                        "0 of 1 memories");
    }

    @Test
    void refusalIsShown() {
        status = 422;
        answer = "{\"title\":\"Nothing embeds\",\"detail\":\"there is no embedder\"}";

        assertThat(run("reembed", "--memory", "app/user")).isEqualTo(1);
        assertThat(err.toString()).contains("Nothing embeds (422): there is no embedder");
    }

    @Test
    void whichMemoriesMustBeSaid() {
        assertThat(run("reembed")).isEqualTo(2);
        assertThat(run("reembed", "--all", "--memory", "app/user")).isEqualTo(2);
        assertThat(err.toString()).contains("--memory", "--all");
    }
}
