package dev.alluvium.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The guide to the graph shows what happens: each of its steps, in order, on a server. */
class GraphGuideITCase {

    @RegisterExtension static final SharedServer SERVER = new SharedServer();

    private static final Pattern FILE =
            Pattern.compile("`(\\w+\\.jsonl)`:\n\n```jsonl\n(.*?)\n```", Pattern.DOTALL);

    @TempDir Path directory;

    @Test
    void everyStepAnswersAsTheGuideSays() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "graph.md"));
        GuideShell shell = new GuideShell(SERVER.program().url(), directory);
        writeFiles(page);
        List<GuideStep> steps = GuideStep.of(page);
        assertThat(steps).hasSizeGreaterThan(20);
        for (GuideStep step : steps) {
            String answer = shell.run(step.commands(), step.expected() != null);
            if (step.expected() != null) {
                assertThat(GuideAnswer.difference(step.expected(), answer))
                        .as(
                                "%s%n%s%nanswers%n%s%nand not%n%s",
                                step.heading(), step.commands(), answer, step.expected())
                        .isNull();
            }
        }
    }

    /** The files that the guide shows, under the names that stand before them. */
    private void writeFiles(String page) throws IOException {
        Matcher files = FILE.matcher(page);
        while (files.find()) {
            Files.writeString(directory.resolve(files.group(1)), files.group(2));
        }
    }
}
