package dev.alluvium.operators.serving;

import java.io.Serializable;

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
    }

    @Override
    public String toString() {
        return "ServerSettings[" + bindHost + ", " + advertisedHost + ", " + ports + "]";
    }
}
