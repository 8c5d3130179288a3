package io.github.sessioncompression;

import io.github.sessioncompression.store.SessionStore;

/** Many sessions in the store of one process. */
class SessionsInMemoryTest extends SessionsContract {
    private final SessionStore store = SessionStore.inMemory();

    @Override
    protected SessionStore open() {
        return store;
    }
}
