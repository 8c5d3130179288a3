package io.github.sessioncompression;

import io.github.sessioncompression.store.SessionStore;

/** Two processes change one chat in memory at once; all cases are tried under {@code -Pfuzz}. */
class InterleavedOperationsTest extends InterleavedOperationsContract {
    InterleavedOperationsTest() {
        super(FuzzCases.fuzzing(6, 1));
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
