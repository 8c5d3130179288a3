package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A message is erased while another process keeps a record, in memory and over a framework's list. */
@Tag("landing")
class ErasureRaceTest {
    @Nested
    class InMemory extends ErasureRaceContract {
        @Override
        protected SessionStore store() {
            return SessionStore.inMemory();
        }
    }

    @Nested
    class InAList extends ErasureRaceContract {
        @Override
        protected SessionStore store() {
            return ListStores.asSessionStore(
                    new FrameworkLists(Kind.METADATA), POLICY.state().schema(), MessageTokens.of(POLICY.tokens()));
        }
    }
}
