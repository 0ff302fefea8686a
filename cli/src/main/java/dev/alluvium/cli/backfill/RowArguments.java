package dev.alluvium.cli.backfill;

import dev.alluvium.cli.client.ServerArguments;
import dev.alluvium.state.MemoryId;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The arguments that say what the rows of files are that do not say it themselves. */
final class RowArguments {

    @Option(
            names = "--memory",
            paramLabel = "APP/USER",
            description = "The memory of rows that name none.",
            converter = ServerArguments.MemoryConverter.class)
    private MemoryId memory;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description =
                    "What bare lines and rows of columns are: records or turns; default: as their fields tell.")
    private Kind kind;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = {
                "jsonl; arrow: an IPC stream or file; parquet; default: as the file's name ends;",
                "graph-jsonl: only entities, observations and relations;",
                "mcp-memory: the file of the MCP memory server;",
                "locomo: each conversation becomes the memory locomo/<sample_id>."
            })
    private Format format;

    /** Refuses arguments that the format leaves nothing to say for. */
    void check(CommandSpec spec) {
        if (format == Format.LOCOMO && (memory != null || kind != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--format locomo names memories and kinds itself; leave out --memory and --kind");
        }
        if (format != null && !format.takesKind() && kind != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the lines of --format " + format + " name their kind; leave out --kind");
        }
    }

    /** Refuses a model's decisions about records where there can be none. */
    void requireRecords(CommandSpec spec) {
        if (kind == Kind.TURNS || (format != null && !format.holdsRecords())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--infer is for records, and --%s has none; leave out --infer"
                            .formatted(kind == Kind.TURNS ? "kind turns" : "format " + format));
        }
    }

    MemoryId memory() {
        return memory;
    }

    Kind kind() {
        return kind;
    }

    /** Null: as the names of the files end. */
    Format format() {
        return format;
    }
}
