package dev.alluvium.operators.serving;

import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * How the state server of a process is reached.
 *
 * @param bindHost the address listened on
 * @param advertisedHost the name under which others reach this machine; null for its own host name
 * @param ports the range from which a free port is taken
 * @param secret that every question must carry; kept out of logs
 * @param maxWaiting most questions at once; more are refused
 * @param announcer tells others of it
 */
public record ServerSettings(
        String bindHost,
        String advertisedHost,
        PortRange ports,
        String secret,
        int maxWaiting,
        Announcer.Factory announcer)
        implements Serializable {

    public static final int MAX_WAITING = 1_024;

    public ServerSettings {
        if (secret == null || secret.length() < 16) {
            throw new IllegalArgumentException(
                    "the secret of the state server has fewer than 16 characters; give a longer one");
        }
        if (advertisedHost != null && !isHost(advertisedHost)) {
            throw new IllegalArgumentException(
                    "advertised host \"%s\" is no name of letters, digits, hyphens and dots, and no address: nobody could ask it"
                            .formatted(advertisedHost));
        }
    }

    private static boolean isHost(String name) {
        try {
            String host = name.indexOf(':') < 0 ? name : "[" + name + "]";
            return new URI("http://" + host + ":1/").getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "ServerSettings[" + bindHost + ", " + advertisedHost + ", " + ports + "]";
    }
}
