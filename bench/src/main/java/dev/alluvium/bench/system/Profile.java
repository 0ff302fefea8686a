package dev.alluvium.bench.system;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Where the time of a phase goes: a flight recording, kept as a file and summed up in words. */
final class Profile {

    private static final int LISTED = 15;
    private static final Duration PERIOD = Duration.ofMillis(10);
    private static final String JAVA = "jdk.ExecutionSample";
    private static final String NATIVE = "jdk.NativeMethodSample";

    private final String phase;
    private final Path file;
    private final Recording recording;
    private final ThreadTimes threads = new ThreadTimes();

    /**
     * Does the work of a phase and says where its time went.
     *
     * @param file of the recordings, to whose name the phase is added; null: nothing is recorded
     */
    static <T> T during(Path file, String phase, Callable<T> work) throws Exception {
        if (file == null) {
            return work.call();
        }
        Profile profile = new Profile(named(file, phase), phase);
        try {
            return work.call();
        } finally {
            profile.end();
        }
    }

    private Profile(Path file, String phase) {
        this.phase = phase;
        this.file = file;
        recording = new Recording();
        recording.enable(JAVA).withPeriod(PERIOD);
        recording.enable(NATIVE).withPeriod(PERIOD);
        recording.start();
    }

    private static Path named(Path file, String phase) {
        String name = file.getFileName().toString().replaceFirst("\\.jfr$", "");
        return file.resolveSibling(name + "-" + phase + ".jfr");
    }

    private void end() throws IOException {
        recording.stop();
        recording.dump(file);
        recording.close();
        List<RecordedEvent> samples =
                RecordingFile.readAllEvents(file).stream().filter(Profile::isWork).toList();
        Progress.say("profile of %s: %d samples, in %s", phase, samples.size(), file);
        threads.print(LISTED);
        print("methods", samples, sample -> name(top(sample)));
        print("own methods", samples, Profile::own);
    }

    /** Threads that wait in native code are sampled too; they work nowhere. */
    private static boolean isWork(RecordedEvent sample) {
        if (sample.getStackTrace() == null || sample.getStackTrace().getFrames().isEmpty()) {
            return false;
        }
        return sample.getEventType().getName().equals(JAVA)
                || name(top(sample)).startsWith("org.rocksdb.")
                || name(top(sample)).startsWith("ai.onnxruntime.");
    }

    private static RecordedFrame top(RecordedEvent sample) {
        return sample.getStackTrace().getFrames().get(0);
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    /** The innermost method of this program on the stack. */
    private static String own(RecordedEvent sample) {
        return sample.getStackTrace().getFrames().stream()
                .map(Profile::name)
                .filter(name -> name.startsWith("dev.alluvium."))
                .findFirst()
                .orElse("(none)");
    }

    private static void print(
            String what, List<RecordedEvent> samples, Function<RecordedEvent, String> by) {
        Map<String, Integer> counts = new HashMap<>();
        samples.forEach(sample -> counts.merge(by.apply(sample), 1, Integer::sum));
        Progress.say("  %s:", what);
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(LISTED)
                .forEach(
                        e ->
                                Progress.say(
                                        "  %5.1f %%  %s",
                                        100.0 * e.getValue() / samples.size(), e.getKey()));
    }
}
