package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import org.junit.jupiter.api.Nested;

/** Threads of two processes in one chat, in memory and over a framework's list. */
class ConversationThreadsFuzzTest {
    @Nested
    class InMemory extends ConversationThreadsContract {
        @Override
        protected SessionStore store(CompressionPolicy policy) {
            return SessionStore.inMemory();
        }
    }

    @Nested
    class InAList extends ConversationThreadsContract {
        @Override
        protected SessionStore store(CompressionPolicy policy) {
            return ListStores.asSessionStore(
                    new FrameworkLists(Kind.METADATA), policy.state().schema(), MessageTokens.of(policy.tokens()));
        }
    }
}
