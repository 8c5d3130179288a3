package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of searches: memory for indexes, an embedding model or a store with one, and a segmenter. Immutable. */
public final class RecallOptions {
    /** Memory for all indexes together unless another size is given, in MiB: some 200,000 short messages. */
    public static final int DEFAULT_INDEX_MEGABYTES = 64;

    /** The default of {@link #meaningTimeout()}. */
    public static final Duration DEFAULT_MEANING_TIMEOUT = Duration.ofSeconds(3);

    private static final int MAX_INDEX_MEGABYTES = 65_536;
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);
    private static final RecallOptions DEFAULTS =
            new RecallOptions(DEFAULT_INDEX_MEGABYTES, null, null, DEFAULT_MEANING_TIMEOUT, Segmenter.standard());

    private final int indexMegabytes;
    private final @Nullable TextEmbedder embedder;
    private final @Nullable MeaningStore meaningStore;
    private final Duration meaningTimeout;
    private final Segmenter segmenter;

    private RecallOptions(
            int indexMegabytes,
            @Nullable TextEmbedder embedder,
            @Nullable MeaningStore meaningStore,
            Duration meaningTimeout,
            Segmenter segmenter) {
        this.indexMegabytes = Bounds.within("indexMegabytes", indexMegabytes, 1, MAX_INDEX_MEGABYTES);
        this.embedder = embedder;
        this.meaningStore = meaningStore;
        this.meaningTimeout = Bounds.within("meaningTimeout", meaningTimeout, MIN_TIMEOUT, MAX_TIMEOUT);
        this.segmenter = Objects.requireNonNull(segmenter, "segmenter");
        if (embedder != null && meaningStore != null) {
            throw new IllegalArgumentException(
                    "embedder and meaningStore exclude each other: a meaning store has an embedding model of its own");
        }
    }

    /** {@value #DEFAULT_INDEX_MEGABYTES} MiB, and search by words alone. */
    public static RecallOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The memory for the indexes of all conversations together, in MiB, 1 to 65,536, default {@value #DEFAULT_INDEX_MEGABYTES}; as much
     * again for the vectors of an {@link #embedder()}. Beyond it the index used longest ago is dropped, and built anew when it is needed.
     */
    public int indexMegabytes() {
        return indexMegabytes;
    }

    /** The embedding model for searches by meaning, with vectors in this process's memory; none by default. */
    public Optional<TextEmbedder> embedder() {
        return Optional.ofNullable(embedder);
    }

    /** The store for searches by meaning, with vectors that outlast the process; none by default. */
    public Optional<MeaningStore> meaningStore() {
        return Optional.ofNullable(meaningStore);
    }

    /**
     * The longest wait of a search or an erasure for the {@link #meaningStore()} or {@link #embedder()}, 10 ms to 1 minute, default 3
     * seconds. After a timeout searches go by words for 30 seconds.
     */
    public Duration meaningTimeout() {
        return meaningTimeout;
    }

    /** Divides conversations into segments; default {@link Segmenter#standard}. */
    public Segmenter segmenter() {
        return segmenter;
    }

    /**
     * The same with another {@link #indexMegabytes()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public RecallOptions withIndexMegabytes(int newIndexMegabytes) {
        return new RecallOptions(newIndexMegabytes, embedder, meaningStore, meaningTimeout, segmenter);
    }

    /**
     * The same with an {@link #embedder()}.
     *
     * @throws IllegalArgumentException if there is a {@link #meaningStore()}
     */
    public RecallOptions withEmbedder(TextEmbedder newEmbedder) {
        TextEmbedder given = Objects.requireNonNull(newEmbedder, "embedder");
        return new RecallOptions(indexMegabytes, given, meaningStore, meaningTimeout, segmenter);
    }

    /**
     * The same with a {@link #meaningStore()}.
     *
     * @throws IllegalArgumentException if there is an {@link #embedder()}
     */
    public RecallOptions withMeaningStore(MeaningStore newMeaningStore) {
        MeaningStore given = Objects.requireNonNull(newMeaningStore, "meaningStore");
        return new RecallOptions(indexMegabytes, embedder, given, meaningTimeout, segmenter);
    }

    /**
     * The same with another {@link #meaningTimeout()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public RecallOptions withMeaningTimeout(Duration newMeaningTimeout) {
        return new RecallOptions(indexMegabytes, embedder, meaningStore, newMeaningTimeout, segmenter);
    }

    /** The same with another {@link #segmenter()}. */
    public RecallOptions withSegmenter(Segmenter newSegmenter) {
        return new RecallOptions(indexMegabytes, embedder, meaningStore, meaningTimeout, newSegmenter);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof RecallOptions that
                        && indexMegabytes == that.indexMegabytes
                        && Objects.equals(embedder, that.embedder)
                        && Objects.equals(meaningStore, that.meaningStore)
                        && meaningTimeout.equals(that.meaningTimeout)
                        && segmenter.equals(that.segmenter));
    }

    @Override
    public int hashCode() {
        return Objects.hash(indexMegabytes, embedder, meaningStore, meaningTimeout, segmenter);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "RecallOptions{indexMegabytes=" + indexMegabytes + ", embedder=" + embedder + ", meaningStore="
                + meaningStore + ", meaningTimeout=" + meaningTimeout + ", segmenter=" + segmenter + '}';
    }
}
