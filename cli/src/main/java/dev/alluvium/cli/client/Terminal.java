package dev.alluvium.cli.client;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** What is known of the terminal a command runs in. */
public final class Terminal {

    /** Columns where there is no terminal to ask. */
    private static final int DEFAULT_COLUMNS = 120;

    private static final int MIN_COLUMNS = 40;

    private Terminal() {}

    /** Whether a person can be asked and shown something that moves. */
    public static boolean isInteractive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From JDK 22 there is a console even when nobody sits there, and this method tells.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }

    /** How wide a table may be: {@code $COLUMNS}, else the terminal's width, else 120. */
    static int columns() {
        String variable = System.getenv("COLUMNS");
        if (variable != null && variable.matches("\\d{1,4}")) {
            return Math.max(MIN_COLUMNS, Integer.parseInt(variable));
        }
        if (isInteractive()) {
            try (org.jline.terminal.Terminal terminal =
                    org.jline.terminal.TerminalBuilder.builder().dumb(true).build()) {
                int width = terminal.getWidth();
                return width > 0 ? Math.max(MIN_COLUMNS, width) : DEFAULT_COLUMNS;
            } catch (java.io.IOException e) {
                return DEFAULT_COLUMNS;
            }
        }
        return DEFAULT_COLUMNS;
    }
}
