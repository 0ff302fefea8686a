package dev.alluvium.models.provider;

import java.net.URI;
import java.net.URISyntaxException;

/** Where a provider is found, checked before anything is sent there. */
public final class BaseUrl {

    private BaseUrl() {}

    /**
     * The URL without a slash at its end.
     *
     * @param name what it is, for messages
     * @throws IllegalArgumentException if it is no http or https URL, or holds what may be a key:
     *     the message then does not quote it
     */
    public static String of(String name, String url) {
        URI uri;
        try {
            uri = new URI(url.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    name + " is not a URL: give one such as https://example.com/v1");
        }
        if (uri.getRawUserInfo() != null
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    name
                            + " has a user, a query or a fragment in it, where keys do not belong: give the plain URL and the key apart");
        }
        boolean http = "http".equalsIgnoreCase(uri.getScheme());
        if (uri.getHost() == null || !(http || "https".equalsIgnoreCase(uri.getScheme()))) {
            throw new IllegalArgumentException(
                    name
                            + " \""
                            + url
                            + "\" is not an http or https URL: give one such as https://example.com/v1");
        }
        return uri.toString().replaceAll("/+$", "");
    }
}
