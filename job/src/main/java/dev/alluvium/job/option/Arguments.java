package dev.alluvium.job.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The arguments of the job's main class, which take options in the words that the {@code alluvium}
 * command uses. Only the file goes by another name: Flink's own launcher reads {@code --config} as
 * short for its {@code --configDir}.
 */
public final class Arguments {

    private static final String USAGE =
            "give --options FILE, --set NAME=VALUE or --NAME VALUE, with a name that alluvium options lists";

    private Arguments() {}

    /** The options that file, environment and arguments say. */
    public static Settings settings(String[] arguments, Map<String, String> environment) {
        Path file = null;
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (!name.startsWith("--")) {
                throw new IllegalArgumentException(
                        "argument \"%s\" is not known; %s".formatted(name, USAGE));
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(
                        "argument %s has no value; %s".formatted(name, USAGE));
            }
            String value = arguments[i + 1];
            switch (name) {
                case "--options" -> file = Path.of(value);
                case "--set" -> set(named, value);
                default -> named.put(name.substring(2), value);
            }
        }
        return Settings.of(file, environment, named);
    }

    private static void set(Map<String, String> named, String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "--set \"%s\" is not NAME=VALUE; %s".formatted(assignment, USAGE));
        }
        named.put(assignment.substring(0, equals), assignment.substring(equals + 1));
    }
}
