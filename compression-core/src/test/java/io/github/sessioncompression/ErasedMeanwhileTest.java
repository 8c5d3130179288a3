package io.github.sessioncompression;

import io.github.sessioncompression.store.SessionStore;
import org.junit.jupiter.api.Tag;

/** A message that is erased while another process works is gone, in memory. */
@Tag("landing")
class ErasedMeanwhileTest extends ErasedMeanwhileContract {
    ErasedMeanwhileTest() {
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
