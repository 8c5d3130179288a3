package io.github.sessioncompression.store;

import java.util.Objects;

/**
 * What was done for one conversation, added up over its life and over all processes.
 *
 * <p>Immutable. Sums stay at {@link Long#MAX_VALUE} once they get there.
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
        FactCounts facts) {
    /** Nothing yet. */
    public static final Counters NONE =
            new Counters(0, 0, 0, 0, Latency.NONE, 0, 0, ModelUse.NONE, ModelUse.NONE, RecallUse.NONE, FactCounts.NONE);

    /**
     * How long something took, in milliseconds.
     *
     * @param measured how often it was measured
     * @param totalMillis all of it together
     * @param maxMillis the longest
     * @param lastMillis the latest
     */
    public record Latency(long measured, long totalMillis, long maxMillis, long lastMillis) {
        /** Not measured yet. */
        public static final Latency NONE = new Latency(0, 0, 0, 0);

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a number is below 0
         */
        public Latency {
            Counts.require(measured, totalMillis, maxMillis, lastMillis);
        }

        /** Measured once. */
        public static Latency ofMillis(long millis) {
            return new Latency(1, millis, millis, millis);
        }

        /** This and then {@code later}. */
        public Latency plus(Latency later) {
            if (later.equals(NONE)) {
                return this;
            }
            return new Latency(
                    sum(measured, later.measured),
                    sum(totalMillis, later.totalMillis),
                    Math.max(maxMillis, later.maxMillis),
                    later.measured == 0 ? lastMillis : later.lastMillis);
        }
    }

    /**
     * What model calls used.
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

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a number is below 0
         */
        public ModelUse {
            Counts.require(calls, inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens);
        }

        /** This and {@code other} together. */
        public ModelUse plus(ModelUse other) {
            if (other.equals(NONE)) {
                return this;
            }
            return new ModelUse(
                    sum(calls, other.calls),
                    sum(inputTokens, other.inputTokens),
                    sum(outputTokens, other.outputTokens),
                    sum(cacheReadTokens, other.cacheReadTokens),
                    sum(cacheCreationTokens, other.cacheCreationTokens));
        }
    }

    /**
     * What came back into contexts, and what was missed there.
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

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a number is below 0
         */
        public RecallUse {
            Counts.require(broughtBack, judged, used, repeatedCalls, missedValues);
        }

        /** This and {@code other} together. */
        public RecallUse plus(RecallUse other) {
            if (other.equals(NONE)) {
                return this;
            }
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

    /**
     * The {@linkplain CompressionRecord.Coverage coverage} of several compressions, added up.
     *
     * @param required how many facts had to be shown
     * @param held how many of them the states or the messages that stayed showed
     * @param shown how many they showed together with the ledgers
     * @param leftOut how many sentences with facts found no room
     * @param invented how many sentences of models were taken away because they name a value that they were not given,
     *     or tell what the user has taken back
     */
    public record FactCounts(long required, long held, long shown, long leftOut, long invented) {
        /** No facts. */
        public static final FactCounts NONE = new FactCounts(0, 0, 0, 0, 0);

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a number is below 0
         */
        public FactCounts {
            Counts.require(required, held, shown, leftOut, invented);
        }

        /** This and {@code other} together. */
        public FactCounts plus(FactCounts other) {
            if (other.equals(NONE)) {
                return this;
            }
            return new FactCounts(
                    sum(required, other.required),
                    sum(held, other.held),
                    sum(shown, other.shown),
                    sum(leftOut, other.leftOut),
                    sum(invented, other.invented));
        }
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is below 0
     */
    public Counters {
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(chat, "chat");
        Objects.requireNonNull(recall, "recall");
        Objects.requireNonNull(facts, "facts");
        Counts.require(compressions, prunings, failures, tokensSaved, sentTokens, stablePrefixTokens);
    }

    /** This and then {@code later}. */
    public Counters plus(Counters later) {
        return new Counters(
                sum(compressions, later.compressions),
                sum(prunings, later.prunings),
                sum(failures, later.failures),
                sum(tokensSaved, later.tokensSaved),
                latency.plus(later.latency),
                sum(sentTokens, later.sentTokens),
                sum(stablePrefixTokens, later.stablePrefixTokens),
                model.plus(later.model),
                chat.plus(later.chat),
                recall.plus(later.recall),
                facts.plus(later.facts));
    }

    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
