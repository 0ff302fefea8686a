package dev.alluvium.cli.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Which processes of a cluster live, by what was written down when they were started. */
final class RunningMembers {

    private RunningMembers() {}

    /** All that run, in the order in which they are started. */
    static Map<Member, ProcessFile> of(ClusterFiles files) throws IOException {
        Map<Member, ProcessFile> running = new TreeMap<>();
        for (Member member : written(files)) {
            of(files, member).ifPresent(process -> running.put(member, process));
        }
        return running;
    }

    /** One of them, if it runs. */
    static Optional<ProcessFile> of(ClusterFiles files, Member member) throws IOException {
        return ProcessFile.read(files.process(member))
                .filter(process -> process.running().isPresent());
    }

    private static List<Member> written(ClusterFiles files) throws IOException {
        if (!Files.isDirectory(files.processes())) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(files.processes())) {
            return entries.map(entry -> Member.named(entry.getFileName().toString()))
                    .flatMap(Optional::stream)
                    .sorted()
                    .toList();
        }
    }
}
