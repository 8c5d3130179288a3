package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Pins last in memory and in a framework's list. */
@Tag("landing")
class LastingPinsTest {
    @Nested
    class InMemory extends LastingPinsContract {
        private final SessionStore store = SessionStore.inMemory();

        @Override
        protected SessionStore open() {
            return store;
        }
    }

    /** Two memories over one list; what one process knows of it the other reads out of it. */
    @Nested
    class InAList extends LastingPinsContract {
        private final FrameworkLists lists = new FrameworkLists(FrameworkLists.Kind.METADATA);

        @Override
        protected SessionStore open() {
            return ListStores.asSessionStore(lists, StateSchema.session(), MessageTokens.of(TokenOptions.defaults()));
        }
    }
}
