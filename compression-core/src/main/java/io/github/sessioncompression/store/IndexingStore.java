package io.github.sessioncompression.store;

import java.util.Optional;

/** A store that can keep the words of messages beside them, so that a search needs no index in this process. */
public interface IndexingStore extends SessionStore {
    /** Keeps the words; empty where that is not switched on. */
    Optional<WordIndex> wordIndex();
}
