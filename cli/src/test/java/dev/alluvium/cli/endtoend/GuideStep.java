package dev.alluvium.cli.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One step of a guide: a block of shell commands, and what the last of them answers where a block
 * of that follows.
 *
 * @param heading the section it stands in
 * @param expected null where the guide does not say
 */
record GuideStep(String heading, String commands, String expected) {

    private static final Pattern PARTS =
            Pattern.compile(
                    "^#+ (?<heading>[^\\n]*)$|^```(?<kind>\\w+)\\n(?<block>.*?)^```$",
                    Pattern.MULTILINE | Pattern.DOTALL);

    /** The steps of a page in Markdown, in their order. */
    static List<GuideStep> of(String page) {
        List<GuideStep> steps = new ArrayList<>();
        String heading = "";
        Matcher parts = PARTS.matcher(page);
        while (parts.find()) {
            if (parts.group("heading") != null) {
                heading = parts.group("heading");
            } else if (parts.group("kind").equals("sh")) {
                steps.add(new GuideStep(heading, parts.group("block"), null));
            } else if (List.of("json", "text").contains(parts.group("kind"))) {
                GuideStep last = steps.remove(steps.size() - 1);
                if (last.expected != null) {
                    throw new IllegalArgumentException(
                            "two answers to one command under \"" + heading + "\"");
                }
                steps.add(new GuideStep(heading, last.commands, parts.group("block")));
            }
        }
        return steps;
    }
}
