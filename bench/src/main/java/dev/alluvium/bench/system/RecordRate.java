package dev.alluvium.bench.system;

import static dev.alluvium.bench.system.Percentiles.rounded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.bench.system.Client.Timed;
import dev.alluvium.state.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Records with vectors per second from import to applied, into memories of growing size, and how
 * many planted near-duplicates were recognised.
 */
final class RecordRate {

    private final Client system;
    private final Scale scale;

    RecordRate(Client system, Scale scale) {
        this.system = system;
        this.scale = scale;
    }

    /** A memory that holds exactly {@code held} records once they are measured. */
    static String memory(int held) {
        return "records-" + held;
    }

    ObjectNode measure(int held) throws IOException, InterruptedException {
        Records records = new Records("written-" + held, scale.seed() + held);
        double filled = fill(records, held);
        Timed base64 = write(records, false);
        Timed arrays = write(records, true);
        // From here on the memory is read, so that its view has to keep up.
        total(held);
        Timed served = write(records, false);
        int recognised = held + 3 * scale.written() - total(held);
        fill(new Records(memory(held), scale.seed() + held), held);
        double share = (double) recognised / records.planted();
        Progress.say(
                "records into %d: %.0f/s, %.0f us of a core each (as arrays %.0f/s, while served"
                        + " %.0f/s, filled with %.0f/s), %d of %d near-duplicates recognised",
                held,
                rate(base64),
                base64.coreMicrosEach(scale.written()),
                rate(arrays),
                rate(served),
                filled,
                recognised,
                records.planted());
        return Json.object()
                .put("held", held)
                .put("per_s", rounded(rate(base64)))
                .put("core_us_each", rounded(base64.coreMicrosEach(scale.written())))
                .put("arrays_per_s", rounded(rate(arrays)))
                .put("arrays_core_us_each", rounded(arrays.coreMicrosEach(scale.written())))
                .put("served_per_s", rounded(rate(served)))
                .put("served_core_us_each", rounded(served.coreMicrosEach(scale.written())))
                .put("filled_per_s", rounded(filled))
                .put("planted", records.planted())
                .put("recognised", recognised)
                .put("recognised_share", rounded(share));
    }

    private double fill(Records records, int held) throws IOException, InterruptedException {
        Iterator<byte[]> lines = Stream.generate(records::line).limit(held).iterator();
        return system.importAll(lines, held).perSecond(held);
    }

    private double rate(Timed writes) {
        return writes.perSecond(scale.written());
    }

    private Timed write(Records records, boolean vectorsAsArrays)
            throws IOException, InterruptedException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int i = 0; i < scale.written(); i++) {
            body.writeBytes(records.lineOrDuplicate(vectorsAsArrays));
        }
        return system.importAll(body.toByteArray(), scale.written());
    }

    private int total(int held) throws IOException, InterruptedException {
        JsonNode page = system.get("written-" + held, "/scopes/info?path=/").body();
        return page.get("record_count").asInt();
    }
}
