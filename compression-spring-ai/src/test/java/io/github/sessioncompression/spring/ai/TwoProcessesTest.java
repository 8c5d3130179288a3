package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.store.jdbc.TwoClients;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Chat clients in two processes, one with the memory inside of the tool loop and one that streams, in one conversation. */
@Tag("endurance")
@Tag("landing")
class TwoProcessesTest {
    @Test
    void loseNothingDoubleNothingAndAreRefusedNothing() throws Exception {
        TwoClients.chat(ChatClientProcess.class);
    }

    @Test
    void concurrentChatsLoseNothingAndCompressOnce() throws Exception {
        TwoClients.crowd(ChatClientProcess.class);
    }
}
