package io.github.sessioncompression;

import io.github.sessioncompression.store.SessionStore;
import org.junit.jupiter.api.Tag;

/** Pins last in memory. */
@Tag("landing")
class LastingPinsTest extends LastingPinsContract {
    private final SessionStore store = SessionStore.inMemory();

    @Override
    protected SessionStore open() {
        return store;
    }
}
