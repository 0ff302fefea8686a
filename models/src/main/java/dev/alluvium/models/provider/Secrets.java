package dev.alluvium.models.provider;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Takes keys out of what a provider says, before anyone else sees it. */
public final class Secrets {

    private static final String PLACE = "[key]";

    private volatile List<String> forms = List.of();

    private Secrets() {}

    /** Those of these that are not null. */
    public static Secrets of(String... keys) {
        Secrets secrets = new Secrets();
        for (String key : keys) {
            secrets.add(key);
        }
        return secrets;
    }

    /** One more, as it is and as a URL spells it; null and blank are none. */
    public synchronized void add(String key) {
        if (key == null || key.isBlank() || forms.contains(key)) {
            return;
        }
        forms =
                Stream.concat(
                                forms.stream(),
                                Stream.of(key, URLEncoder.encode(key, StandardCharsets.UTF_8)))
                        .distinct()
                        // A key may hold another within it.
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
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
