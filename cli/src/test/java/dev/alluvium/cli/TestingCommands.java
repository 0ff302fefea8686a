package dev.alluvium.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs commands as a user does, but without a process of their own. */
public final class TestingCommands {

    private TestingCommands() {}

    /** What the command printed on both streams; one that fails is an error. */
    public static String run(String... arguments) {
        StringWriter output = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(output)).setErr(new PrintWriter(output));
        int code = line.execute(arguments);
        if (code != 0) {
            throw new AssertionError(
                    String.join(" ", arguments) + " ended with " + code + ": " + output);
        }
        return output.toString();
    }
}
