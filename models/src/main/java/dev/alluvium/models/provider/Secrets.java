package dev.alluvium.models.provider;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Takes keys out of what a provider says, before anyone else sees it. */
public final class Secrets {

    private static final String PLACE = "[key]";

    private final List<String> forms;

    private Secrets(List<String> forms) {
        this.forms = forms;
    }

    /** Those of these that are not null, as they are and as a URL spells them. */
    public static Secrets of(String... keys) {
        return new Secrets(
                Stream.of(keys)
                        .filter(key -> key != null && !key.isBlank())
                        .flatMap(
                                key ->
                                        Stream.of(
                                                key,
                                                URLEncoder.encode(key, StandardCharsets.UTF_8)))
                        .distinct()
                        // A key may hold another within it.
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList());
    }

    /** The text without the keys; null stays null. */
    public String redact(String text) {
        String redacted = text;
        for (String form : forms) {
            redacted = redacted == null ? null : redacted.replace(form, PLACE);
        }
        return redacted;
    }

    /** Does not say them. */
    @Override
    public String toString() {
        return "Secrets[" + forms.size() + "]";
    }
}
