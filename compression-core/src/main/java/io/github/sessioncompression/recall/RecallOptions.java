package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How history is found again: memory for indexes, an embedding model, and how chats are divided.
 *
 * <p>Immutable, so safe for use by many threads. Costs nothing as long as nobody searches.
 */
public final class RecallOptions {
    /** Memory for all indexes together unless another size is given, in MiB: some 200,000 short messages. */
    public static final int DEFAULT_INDEX_MEGABYTES = 64;

    private static final int MAX_INDEX_MEGABYTES = 65_536;
    private static final RecallOptions DEFAULTS =
            new RecallOptions(DEFAULT_INDEX_MEGABYTES, null, Segmenter.standard());

    private final int indexMegabytes;
    private final @Nullable TextEmbedder embedder;
    private final Segmenter segmenter;

    private RecallOptions(int indexMegabytes, @Nullable TextEmbedder embedder, Segmenter segmenter) {
        this.indexMegabytes = Bounds.within("indexMegabytes", indexMegabytes, 1, MAX_INDEX_MEGABYTES);
        this.embedder = embedder;
        this.segmenter = Objects.requireNonNull(segmenter, "segmenter");
    }

    /** {@value #DEFAULT_INDEX_MEGABYTES} MiB, and search by words alone. */
    public static RecallOptions defaults() {
        return DEFAULTS;
    }

    /**
     * About how much memory the indexes of all conversations take together at most, in MiB, 1 to 65,536, default
     * {@value #DEFAULT_INDEX_MEGABYTES}. Beyond it the one that was used longest ago is forgotten, and made anew from the store when its
     * conversation is searched again.
     */
    public int indexMegabytes() {
        return indexMegabytes;
    }

    /** Finds messages by meaning, too; none by default. */
    public Optional<TextEmbedder> embedder() {
        return Optional.ofNullable(embedder);
    }

    /** How conversations are divided into segments; default {@link Segmenter#standard}. */
    public Segmenter segmenter() {
        return segmenter;
    }

    /**
     * The same with another {@link #indexMegabytes()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public RecallOptions withIndexMegabytes(int newIndexMegabytes) {
        return new RecallOptions(newIndexMegabytes, embedder, segmenter);
    }

    /** The same with an {@link #embedder()}. */
    public RecallOptions withEmbedder(TextEmbedder newEmbedder) {
        return new RecallOptions(indexMegabytes, Objects.requireNonNull(newEmbedder, "embedder"), segmenter);
    }

    /** The same with another {@link #segmenter()}. */
    public RecallOptions withSegmenter(Segmenter newSegmenter) {
        return new RecallOptions(indexMegabytes, embedder, newSegmenter);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof RecallOptions that
                        && indexMegabytes == that.indexMegabytes
                        && Objects.equals(embedder, that.embedder)
                        && segmenter.equals(that.segmenter));
    }

    @Override
    public int hashCode() {
        return Objects.hash(indexMegabytes, embedder, segmenter);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "RecallOptions{indexMegabytes=" + indexMegabytes + ", embedder=" + embedder + ", segmenter=" + segmenter
                + '}';
    }
}
