package io.github.sessioncompression.recall.vector;

import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The search by meaning in a {@link MeaningStore}, for {@code RecallOptions.withSecondSearch}. Immutable.
 *
 * <pre>{@code
 * RecallOptions.defaults().withSecondSearch(VectorSearch.in(store))
 * }</pre>
 *
 * @param store keeps the vectors
 * @param timeout the longest wait of a search or an erasure for the store, 10 ms to 1 minute, default 3 seconds. After a timeout searches go
 *     by words for 30 seconds.
 */
public record VectorSearch(MeaningStore store, Duration timeout) implements SecondSearch.Factory {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(3);

    /** Checks the store and the range of the timeout. */
    public VectorSearch {
        Objects.requireNonNull(store, "store");
        Bounds.within("timeout", timeout, Duration.ofMillis(10), Duration.ofMinutes(1));
    }

    /** A search in a store, with the default timeout. */
    public static VectorSearch in(MeaningStore store) {
        return new VectorSearch(store, DEFAULT_TIMEOUT);
    }

    /** This search with another {@link #timeout()}. */
    public VectorSearch withTimeout(Duration value) {
        return new VectorSearch(store, value);
    }

    @Override
    public SecondSearch open(SessionStore transcripts, Executor executor, Sleeper waiting, LongSupplier nanos) {
        return new MeaningSearch(this, transcripts, executor, waiting, nanos);
    }
}
