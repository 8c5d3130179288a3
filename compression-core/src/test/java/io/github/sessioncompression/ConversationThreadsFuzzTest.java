package io.github.sessioncompression;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;

/** Threads of two processes in one chat, in memory. */
class ConversationThreadsFuzzTest extends ConversationThreadsContract {
    @Override
    protected SessionStore store(CompressionPolicy policy) {
        return SessionStore.inMemory();
    }
}
