package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import java.util.Optional;

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
}
