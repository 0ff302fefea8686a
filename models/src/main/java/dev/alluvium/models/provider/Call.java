package dev.alluvium.models.provider;

import java.net.URI;
import java.util.Map;

/** A JSON document that is posted to a provider. */
public record Call(URI uri, Map<String, String> headers, String body) {

    /** Where it goes, without what may be secret in it. */
    String place() {
        return uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + uri.getPath();
    }
}
