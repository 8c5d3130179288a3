package io.github.sessioncompression.store;

import io.github.sessioncompression.store.Counters.FactCounts;
import io.github.sessioncompression.store.Counters.Latency;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.Counters.RecallUse;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The numbers that {@link Counters} are made of, each by itself, so that a store can add to each where it is kept. */
public enum CounterField {
    /** {@link Counters#compressions()}. */
    COMPRESSIONS(Kind.SUM, Counters::compressions),
    /** {@link Counters#prunings()}. */
    PRUNINGS(Kind.SUM, Counters::prunings),
    /** {@link Counters#failures()}. */
    FAILURES(Kind.SUM, Counters::failures),
    /** {@link Counters#tokensSaved()}. */
    TOKENS_SAVED(Kind.SUM, Counters::tokensSaved),
    /** {@link Latency#measured()}. */
    LATENCY_MEASURED(Kind.SUM, delta -> delta.latency().measured()),
    /** {@link Latency#totalMillis()}. */
    LATENCY_TOTAL_MILLIS(Kind.SUM, delta -> delta.latency().totalMillis()),
    /** {@link Latency#maxMillis()}. */
    LATENCY_MAX_MILLIS(Kind.LARGEST, delta -> delta.latency().maxMillis()),
    /** {@link Latency#lastMillis()}. */
    LATENCY_LAST_MILLIS(Kind.LATEST, delta -> delta.latency().lastMillis()),
    /** {@link Counters#sentTokens()}. */
    SENT_TOKENS(Kind.SUM, Counters::sentTokens),
    /** {@link Counters#stablePrefixTokens()}. */
    STABLE_PREFIX_TOKENS(Kind.SUM, Counters::stablePrefixTokens),
    /** {@link ModelUse#calls()} of the compression model. */
    MODEL_CALLS(Kind.SUM, delta -> delta.model().calls()),
    /** {@link ModelUse#inputTokens()} of the compression model. */
    MODEL_INPUT_TOKENS(Kind.SUM, delta -> delta.model().inputTokens()),
    /** {@link ModelUse#outputTokens()} of the compression model. */
    MODEL_OUTPUT_TOKENS(Kind.SUM, delta -> delta.model().outputTokens()),
    /** {@link ModelUse#cacheReadTokens()} of the compression model. */
    MODEL_CACHE_READ_TOKENS(Kind.SUM, delta -> delta.model().cacheReadTokens()),
    /** {@link ModelUse#cacheCreationTokens()} of the compression model. */
    MODEL_CACHE_CREATION_TOKENS(Kind.SUM, delta -> delta.model().cacheCreationTokens()),
    /** {@link ModelUse#calls()} of the chat's own model. */
    CHAT_CALLS(Kind.SUM, delta -> delta.chat().calls()),
    /** {@link ModelUse#inputTokens()} of the chat's own model. */
    CHAT_INPUT_TOKENS(Kind.SUM, delta -> delta.chat().inputTokens()),
    /** {@link ModelUse#outputTokens()} of the chat's own model. */
    CHAT_OUTPUT_TOKENS(Kind.SUM, delta -> delta.chat().outputTokens()),
    /** {@link ModelUse#cacheReadTokens()} of the chat's own model. */
    CHAT_CACHE_READ_TOKENS(Kind.SUM, delta -> delta.chat().cacheReadTokens()),
    /** {@link ModelUse#cacheCreationTokens()} of the chat's own model. */
    CHAT_CACHE_CREATION_TOKENS(Kind.SUM, delta -> delta.chat().cacheCreationTokens()),
    /** {@link RecallUse#broughtBack()}. */
    BROUGHT_BACK(Kind.SUM, delta -> delta.recall().broughtBack()),
    /** {@link RecallUse#judged()}. */
    BROUGHT_BACK_JUDGED(Kind.SUM, delta -> delta.recall().judged()),
    /** {@link RecallUse#used()}. */
    BROUGHT_BACK_USED(Kind.SUM, delta -> delta.recall().used()),
    /** {@link RecallUse#repeatedCalls()}. */
    REPEATED_CALLS(Kind.SUM, delta -> delta.recall().repeatedCalls()),
    /** {@link RecallUse#missedValues()}. */
    MISSED_VALUES(Kind.SUM, delta -> delta.recall().missedValues()),
    /** {@link FactCounts#required()}. */
    FACTS_REQUIRED(Kind.SUM, delta -> delta.facts().required()),
    /** {@link FactCounts#held()}. */
    FACTS_HELD(Kind.SUM, delta -> delta.facts().held()),
    /** {@link FactCounts#shown()}. */
    FACTS_SHOWN(Kind.SUM, delta -> delta.facts().shown()),
    /** {@link FactCounts#leftOut()}. */
    FACTS_LEFT_OUT(Kind.SUM, delta -> delta.facts().leftOut()),
    /** {@link FactCounts#invented()}. */
    FACTS_INVENTED(Kind.SUM, delta -> delta.facts().invented());

    /** What adding means for a number. */
    public enum Kind {
        /** The sum of both, at most {@link Long#MAX_VALUE}. */
        SUM,
        /** The larger of both. */
        LARGEST,
        /** The later one. */
        LATEST
    }

    private final Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final ToLongFunction<Counters> value;

    CounterField(Kind kind, ToLongFunction<Counters> value) {
        this.kind = kind;
        this.value = value;
    }

    /** What adding means for it. */
    public Kind kind() {
        return kind;
    }

    /** Its name in lower case, as stores keep it. */
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

    /** The counters made of these numbers; what is below 0, because somebody else has put it there, counts as 0. */
    public static Counters toCounters(ToLongFunction<CounterField> stored) {
        ToLongFunction<CounterField> value = field -> Math.max(0, stored.applyAsLong(field));
        return new Counters(
                value.applyAsLong(COMPRESSIONS),
                value.applyAsLong(PRUNINGS),
                value.applyAsLong(FAILURES),
                value.applyAsLong(TOKENS_SAVED),
                new Latency(
                        value.applyAsLong(LATENCY_MEASURED),
                        value.applyAsLong(LATENCY_TOTAL_MILLIS),
                        value.applyAsLong(LATENCY_MAX_MILLIS),
                        value.applyAsLong(LATENCY_LAST_MILLIS)),
                value.applyAsLong(SENT_TOKENS),
                value.applyAsLong(STABLE_PREFIX_TOKENS),
                new ModelUse(
                        value.applyAsLong(MODEL_CALLS),
                        value.applyAsLong(MODEL_INPUT_TOKENS),
                        value.applyAsLong(MODEL_OUTPUT_TOKENS),
                        value.applyAsLong(MODEL_CACHE_READ_TOKENS),
                        value.applyAsLong(MODEL_CACHE_CREATION_TOKENS)),
                new ModelUse(
                        value.applyAsLong(CHAT_CALLS),
                        value.applyAsLong(CHAT_INPUT_TOKENS),
                        value.applyAsLong(CHAT_OUTPUT_TOKENS),
                        value.applyAsLong(CHAT_CACHE_READ_TOKENS),
                        value.applyAsLong(CHAT_CACHE_CREATION_TOKENS)),
                new RecallUse(
                        value.applyAsLong(BROUGHT_BACK),
                        value.applyAsLong(BROUGHT_BACK_JUDGED),
                        value.applyAsLong(BROUGHT_BACK_USED),
                        value.applyAsLong(REPEATED_CALLS),
                        value.applyAsLong(MISSED_VALUES)),
                new FactCounts(
                        value.applyAsLong(FACTS_REQUIRED),
                        value.applyAsLong(FACTS_HELD),
                        value.applyAsLong(FACTS_SHOWN),
                        value.applyAsLong(FACTS_LEFT_OUT),
                        value.applyAsLong(FACTS_INVENTED)));
    }
}
