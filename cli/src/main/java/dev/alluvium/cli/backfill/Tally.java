package dev.alluvium.cli.backfill;

import dev.alluvium.cli.backfill.Display.Progress;
import dev.alluvium.cli.backfill.Importer.Acknowledged;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Counts what a backfill has done. Used by the thread that runs it. */
final class Tally {

    /** Rejections whose reasons are shown at the end. */
    private static final int MAX_SHOWN = 5;

    private final long start = System.nanoTime();
    private final List<Path> rejectedFiles = new ArrayList<>();
    private final List<Rejection> shown = new ArrayList<>();
    private long accepted;
    private long acceptedBefore;
    private long rejected;
    private long rejectedOfSource;
    private String logged;
    private String applied;

    /** Rows in the log, with those of an interrupted run. */
    long accepted() {
        return accepted + acceptedBefore;
    }

    long rejected() {
        return rejected;
    }

    void begin(Checkpoint at) {
        acceptedBefore += at.accepted();
        rejected += at.rejected();
        rejectedOfSource = at.rejected();
    }

    void add(Acknowledged acknowledged) {
        accepted += acknowledged.accepted();
        rejected += acknowledged.rejections().size();
        rejectedOfSource += acknowledged.rejections().size();
        acknowledged.rejections().stream().limit(MAX_SHOWN - shown.size()).forEach(shown::add);
        if (acknowledged.position() != null) {
            logged = acknowledged.position();
        }
    }

    void end(ProgressFiles files) {
        if (rejectedOfSource > 0) {
            rejectedFiles.add(files.rejected());
        }
    }

    void finishedBefore(Checkpoint at, ProgressFiles files) {
        begin(at);
        end(files);
    }

    void applied(String position) {
        applied = position;
    }

    Progress progress(long bytes, String appliedSoFar) {
        return new Progress(bytes, accepted, rate(), rejected, logged, appliedSoFar);
    }

    /** What was done, for people, in one or more lines. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%,d rows accepted and applied%s, %,d rejected, in %.1f s (%,.0f rows/s)%s"
                        .formatted(
                                accepted(),
                                acceptedBefore == 0
                                        ? ""
                                        : " (%,d of them before this run)"
                                                .formatted(acceptedBefore),
                                rejected,
                                seconds(),
                                rate(),
                                applied == null ? "" : ", up to position " + applied));
        for (Rejection rejection : shown) {
            lines.add("  line %,d: %s".formatted(rejection.line(), rejection.detail()));
        }
        if (rejected > shown.size() && !shown.isEmpty()) {
            lines.add("  … %,d more".formatted(rejected - shown.size()));
        }
        rejectedFiles.forEach(file -> lines.add("rejected lines and reasons: " + file));
        return lines;
    }

    private double rate() {
        return accepted / seconds();
    }

    private double seconds() {
        return Math.max(1e-3, (System.nanoTime() - start) / 1e9);
    }
}
