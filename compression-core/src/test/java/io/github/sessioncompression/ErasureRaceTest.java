package io.github.sessioncompression;

import io.github.sessioncompression.store.SessionStore;
import org.junit.jupiter.api.Tag;

/** A message is erased while another process keeps a record, in memory. */
@Tag("landing")
class ErasureRaceTest extends ErasureRaceContract {
    @Override
    protected SessionStore store() {
        return SessionStore.inMemory();
    }
}
