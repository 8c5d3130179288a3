package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A message that is erased while another process works is gone, in memory and in a framework's list. */
@Tag("landing")
class ErasedMeanwhileTest {
    @Nested
    class InMemory extends ErasedMeanwhileContract {
        InMemory() {
            super(FuzzCases.fuzzing(7, 3));
        }

        @Override
        protected SessionStore store() {
            return SessionStore.inMemory();
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return store;
        }
    }

    /** Two memories over one list of this process. */
    @Nested
    class InAList extends ErasedMeanwhileContract {
        InAList() {
            super(FuzzCases.fuzzing(9, 5));
        }

        @Override
        protected SessionStore store() {
            return ListStores.asSessionStore(
                    new FrameworkLists(FrameworkLists.Kind.METADATA),
                    StateSchema.session(),
                    MessageTokens.of(TokenOptions.defaults()));
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return store;
        }
    }
}
