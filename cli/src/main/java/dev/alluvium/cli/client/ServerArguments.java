package dev.alluvium.cli.client;

import dev.alluvium.state.MemoryId;
import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The argument by which every client command finds its server. */
public final class ServerArguments {

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "${env:ALLUVIUM_URL:-http://127.0.0.1:7654}",
            description = "Where the server is; default: $ALLUVIUM_URL, or http://127.0.0.1:7654.",
            converter = ServerConverter.class)
    private ApiClient client;

    public ApiClient client() {
        return client;
    }

    /** Reads a server's URL. */
    static final class ServerConverter implements ITypeConverter<ApiClient> {

        @Override
        public ApiClient convert(String text) {
            try {
                return new ApiClient(new URI(text.contains("://") ? text : "http://" + text));
            } catch (URISyntaxException | IllegalArgumentException e) {
                throw new TypeConversionException(
                        "\"" + text + "\" is not a server's URL such as http://127.0.0.1:7654");
            }
        }
    }

    /** Reads the name of a memory. */
    public static final class MemoryConverter implements ITypeConverter<MemoryId> {

        @Override
        public MemoryId convert(String text) {
            try {
                return MemoryId.ofKey(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "\""
                                + text
                                + "\" is not app/user; write a slash inside a name as %2F and a percent sign as %25");
            }
        }
    }
}
