package dev.alluvium.operators.serving;

import dev.alluvium.state.serving.Endpoint;
import java.io.Serializable;

/** Tells those who ask where a subtask answers. */
public interface Announcer extends AutoCloseable {

    /** Says that the endpoint answers; returns once that is durable. */
    void announce(Endpoint endpoint);

    /** Says that this very endpoint answers no more; others of its key groups stay. */
    void withdraw(Endpoint endpoint);

    @Override
    void close();

    /** Opens an announcer where the subtask runs. */
    interface Factory extends Serializable {
        Announcer open();
    }
}
