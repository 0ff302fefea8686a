package dev.alluvium.models.embedding;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Spells a name so that it stays one part of a URL's path or query. */
final class UrlPart {

    private UrlPart() {}

    static String of(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
