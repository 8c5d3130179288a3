package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * What searches may use: memory for their indexes, and an embedding model.
 *
 * <p>Immutable, so safe for use by many threads. Costs nothing as long as nobody searches.
 */
public final class RecallOptions {
    /** Memory for all indexes together unless another size is given, in MiB: some 200,000 short messages. */
    public static final int DEFAULT_INDEX_MEGABYTES = 64;

    private static final int MAX_INDEX_MEGABYTES = 65_536;
    private static final RecallOptions DEFAULTS = new RecallOptions(DEFAULT_INDEX_MEGABYTES, null);

    private final int indexMegabytes;
    private final @Nullable TextEmbedder embedder;

    private RecallOptions(int indexMegabytes, @Nullable TextEmbedder embedder) {
        this.indexMegabytes = Bounds.within("indexMegabytes", indexMegabytes, 1, MAX_INDEX_MEGABYTES);
        this.embedder = embedder;
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

    /** Finds messages by meaning, too; {@code null}, the default, for none. */
    public @Nullable TextEmbedder embedder() {
        return embedder;
    }

    /**
     * The same with another {@link #indexMegabytes()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public RecallOptions withIndexMegabytes(int newIndexMegabytes) {
        return new RecallOptions(newIndexMegabytes, embedder);
    }

    /** The same with another {@link #embedder()}; {@code null} for none. */
    public RecallOptions withEmbedder(@Nullable TextEmbedder newEmbedder) {
        return new RecallOptions(indexMegabytes, newEmbedder);
    }
}
