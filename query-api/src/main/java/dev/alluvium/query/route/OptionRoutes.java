package dev.alluvium.query.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.alluvium.query.http.Call;
import dev.alluvium.query.http.Routes;
import dev.alluvium.query.read.Reader;
import dev.alluvium.query.write.Writer;
import dev.alluvium.query.write.Writer.Wish;
import dev.alluvium.state.change.MemoryHeader;
import dev.alluvium.state.command.Configure;
import dev.alluvium.state.json.Fields;
import dev.alluvium.state.json.InvalidInputException;
import dev.alluvium.state.json.Json;
import dev.alluvium.state.option.MemoryOptions;
import dev.alluvium.state.option.MemoryOptions.Setting;
import dev.alluvium.state.query.ReadHeader;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options of a memory: what holds, what is its own, and changing it. */
public final class OptionRoutes {

    /** The most bytes of all names of what has one value. */
    private static final int MAX_NAMES = 16 << 10;

    private final Reader reader;
    private final Writer writer;
    private final MemoryOptions defaults;
    private final Duration timeout;

    public OptionRoutes(Reader reader, Writer writer, MemoryOptions defaults, Duration timeout) {
        this.reader = reader;
        this.writer = writer;
        this.defaults = defaults;
        this.timeout = timeout;
    }

    public void declare(Routes routes, String memory) {
        routes.get(memory + "/options", this::get);
        routes.patch(memory + "/options", this::change);
    }

    private void get(Context ctx) {
        Call call = new Call(ctx);
        Duration wait = call.timeout(timeout);
        call.parameters().done();
        MemoryHeader header = reader.ask(call, new ReadHeader(), wait);
        ObjectNode json = Json.object();
        ObjectNode options = json.putObject("options");
        MemoryOptions held = defaults.with(header.options());
        held.toMap().forEach(options::put);
        options.put(MemoryOptions.SINGLE_VALUED, held.toTexts().get(MemoryOptions.SINGLE_VALUED));
        ObjectNode own = json.putObject("own");
        header.options()
                .forEach(
                        (name, text) -> {
                            if (name.equals(MemoryOptions.SINGLE_VALUED)) {
                                own.put(name, text);
                            } else {
                                own.put(name, Setting.of(name).parse(text));
                            }
                        });
        call.answer(200, json);
    }

    private void change(Context ctx) throws IOException {
        Call call = new Call(ctx);
        Wish wish = writer.wish(call);
        call.parameters().done();
        call.requireWhole("changing options");
        Map<String, String> options = read(call.fields());
        writer.write(
                call,
                new Configure(call.memory(), call.idempotencyKey(), options),
                List.of(),
                wish,
                () -> {});
    }

    /** Each option by name; null returns it to the process's. */
    private static Map<String, String> read(Fields fields) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String name : fields.names()) {
            options.put(
                    name,
                    name.equals(MemoryOptions.SINGLE_VALUED)
                            ? fields.text(name, MAX_NAMES)
                            : fields.scalar(name, text -> Setting.of(name).parse(text)));
        }
        fields.done();
        if (options.isEmpty()) {
            throw new InvalidInputException("", "give an object with at least one option");
        }
        return options;
    }
}
