package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of searches: memory for indexes, and a store for searches by meaning. Immutable. */
public final class RecallOptions {
    /** Memory for all indexes together unless another size is given, in MiB: some 200,000 short messages. */
    public static final int DEFAULT_INDEX_MEGABYTES = 64;

    /** The default of {@link #meaningTimeout()}. */
    public static final Duration DEFAULT_MEANING_TIMEOUT = Duration.ofSeconds(3);

    private static final int MAX_INDEX_MEGABYTES = 65_536;
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);
    private static final RecallOptions DEFAULTS =
            new RecallOptions(DEFAULT_INDEX_MEGABYTES, null, DEFAULT_MEANING_TIMEOUT);

    private final int indexMegabytes;
    private final @Nullable MeaningStore meaningStore;
    private final Duration meaningTimeout;

    private RecallOptions(int indexMegabytes, @Nullable MeaningStore meaningStore, Duration meaningTimeout) {
        this.indexMegabytes = Bounds.within("indexMegabytes", indexMegabytes, 1, MAX_INDEX_MEGABYTES);
        this.meaningStore = meaningStore;
        this.meaningTimeout = Bounds.within("meaningTimeout", meaningTimeout, MIN_TIMEOUT, MAX_TIMEOUT);
    }

    /** {@value #DEFAULT_INDEX_MEGABYTES} MiB, and search by words alone. */
    public static RecallOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The memory for the indexes of all conversations together, in MiB, 1 to 65,536, default {@value #DEFAULT_INDEX_MEGABYTES}. Beyond
     * it the index used longest ago is dropped, and built anew when it is needed.
     */
    public int indexMegabytes() {
        return indexMegabytes;
    }

    /** The store for searches by meaning, with vectors that outlast the process; none by default. */
    public Optional<MeaningStore> meaningStore() {
        return Optional.ofNullable(meaningStore);
    }

    /**
     * The longest wait of a search or an erasure for the {@link #meaningStore()}, 10 ms to 1 minute, default 3
     * seconds. After a timeout searches go by words for 30 seconds.
     */
    public Duration meaningTimeout() {
        return meaningTimeout;
    }

    /** The same with another {@link #indexMegabytes()}. */
    public RecallOptions withIndexMegabytes(int newIndexMegabytes) {
        return new RecallOptions(newIndexMegabytes, meaningStore, meaningTimeout);
    }

    /** The same with a {@link #meaningStore()}. */
    public RecallOptions withMeaningStore(MeaningStore newMeaningStore) {
        MeaningStore given = Objects.requireNonNull(newMeaningStore, "meaningStore");
        return new RecallOptions(indexMegabytes, given, meaningTimeout);
    }

    /** The same with another {@link #meaningTimeout()}. */
    public RecallOptions withMeaningTimeout(Duration newMeaningTimeout) {
        return new RecallOptions(indexMegabytes, meaningStore, newMeaningTimeout);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecallOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    private List<Object> values() {
        return List.of(indexMegabytes, meaningStore(), meaningTimeout);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "RecallOptions{indexMegabytes=" + indexMegabytes + ", meaningStore=" + meaningStore + ", meaningTimeout="
                + meaningTimeout + '}';
    }
}
