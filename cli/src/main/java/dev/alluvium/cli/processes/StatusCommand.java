package dev.alluvium.cli.processes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.cli.processes.Health.Report;
import dev.alluvium.state.json.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells what of a cluster runs, and how it is. */
@Command(
        name = "status",
        description = "Tells which processes of the cluster run, how they are and where.",
        footer = "Exit code: 0 all is well, 1 something is not, 3 no cluster runs.")
final class StatusCommand implements Callable<Integer> {

    private static final int NOTHING_RUNS = 3;

    @Mixin private DataArguments arguments;

    @Option(names = "--json", description = "Prints the same as JSON.")
    private boolean json;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ClusterFiles files = arguments.files();
        PrintWriter out = spec.commandLine().getOut();
        Optional<Plan> plan = Plan.read(files.plan());
        List<Report> reports =
                plan.isPresent() ? new Health(files, plan.get()).reports() : List.of();
        boolean none = reports.stream().allMatch(report -> report.pid() == null);
        if (json) {
            out.println(json(reports, plan));
        } else if (none) {
            out.printf("no cluster runs on %s%n", files.data());
        } else {
            reports.forEach(
                    report ->
                            out.printf(
                                    "%-14s %-8s %-24s %s%n",
                                    report.member().name(),
                                    report.pid() == null ? "-" : report.pid(),
                                    plan.get().address(report.member()),
                                    report.detail()));
        }
        out.flush();
        if (none) {
            return NOTHING_RUNS;
        }
        return reports.stream().allMatch(Report::healthy) ? 0 : 1;
    }

    private static String json(List<Report> reports, Optional<Plan> plan) {
        ObjectNode json = Json.object();
        ArrayNode processes = json.putArray("processes");
        for (Report report : reports) {
            processes
                    .addObject()
                    .put("name", report.member().name())
                    .put("pid", report.pid())
                    .put("healthy", report.healthy())
                    .put("detail", report.detail())
                    .put("address", plan.orElseThrow().address(report.member()));
        }
        return json.toPrettyString();
    }
}
