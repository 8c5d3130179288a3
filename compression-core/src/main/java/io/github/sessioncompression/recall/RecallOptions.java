package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import java.time.Duration;
import java.util.Optional;

/** The options of searches: memory for indexes, and a store for searches by meaning. Immutable. */
public final class RecallOptions extends OptionSet<RecallOptions> {
    private static final Option<Integer> INDEX_MEGABYTES =
            Option.of("indexMegabytes", 64, ValueType.integer(1, 65_536));
    private static final Option<MeaningStore> MEANING_STORE =
            Option.of("meaningStore", ValueType.inCode((name, value) -> value));
    private static final Option<Duration> MEANING_TIMEOUT = Option.of(
            "meaningTimeout", Duration.ofSeconds(3), ValueType.duration(Duration.ofMillis(10), Duration.ofMinutes(1)));

    private static final RecallOptions DEFAULTS =
            new RecallOptions(Values.of(INDEX_MEGABYTES, MEANING_STORE, MEANING_TIMEOUT));

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

    /** The store for searches by meaning, with vectors that outlast the process; none by default. */
    public Optional<MeaningStore> meaningStore() {
        return find(MEANING_STORE);
    }

    /**
     * The longest wait of a search or an erasure for the {@link #meaningStore()}, 10 ms to 1 minute, default 3
     * seconds. After a timeout searches go by words for 30 seconds.
     */
    public Duration meaningTimeout() {
        return get(MEANING_TIMEOUT);
    }

    /** These options with other {@link #indexMegabytes()}. */
    public RecallOptions withIndexMegabytes(int value) {
        return with(INDEX_MEGABYTES, value);
    }

    /** These options with a {@link #meaningStore()}. */
    public RecallOptions withMeaningStore(MeaningStore value) {
        return with(MEANING_STORE, value);
    }

    /** These options with another {@link #meaningTimeout()}. */
    public RecallOptions withMeaningTimeout(Duration value) {
        return with(MEANING_TIMEOUT, value);
    }
}
