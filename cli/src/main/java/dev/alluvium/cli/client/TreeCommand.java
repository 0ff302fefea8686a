package dev.alluvium.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Draws the tree of a memory's scopes. */
@Command(name = "tree", description = "Draws the tree of a memory's scopes with their records.")
public final class TreeCommand implements Callable<Integer> {

    @Mixin private MemoryArguments arguments;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            defaultValue = "/",
            description = "Where to begin; default: /.")
    private String path;

    @Option(
            names = "--max-depth",
            paramLabel = "N",
            description = "How many levels below it to draw.")
    private Integer maxDepth;

    @Option(names = "--json", description = "Prints the server's answer.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        String asked =
                "/scopes/tree?path="
                        + URLEncoder.encode(path, StandardCharsets.UTF_8)
                        + (maxDepth == null ? "" : "&max_depth=" + maxDepth);
        JsonNode tree = arguments.client().get(arguments.path(asked));
        if (json) {
            arguments.print(tree);
            return 0;
        }
        List<String> lines = new ArrayList<>();
        lines.add(text(tree, tree.path("path").asText()));
        children(tree, "", lines);
        int columns = Terminal.columns();
        arguments.print(lines.stream().map(line -> TextWidth.cut(line, columns)).toList());
        return 0;
    }

    private static void children(JsonNode node, String indent, List<String> lines) {
        long hidden = node.path("hidden_scopes").asLong();
        Iterator<JsonNode> children = node.path("children").elements();
        while (children.hasNext()) {
            JsonNode child = children.next();
            boolean last = !children.hasNext() && hidden == 0;
            String path = child.path("path").asText();
            String name = path.substring(path.lastIndexOf('/') + 1);
            lines.add(indent + (last ? "└─ " : "├─ ") + text(child, name));
            children(child, indent + (last ? "   " : "│  "), lines);
        }
        if (hidden > 0) {
            lines.add(indent + "└─ … %,d more below; give a larger --max-depth".formatted(hidden));
        }
    }

    private static String text(JsonNode node, String name) {
        long records = node.path("record_count").asLong();
        return TextWidth.oneLine(name)
                + " (%,d %s)".formatted(records, records == 1 ? "record" : "records");
    }
}
