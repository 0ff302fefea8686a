package dev.alluvium.query.state;

import java.nio.charset.StandardCharsets;

/** What an owner of memories answered over HTTP. */
record Reply(int status, byte[] body) {

    /** Of an answer that says why there is none. */
    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
