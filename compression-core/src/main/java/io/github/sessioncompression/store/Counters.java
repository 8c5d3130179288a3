package io.github.sessioncompression.store;

import io.github.sessioncompression.store.Accounting.Coverage;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * Statistics of one conversation, added up over its life and over all processes.
 *
 * <p>Immutable. Sums stay at {@link Long#MAX_VALUE} once they get there; no number is below 0.
 *
 * @param compressions compressions that replaced at least one message
 * @param prunings steps that replaced at least one tool result
 * @param failures stages that failed
 * @param tokensSaved by how much the contexts got smaller, in tokens
 * @param latency how long compressions took
 * @param sentTokens the size of all the views taken, in tokens
 * @param stablePrefixTokens how many of {@code sentTokens} were in the beginning shared with the view before
 * @param model what the compression model was used for
 * @param chat what the chat's own model calls used
 * @param recall what came back into the contexts, and what was missed there
 * @param facts what became of the facts of what was compressed
 */
public record Counters(
        long compressions,
        long prunings,
        long failures,
        long tokensSaved,
        Latency latency,
        long sentTokens,
        long stablePrefixTokens,
        ModelUse model,
        ModelUse chat,
        RecallUse recall,
        Coverage facts) {
    /** Nothing yet. */
    public static final Counters NONE = of(field -> 0);

    /**
     * Durations in milliseconds.
     *
     * @param measured how often it was measured
     * @param totalMillis all of it together
     * @param maxMillis the longest
     * @param lastMillis the latest
     */
    public record Latency(long measured, long totalMillis, long maxMillis, long lastMillis) {
        /** Not measured yet. */
        public static final Latency NONE = new Latency(0, 0, 0, 0);

        /** Checks the bounds. */
        public Latency {
            Field.require(measured, totalMillis, maxMillis, lastMillis);
        }

        /** Measured once. */
        public static Latency ofMillis(long millis) {
            return new Latency(1, millis, millis, millis);
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
            Field.require(calls, inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens);
        }
    }

    /**
     * Messages brought back into contexts, and messages missed there.
     *
     * @param broughtBack how often something came back, by the trigger or by a tool of the model's
     * @param judged how often it had a value by which its use can be told
     * @param used how often the answer had such a value
     * @param repeatedCalls tool calls made again after their result had left the context
     * @param missedValues values that a user named again after they had left the context
     */
    public record RecallUse(long broughtBack, long judged, long used, long repeatedCalls, long missedValues) {
        /** Nothing came back, and nothing was missed. */
        public static final RecallUse NONE = new RecallUse(0, 0, 0, 0, 0);

        /** Checks the bounds. */
        public RecallUse {
            Field.require(broughtBack, judged, used, repeatedCalls, missedValues);
        }

        /** The sum of both. */
        public RecallUse plus(RecallUse other) {
            return new RecallUse(
                    sum(broughtBack, other.broughtBack),
                    sum(judged, other.judged),
                    sum(used, other.used),
                    sum(repeatedCalls, other.repeatedCalls),
                    sum(missedValues, other.missedValues));
        }

        /** The share of what came back that was used, of what can be judged, from 0 to 1; 0 if there was none. */
        public double hitRate() {
            return judged == 0 ? 0 : (double) used / judged;
        }

        /** Number of tool calls and values that were missed after they had left the context. */
        public long regrets() {
            return repeatedCalls + missedValues;
        }
    }

    /** One number of the counters, so that a store can add to each where it is kept. */
    public enum Field {
        COMPRESSIONS("compressions", Counters::compressions),
        PRUNINGS("prunings", Counters::prunings),
        FAILURES("failures", Counters::failures),
        TOKENS_SAVED("tokens_saved", Counters::tokensSaved),
        LATENCY_MEASURED("latency.measured", all -> all.latency().measured()),
        LATENCY_TOTAL_MILLIS("latency.total_millis", all -> all.latency().totalMillis()),
        LATENCY_MAX_MILLIS(
                "latency.max_millis", Kind.LARGEST, all -> all.latency().maxMillis()),
        LATENCY_LAST_MILLIS(
                "latency.last_millis", Kind.LATEST, all -> all.latency().lastMillis()),
        SENT_TOKENS("sent_tokens", Counters::sentTokens),
        STABLE_PREFIX_TOKENS("stable_prefix_tokens", Counters::stablePrefixTokens),
        MODEL_CALLS("model.calls", all -> all.model().calls()),
        MODEL_INPUT_TOKENS("model.input_tokens", all -> all.model().inputTokens()),
        MODEL_OUTPUT_TOKENS("model.output_tokens", all -> all.model().outputTokens()),
        MODEL_CACHE_READ_TOKENS("model.cache_read_tokens", all -> all.model().cacheReadTokens()),
        MODEL_CACHE_CREATION_TOKENS(
                "model.cache_creation_tokens", all -> all.model().cacheCreationTokens()),
        CHAT_CALLS("chat.calls", all -> all.chat().calls()),
        CHAT_INPUT_TOKENS("chat.input_tokens", all -> all.chat().inputTokens()),
        CHAT_OUTPUT_TOKENS("chat.output_tokens", all -> all.chat().outputTokens()),
        CHAT_CACHE_READ_TOKENS("chat.cache_read_tokens", all -> all.chat().cacheReadTokens()),
        CHAT_CACHE_CREATION_TOKENS(
                "chat.cache_creation_tokens", all -> all.chat().cacheCreationTokens()),
        BROUGHT_BACK("recall.brought_back", all -> all.recall().broughtBack()),
        BROUGHT_BACK_JUDGED("recall.judged", all -> all.recall().judged()),
        BROUGHT_BACK_USED("recall.used", all -> all.recall().used()),
        REPEATED_CALLS("recall.repeated_calls", all -> all.recall().repeatedCalls()),
        MISSED_VALUES("recall.missed_values", all -> all.recall().missedValues()),
        FACTS_REQUIRED("facts.required", all -> all.facts().required()),
        FACTS_HELD("facts.held", all -> all.facts().held()),
        FACTS_SHOWN("facts.shown", all -> all.facts().shown()),
        FACTS_LEFT_OUT("facts.left_out", all -> all.facts().leftOut()),
        FACTS_INVENTED("facts.invented", all -> all.facts().invented());

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

        @SuppressWarnings("ImmutableEnumChecker") // stateless
        private final ToLongFunction<Counters> value;

        Field(String path, ToLongFunction<Counters> value) {
            this(path, Kind.SUM, value);
        }

        Field(String path, Kind kind, ToLongFunction<Counters> value) {
            int dot = path.indexOf('.');
            this.part = path.substring(0, Math.max(0, dot));
            this.key = path.substring(dot + 1);
            this.kind = kind;
            this.value = value;
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
            return value.applyAsLong(counters);
        }

        /** True if adding {@code delta} changes the number. */
        public boolean changesBy(Counters delta) {
            return kind == Kind.LATEST ? delta.latency().measured() > 0 : of(delta) > 0;
        }

        private long sum(Counters one, Counters later) {
            return switch (kind) {
                case SUM -> Counters.sum(of(one), of(later));
                case LARGEST -> Math.max(of(one), of(later));
                case LATEST -> changesBy(later) ? of(later) : of(one);
            };
        }

        /** Apart from the records that it checks, because these need it while their class is initialized. */
        static void require(long... counts) {
            for (long count : counts) {
                if (count < 0) {
                    throw new IllegalArgumentException("counters must be 0 or more, but one was " + count);
                }
            }
        }
    }

    /** Checks the bounds. */
    public Counters {
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(chat, "chat");
        Objects.requireNonNull(recall, "recall");
        Objects.requireNonNull(facts, "facts");
        Field.require(compressions, prunings, failures, tokensSaved, sentTokens, stablePrefixTokens);
    }

    /** The counters made of these numbers; a number below 0, which only another program can have stored, counts as 0. */
    public static Counters of(ToLongFunction<Field> numbers) {
        ToLongFunction<Field> value = field -> Math.max(0, numbers.applyAsLong(field));
        return new Counters(
                value.applyAsLong(Field.COMPRESSIONS),
                value.applyAsLong(Field.PRUNINGS),
                value.applyAsLong(Field.FAILURES),
                value.applyAsLong(Field.TOKENS_SAVED),
                new Latency(
                        value.applyAsLong(Field.LATENCY_MEASURED),
                        value.applyAsLong(Field.LATENCY_TOTAL_MILLIS),
                        value.applyAsLong(Field.LATENCY_MAX_MILLIS),
                        value.applyAsLong(Field.LATENCY_LAST_MILLIS)),
                value.applyAsLong(Field.SENT_TOKENS),
                value.applyAsLong(Field.STABLE_PREFIX_TOKENS),
                new ModelUse(
                        value.applyAsLong(Field.MODEL_CALLS),
                        value.applyAsLong(Field.MODEL_INPUT_TOKENS),
                        value.applyAsLong(Field.MODEL_OUTPUT_TOKENS),
                        value.applyAsLong(Field.MODEL_CACHE_READ_TOKENS),
                        value.applyAsLong(Field.MODEL_CACHE_CREATION_TOKENS)),
                new ModelUse(
                        value.applyAsLong(Field.CHAT_CALLS),
                        value.applyAsLong(Field.CHAT_INPUT_TOKENS),
                        value.applyAsLong(Field.CHAT_OUTPUT_TOKENS),
                        value.applyAsLong(Field.CHAT_CACHE_READ_TOKENS),
                        value.applyAsLong(Field.CHAT_CACHE_CREATION_TOKENS)),
                new RecallUse(
                        value.applyAsLong(Field.BROUGHT_BACK),
                        value.applyAsLong(Field.BROUGHT_BACK_JUDGED),
                        value.applyAsLong(Field.BROUGHT_BACK_USED),
                        value.applyAsLong(Field.REPEATED_CALLS),
                        value.applyAsLong(Field.MISSED_VALUES)),
                new Coverage(
                        value.applyAsLong(Field.FACTS_REQUIRED),
                        value.applyAsLong(Field.FACTS_HELD),
                        value.applyAsLong(Field.FACTS_SHOWN),
                        value.applyAsLong(Field.FACTS_LEFT_OUT),
                        value.applyAsLong(Field.FACTS_INVENTED)));
    }

    /** This and then {@code later}. */
    public Counters plus(Counters later) {
        return of(field -> field.sum(this, later));
    }

    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
