package io.github.sessioncompression.event;

import io.github.sessioncompression.state.StateShares;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a conversation, told by ids and numbers only: no event carries anything said in it.
 *
 * <p>All token numbers are sizes of the context as it is sent, by the library's count. {@code windowTokens} is the base of
 * every ratio: the context window less the tokens reserved for the answer, 0 if it is not known. The conversation's id is
 * the application's own, so it is as confidential as the application makes it.
 */
public sealed interface CompressionEvent {
    /** The conversation's id. */
    String conversationId();

    /** When it happened, by the compressor's clock. */
    Instant at();

    /** What {@code visitor} makes of this event. */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * One method for each kind of event: code that has to tell all of them apart does not compile when there is a new one.
     *
     * @param <R> what is made of an event
     */
    interface Visitor<R extends @Nullable Object> {
        /** A stage is about to run. */
        R stageStarted(StageStarted event);

        /** A stage ran. */
        R stageFinished(StageFinished event);

        /** A stage failed. */
        R stageFailed(StageFailed event);

        /** The context comes close to the trigger. */
        R nearTrigger(NearTrigger event);

        /** A result was thrown away. */
        R lateResultDiscarded(LateResultDiscarded event);

        /** Nothing can give way. */
        R overBudget(OverBudget event);

        /** Facts are in no view any more. */
        R factsLeftOut(FactsLeftOut event);
    }

    /**
     * A stage is about to run.
     *
     * @param conversationId the conversation's id
     * @param at when
     * @param stage the stage
     * @param reason why the pipeline runs
     * @param contextTokens the context's size, 0 or more
     * @param windowTokens the base of the ratios, 0 if not known
     */
    record StageStarted(
            String conversationId, Instant at, Stage stage, Reason reason, long contextTokens, long windowTokens)
            implements CompressionEvent {
        /** Checks the bounds. */
        public StageStarted {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(stage, "stage");
            Objects.requireNonNull(reason, "reason");
            atLeastZero("contextTokens", contextTokens);
            atLeastZero("windowTokens", windowTokens);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.stageStarted(this);
        }
    }

    /**
     * A stage ran, with or without effect.
     *
     * @param conversationId the conversation's id
     * @param at when
     * @param stage the stage
     * @param reason why the pipeline ran
     * @param tokensBefore the context's size before, 0 or more
     * @param tokensAfter the context's size after, 0 or more
     * @param windowTokens the base of the ratios, 0 if not known
     * @param affected how many results were pruned, or messages compressed or trimmed, 0 if the stage changed
     *     nothing
     * @param latency how long it took
     * @param breakdown what the context after it consists of
     * @param shares tokens of the state after it by who wrote them; {@link StateShares#NONE} where the stage writes none
     */
    record StageFinished(
            String conversationId,
            Instant at,
            Stage stage,
            Reason reason,
            long tokensBefore,
            long tokensAfter,
            long windowTokens,
            int affected,
            Duration latency,
            TokenBreakdown breakdown,
            StateShares shares)
            implements CompressionEvent {
        /** The end of a stage that writes no state. */
        public StageFinished(
                String conversationId,
                Instant at,
                Stage stage,
                Reason reason,
                long tokensBefore,
                long tokensAfter,
                long windowTokens,
                int affected,
                Duration latency,
                TokenBreakdown breakdown) {
            this(
                    conversationId,
                    at,
                    stage,
                    reason,
                    tokensBefore,
                    tokensAfter,
                    windowTokens,
                    affected,
                    latency,
                    breakdown,
                    StateShares.NONE);
        }

        /** Checks the bounds. */
        public StageFinished {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(stage, "stage");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(latency, "latency");
            Objects.requireNonNull(breakdown, "breakdown");
            Objects.requireNonNull(shares, "shares");
            atLeastZero("tokensBefore", tokensBefore);
            atLeastZero("tokensAfter", tokensAfter);
            atLeastZero("windowTokens", windowTokens);
            atLeastZero("affected", affected);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.stageFinished(this);
        }

        /** How many tokens the context got smaller, 0 if it grew. */
        public long savedTokens() {
            return Math.max(0, tokensBefore - tokensAfter);
        }
    }

    /**
     * A stage failed; the conversation is unharmed.
     *
     * @param conversationId the conversation's id
     * @param at when
     * @param stage the stage
     * @param reason why the pipeline ran
     * @param failure what went wrong as the name of a kind, such as {@code TIMEOUT}: 1 to 64 capitals, digits and
     *     underscores, so that no message text can be in it
     * @param instead what happened instead
     * @param contextTokens the context's size, 0 or more
     * @param windowTokens the base of the ratios, 0 if not known
     * @param latency how long it took to fail
     */
    record StageFailed(
            String conversationId,
            Instant at,
            Stage stage,
            Reason reason,
            String failure,
            Recovery instead,
            long contextTokens,
            long windowTokens,
            Duration latency)
            implements CompressionEvent {
        private static final Pattern KIND = Pattern.compile("[A-Z0-9_]{1,64}");

        /** Checks the bounds. */
        public StageFailed {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(stage, "stage");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(instead, "instead");
            Objects.requireNonNull(latency, "latency");
            atLeastZero("contextTokens", contextTokens);
            atLeastZero("windowTokens", windowTokens);
            if (!KIND.matcher(failure).matches()) {
                throw new IllegalArgumentException("failure must be 1 to 64 of A-Z, 0-9 and _, but is not");
            }
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.stageFailed(this);
        }
    }

    /**
     * The context comes close to the trigger; a compression will follow soon.
     *
     * @param conversationId the conversation's id
     * @param at when
     * @param contextTokens the context's size, 0 or more
     * @param triggerTokens the size at which a compression starts, 0 or more
     * @param windowTokens the base of the ratios, 0 if not known
     */
    record NearTrigger(String conversationId, Instant at, long contextTokens, long triggerTokens, long windowTokens)
            implements CompressionEvent {
        /** Checks the bounds. */
        public NearTrigger {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(at, "at");
            atLeastZero("contextTokens", contextTokens);
            atLeastZero("triggerTokens", triggerTokens);
            atLeastZero("windowTokens", windowTokens);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.nearTrigger(this);
        }
    }

    /**
     * A compression was thrown away because the conversation had been cleared or compressed by another one meanwhile, or because its
     * compressor was closed or its thread interrupted.
     *
     * @param conversationId the conversation's id
     * @param at when
     * @param reason why the pipeline ran
     * @param latency how long the compression had taken
     */
    record LateResultDiscarded(String conversationId, Instant at, Reason reason, Duration latency)
            implements CompressionEvent {
        /** Checks that nothing is {@code null}. */
        public LateResultDiscarded {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(latency, "latency");
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.lateResultDiscarded(this);
        }
    }

    /**
     * System prompt, pinned messages and what has to stay of the current turn alone are above the hard limit: nothing is left that
     * could give way.
     *
     * @param conversationId the conversation's id
     * @param at when
     * @param contextTokens the size of the context that is sent all the same, 0 or more
     * @param limitTokens the hard limit, 0 or more
     * @param windowTokens the base of the ratios, 0 if not known
     */
    record OverBudget(String conversationId, Instant at, long contextTokens, long limitTokens, long windowTokens)
            implements CompressionEvent {
        /** Checks the bounds. */
        public OverBudget {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(at, "at");
            atLeastZero("contextTokens", contextTokens);
            atLeastZero("limitTokens", limitTokens);
            atLeastZero("windowTokens", windowTokens);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.overBudget(this);
        }
    }

    /**
     * A new state lacks facts that were in what it replaces, and its cap leaves no room to show them beside it. They stay in the
     * transcript.
     *
     * @param conversationId the conversation's id
     * @param at when
     * @param facts how many sentences with such facts, 1 or more
     * @param shown the share of the facts that are shown, 0 to 1
     */
    record FactsLeftOut(String conversationId, Instant at, int facts, double shown) implements CompressionEvent {
        /** Checks the bounds. */
        public FactsLeftOut {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(at, "at");
            if (facts < 1 || !(shown >= 0 && shown <= 1)) {
                throw new IllegalArgumentException(
                        "facts must be 1 or more and shown 0 to 1, but were " + facts + " and " + shown);
            }
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.factsLeftOut(this);
        }
    }

    private static void atLeastZero(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must be 0 or more, but was " + value);
        }
    }

    /**
     * What the tokens of a context are spent on.
     *
     * @param system the system prompt with the awareness block, 0 or more
     * @param state the injected state and its acknowledgement, 0 or more
     * @param kept the messages kept as they are, tool traffic aside, 0 or more
     * @param tools tool definitions, calls and results, placeholders included, 0 or more
     */
    record TokenBreakdown(long system, long state, long kept, long tools) {
        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a number is negative
         */
        public TokenBreakdown {
            if (system < 0 || state < 0 || kept < 0 || tools < 0) {
                throw new IllegalArgumentException("system, state, kept and tools must be 0 or more, but were " + system
                        + ", " + state + ", " + kept + " and " + tools);
            }
        }

        /** All of it. */
        public long total() {
            return system + state + kept + tools;
        }
    }

    /** What happened instead of a stage that failed. */
    enum Recovery {
        /** The offline compiler wrote the state. */
        OFFLINE,
        /** The view of this request was trimmed. */
        TRUNCATED,
        /** Nothing: the view stays as it was. */
        KEPT,
        /** The application asked for an exception and got one. */
        THROWN
    }

    /** A stage of the pipeline, in the order in which they run. */
    enum Stage {
        /** Replacing old tool results by placeholders. */
        PRUNE,
        /** Replacing older messages by a state. */
        COMPRESS,
        /** Trimming the view of one request because it is above the hard limit. */
        FALLBACK,
        /** Checking a new state by the judge; told only where that fails. */
        JUDGE
    }
}
