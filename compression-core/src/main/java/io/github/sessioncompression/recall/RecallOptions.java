package io.github.sessioncompression.recall;

import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** The options of searches: memory for indexes, and a second search beside the one by words. Immutable. */
public final class RecallOptions extends OptionSet<RecallOptions> {
    private static final Option<Integer> INDEX_MEGABYTES =
            Option.of("indexMegabytes", 64, ValueType.integer(1, 65_536));
    private static final Option<SecondSearch.Factory> SECOND_SEARCH =
            Option.of("secondSearch", ValueType.inCode((name, value) -> value));

    private static final RecallOptions DEFAULTS = new RecallOptions(Values.of(INDEX_MEGABYTES, SECOND_SEARCH));

    private RecallOptions(Values values) {
        super(values, RecallOptions::new);
    }

    /** 64 MiB, and search by words alone. */
    public static RecallOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The memory for the indexes of all conversations together, in MiB, 1 to 65,536, default 64, some 200,000 short messages. Beyond
     * it the indexes used least are dropped, and built again when they are needed.
     */
    public int indexMegabytes() {
        return get(INDEX_MEGABYTES);
    }

    /** The search whose ranking is joined with the ranking by words, such as {@code VectorSearch} of compression-recall-vector; none by default. */
    public Optional<SecondSearch.Factory> secondSearch() {
        return find(SECOND_SEARCH);
    }

    /** These options with other {@link #indexMegabytes()}. */
    public RecallOptions withIndexMegabytes(int value) {
        return with(INDEX_MEGABYTES, value);
    }

    /** These options with a {@link #secondSearch()}. */
    public RecallOptions withSecondSearch(SecondSearch.Factory value) {
        return with(SECOND_SEARCH, value);
    }

    /**
     * A search beside the one by words, such as one by vectors. Its ranking is joined with the ranking by words.
     *
     * <p>It reads the transcripts itself and is told only of messages that are gone. It sees no message and no query before the first search of a
     * conversation. Only its scores are used, and only for messages that the transcript has.
     *
     * <p>Implementations are safe for use by many threads. They bound their own waiting, throw nothing, and log one WARN with cause and cure if
     * they fail.
     */
    public interface SecondSearch {
        /**
         * The scores of the messages nearest to a query.
         *
         * @param query plain text, maybe blank, of any length
         * @return a finite score for each sequence number, higher is nearer; empty if the search fails or is slow, and then only words count
         */
        Map<Long, Double> nearest(String conversationId, String query);

        /** Removes erased messages; returns when they are removed, or when the wait is over, and then the removal continues in the background. */
        void erased(String conversationId, List<Long> sequences);

        /** Removes all messages of a conversation, which may begin again under the same id. Does not wait. */
        void cleared(String conversationId);

        /** Opens the second search of a compressor. */
        @FunctionalInterface
        interface Factory {
            /**
             * Opens a search in {@code transcripts}.
             *
             * @param executor runs calls that may hang; it rejects calls after the compressor is closed
             * @param waiting waits for such calls
             * @param nanos a clock of elapsed time, in nanoseconds
             */
            SecondSearch open(SessionStore transcripts, Executor executor, Sleeper waiting, LongSupplier nanos);
        }
    }
}
