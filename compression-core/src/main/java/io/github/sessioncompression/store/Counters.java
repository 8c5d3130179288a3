package io.github.sessioncompression.store;

import io.github.sessioncompression.store.Accounting.Coverage;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of one conversation, added up over its life and over all processes: a number for each {@link Field}.
 *
 * <p>Immutable, compared by value. Sums stay at {@link Long#MAX_VALUE} once they get there; no number is below 0.
 *
 * <p>A number is read by its {@link Field}, so stores add up columns and keys they need not know; the records returned here are groups of them for
 * applications. Their numbers follow one another in the enum.
 */
@SuppressWarnings("EnumOrdinal") // The numbers are in the order of their fields.
public final class Counters {
    /** Nothing yet. */
    public static final Counters NONE = of(field -> 0);

    /** The numbers in the order of the fields. */
    private final long[] numbers;

    private Counters(long[] numbers) {
        this.numbers = numbers;
    }

    /** The counters made of these numbers; a number below 0, which only another program can have stored, counts as 0. */
    public static Counters of(ToLongFunction<Field> number) {
        return new Counters(Arrays.stream(Field.values())
                .mapToLong(field -> Math.max(0, number.applyAsLong(field)))
                .toArray());
    }

    /**
     * The counters with these numbers for {@code first} and the fields that follow it, and 0 for all others.
     *
     * @throws IllegalArgumentException if a number is below 0
     */
    public static Counters of(Field first, long... numbers) {
        require(numbers);
        return of(field -> {
            int at = field.ordinal() - first.ordinal();
            return at < 0 || at >= numbers.length ? 0 : numbers[at];
        });
    }

    /** Checks that no number is below 0. */
    static void require(long... counts) {
        for (long count : counts) {
            if (count < 0) {
                throw new IllegalArgumentException("counters must be 0 or more, but one was " + count);
            }
        }
    }

    /** Usage of the compression model. */
    public ModelUse model() {
        long[] of = five(Field.MODEL_CALLS);
        return new ModelUse(of[0], of[1], of[2], of[3], of[4]);
    }

    /** Usage of the chat's own model. */
    public ModelUse chat() {
        long[] of = five(Field.CHAT_CALLS);
        return new ModelUse(of[0], of[1], of[2], of[3], of[4]);
    }

    /** The facts of what was compressed, and how many of them are shown. */
    public Coverage facts() {
        long[] of = five(Field.FACTS_REQUIRED);
        return new Coverage(of[0], of[1], of[2], of[3], of[4]);
    }

    private long[] five(Field first) {
        return Arrays.copyOfRange(numbers, first.ordinal(), first.ordinal() + 5);
    }

    /** This and then {@code later}. */
    public Counters plus(Counters later) {
        return of(field -> field.sum(this, later));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Counters that && Arrays.equals(that.numbers, numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    /** The numbers in the order of the fields. */
    @Override
    public String toString() {
        return "Counters" + Arrays.toString(numbers);
    }

    /** One number of the counters, so that a store can add to each in place. */
    public enum Field {
        /** Compressions that replaced at least one message. */
        COMPRESSIONS("compressions"),
        /** Steps that replaced at least one tool result. */
        PRUNINGS("prunings"),
        /** Stages that failed. */
        FAILURES("failures"),
        /** Tokens by which the contexts got smaller. */
        TOKENS_SAVED("tokens_saved"),
        /** Compressions whose time was measured; then their time in milliseconds. */
        LATENCY_MEASURED("latency.measured"),
        LATENCY_TOTAL_MILLIS("latency.total_millis"),
        LATENCY_MAX_MILLIS("latency.max_millis", Kind.LARGEST),
        LATENCY_LAST_MILLIS("latency.last_millis", Kind.LATEST),
        /** Tokens of all the views taken. */
        SENT_TOKENS("sent_tokens"),
        /** Tokens of them in the beginning shared with the view before. */
        STABLE_PREFIX_TOKENS("stable_prefix_tokens"),
        /** The compression model, as {@link ModelUse} counts it. */
        MODEL_CALLS("model.calls"),
        MODEL_INPUT_TOKENS("model.input_tokens"),
        MODEL_OUTPUT_TOKENS("model.output_tokens"),
        MODEL_CACHE_READ_TOKENS("model.cache_read_tokens"),
        MODEL_CACHE_CREATION_TOKENS("model.cache_creation_tokens"),
        /** The chat's own model, likewise. */
        CHAT_CALLS("chat.calls"),
        CHAT_INPUT_TOKENS("chat.input_tokens"),
        CHAT_OUTPUT_TOKENS("chat.output_tokens"),
        CHAT_CACHE_READ_TOKENS("chat.cache_read_tokens"),
        CHAT_CACHE_CREATION_TOKENS("chat.cache_creation_tokens"),
        /** Times that compressed messages came back into a context, by the trigger or by a tool of the model's. */
        BROUGHT_BACK("recall.brought_back"),
        /** The facts of what was compressed, as {@link Coverage} counts them. */
        FACTS_REQUIRED("facts.required"),
        FACTS_HELD("facts.held"),
        FACTS_SHOWN("facts.shown"),
        FACTS_LEFT_OUT("facts.left_out"),
        FACTS_INVENTED("facts.invented");

        /** The rule for adding two numbers. */
        public enum Kind {
            /** The sum of both, at most {@link Long#MAX_VALUE}. */
            SUM,
            /** The larger of both. */
            LARGEST,
            /** The later one. */
            LATEST
        }

        /** Object that has the number in JSON documents; empty if it is the document itself. */
        final String part;

        final String key;

        private final Kind kind;

        Field(String path) {
            this(path, Kind.SUM);
        }

        Field(String path, Kind kind) {
            int dot = path.indexOf('.');
            this.part = path.substring(0, Math.max(0, dot));
            this.key = path.substring(dot + 1);
            this.kind = kind;
        }

        /** The rule for adding. */
        public Kind kind() {
            return kind;
        }

        /** Name in lower case, as stores keep it. */
        public String storedName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The number in {@code counters}, 0 or more. */
        public long of(Counters counters) {
            return counters.numbers[ordinal()];
        }

        /** True if adding {@code delta} changes the number. */
        public boolean changesBy(Counters delta) {
            return (kind == Kind.LATEST ? LATENCY_MEASURED : this).of(delta) > 0;
        }

        private long sum(Counters one, Counters later) {
            return switch (kind) {
                case SUM -> {
                    long sum = of(one) + of(later);
                    yield sum < 0 ? Long.MAX_VALUE : sum;
                }
                case LARGEST -> Math.max(of(one), of(later));
                case LATEST -> changesBy(later) ? of(later) : of(one);
            };
        }
    }

    /**
     * Usage of a model.
     *
     * @param calls how many calls there were, repairs and retries included
     * @param inputTokens tokens read at the full price
     * @param outputTokens tokens written, thinking included
     * @param cacheReadTokens tokens read from the provider's cache
     * @param cacheCreationTokens tokens written to the provider's cache
     */
    public record ModelUse(
            long calls, long inputTokens, long outputTokens, long cacheReadTokens, long cacheCreationTokens) {
        /** No calls. */
        public static final ModelUse NONE = new ModelUse(0, 0, 0, 0, 0);

        /** Checks the bounds. */
        public ModelUse {
            require(calls, inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens);
        }
    }
}
