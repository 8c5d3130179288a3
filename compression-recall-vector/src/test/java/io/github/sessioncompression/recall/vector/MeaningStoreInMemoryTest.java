package io.github.sessioncompression.recall.vector;

import java.util.List;

/** The store that other tests go by keeps to the contract itself. */
class MeaningStoreInMemoryTest extends MeaningStoreContract {
    private final MeaningStoreInMemory store = new MeaningStoreInMemory();

    @Override
    protected MeaningStore store() {
        return store;
    }

    @Override
    protected List<String> takeEmbedded() {
        return store.takeAdded();
    }
}
