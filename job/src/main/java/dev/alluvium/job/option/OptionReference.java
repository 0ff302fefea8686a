package dev.alluvium.job.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.MemoryOptions.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.description.HtmlFormatter;

/** Renders the catalogue of options: for the terminal with values, for the docs with defaults. */
public final class OptionReference {

    private OptionReference() {}

    /** The reference page of the docs. */
    public static String markdown() {
        StringBuilder page =
                new StringBuilder(
                        """
                # Options

                Made from the catalogue in the code by `alluvium options --markdown`. Set them in a properties file
                (`--config FILE`), in the environment (`ALLUVIUM_` and the name in capitals, its dots as underscores) or by
                `--set name=value`; later sources win.

                ## The process

                | option | default | what it does |
                |---|---|---|
                """);
        for (ConfigOption<?> option : AlluviumOptions.process()) {
            page.append(
                    "| `%s` | %s | %s |%n"
                            .formatted(
                                    option.key(),
                                    code(text(option.defaultValue())),
                                    description(option)));
        }
        page.append(
                """

                ## Memory

                Also settable for one memory (`PATCH …/options`); weights, half-life and thresholds of recall for one request.

                | option | default | range | what it does |
                |---|---|---|---|
                """);
        for (Setting setting : Setting.values()) {
            page.append(
                    "| `%s` | `%s` | %s | %s |%n"
                            .formatted(
                                    setting.key(),
                                    plain(setting.defaultValue()),
                                    setting.range(),
                                    setting.description()));
        }
        return page.toString();
    }

    /** Values of this process and their sources. */
    public static String values(Settings settings) {
        StringBuilder lines = new StringBuilder();
        for (ConfigOption<?> option : AlluviumOptions.process()) {
            lines.append(
                    line(
                            option.key(),
                            shown(option, text(settings.get(option))),
                            settings.source(option.key()),
                            description(option)));
        }
        for (Setting setting : Setting.values()) {
            lines.append(
                    line(
                            setting.key(),
                            plain(settings.memoryOptions().get(setting)),
                            settings.source(setting.key()),
                            setting.description() + " In " + setting.range() + "."));
        }
        return lines.toString();
    }

    private static String shown(ConfigOption<?> option, String value) {
        if (option == AlluviumOptions.STATE_SERVER_SECRET) {
            return value.isEmpty() ? value : "***";
        }
        return option == AlluviumOptions.EMBEDDER_CONFIG || option == AlluviumOptions.LLM_CONFIG
                ? withoutKeys(value)
                : value;
    }

    /** A JSON object without the values of what is named a key, a secret or a token. */
    private static String withoutKeys(String json) {
        try {
            if (Json.MAPPER.readTree(json) instanceof ObjectNode object) {
                List<String> names = new ArrayList<>();
                object.fieldNames().forEachRemaining(names::add);
                names.stream()
                        .filter(name -> name.matches(".*(key|secret|token).*"))
                        .forEach(name -> object.put(name, "***"));
                return object.toString();
            }
        } catch (JsonProcessingException e) {
            return "***";
        }
        return "***";
    }

    private static String line(String name, String value, String source, String description) {
        return "%-28s %-16s (%s)%n    %s%n"
                .formatted(name, value.isEmpty() ? "-" : value, source, description);
    }

    private static String code(String value) {
        return value.isEmpty() ? "" : "`" + value + "`";
    }

    private static String text(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Duration duration) {
            return duration.toDays() > 0 && duration.equals(Duration.ofDays(duration.toDays()))
                    ? duration.toDays() + " d"
                    : duration.toSeconds() + " s";
        }
        return value instanceof MemorySize size
                ? size.toHumanReadableString().replaceAll(" \\(.*", "")
                : value.toString();
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String description(ConfigOption<?> option) {
        return new HtmlFormatter().format(option.description());
    }
}
