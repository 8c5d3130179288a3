package io.github.sessioncompression.langchain4j;

import io.github.sessioncompression.store.jdbc.TwoClients;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** AI services in two processes, one that streams and one that does not, in one conversation. */
@Tag("endurance")
@Tag("landing")
class TwoProcessesTest {
    @Test
    void loseNothingDoubleNothingAndAreRefusedNothing() throws Exception {
        TwoClients.chat(AiServiceProcess.class);
    }

    @Test
    void concurrentChatsLoseNothingAndCompressOnce() throws Exception {
        TwoClients.crowd(AiServiceProcess.class);
    }
}
