package io.github.sessioncompression;

import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.CompressionRecord;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of an attempt to make room in a context.
 *
 * <p>Sealed, so that no case can be overlooked. Whatever the outcome, no message is lost and the view is valid. Counts are
 * tokens unless they say otherwise.
 */
public sealed interface Outcome {
    /** The outcome in one word, as in reports: {@code unchanged}, {@code pruned}, {@code compressed} and so on. */
    String label();

    /** Result of the visitor's method for this case. */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * One method for each case: code that has to tell all of them apart does not compile when there is a new one.
     *
     * @param <R> what is made of an outcome
     */
    interface Visitor<R extends @Nullable Object> {
        /** Nothing was done. */
        R unchanged(Unchanged outcome);

        /** Tool results became placeholders. */
        R pruned(Pruned outcome);

        /** Messages went into the state. */
        R compressed(Compressed outcome);

        /** A state written offline stands in for the one that is being written. */
        R bridged(Bridged outcome);

        /** Less of the state is shown. */
        R condensed(Condensed outcome);

        /** Messages are left out for now. */
        R truncated(Truncated outcome);

        /** Nothing can give way. */
        R overBudget(OverBudget outcome);

        /** Compression failed. */
        R failed(Failed outcome);
    }

    /**
     * The context is an extension of the one before.
     *
     * @param why why nothing was done
     */
    record Unchanged(Why why) implements Outcome {
        /** Why nothing was done. */
        public enum Why {
            /** The context is small enough. */
            NOT_NEEDED,
            /** Nothing is left that could be compressed or pruned for a gain. */
            NOTHING_TO_GAIN,
            /** Compression is switched off, by the policy or for this conversation. */
            DISABLED,
            /** Somebody else is compressing this conversation. */
            BUSY,
            /** A compression was finished too late: the conversation had been cleared or compressed meanwhile. */
            DISCARDED
        }

        @Override
        public String label() {
            return "unchanged";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.unchanged(this);
        }
    }

    /**
     * Old tool results are shown as placeholders.
     *
     * @param results how many were replaced this time
     * @param tokensBefore the context before
     * @param tokensAfter the context after
     */
    record Pruned(int results, int tokensBefore, int tokensAfter) implements Outcome {
        @Override
        public String label() {
            return "pruned";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.pruned(this);
        }
    }

    /**
     * The older part of the chat is now in the state.
     *
     * @param by who wrote the state
     * @param boundary the last sequence number the state covers
     * @param messages how many messages went into the state this time, 1 or more
     * @param tokensBefore the context before
     * @param tokensAfter the context after
     * @param coverage what became of the facts
     * @param shares tokens of the shown state by who wrote them
     */
    record Compressed(
            By by,
            long boundary,
            int messages,
            int tokensBefore,
            int tokensAfter,
            CompressionRecord.Coverage coverage,
            StateShares shares)
            implements Outcome {
        /** A compression of whose state nobody has counted the shares. */
        public Compressed(
                By by,
                long boundary,
                int messages,
                int tokensBefore,
                int tokensAfter,
                CompressionRecord.Coverage coverage) {
            this(by, boundary, messages, tokensBefore, tokensAfter, coverage, StateShares.NONE);
        }

        /** Author of a state. */
        public enum By {
            /** The compression model; a ledger of sentences from the chat may stand beside it. */
            MODEL,
            /** The offline compiler, because there is no model. */
            OFFLINE,
            /** The offline compiler, because the model failed. */
            OFFLINE_AFTER_FAILURE
        }

        @Override
        public String label() {
            return "compressed";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.compressed(this);
        }
    }

    /**
     * The oldest part of the chat is left out of the view, though not of the transcript, and a state written offline stands for it in
     * this process until the one that is to be kept is there: the context was above the hard limit and nobody waits for a model.
     *
     * @param messages how many messages are left out
     * @param tokensBefore the context before
     * @param tokensAfter the context after
     */
    record Bridged(int messages, int tokensBefore, int tokensAfter) implements Outcome {
        @Override
        public String label() {
            return "bridged";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.bridged(this);
        }
    }

    /**
     * Less of the state is shown than there is, so that the current turn has its place, or more of it again; the state itself stays.
     *
     * @param tokensBefore the context before
     * @param tokensAfter the context after
     */
    record Condensed(int tokensBefore, int tokensAfter) implements Outcome {
        @Override
        public String label() {
            return "condensed";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.condensed(this);
        }
    }

    /**
     * The oldest turns are left out of the view, though not out of the transcript, until they can be compressed.
     *
     * @param messages how many messages are left out
     * @param tokensBefore the context before
     * @param tokensAfter the context after
     */
    record Truncated(int messages, int tokensBefore, int tokensAfter) implements Outcome {
        @Override
        public String label() {
            return "truncated";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.truncated(this);
        }
    }

    /**
     * The context is above the hard limit although nothing is left to take away: the system prompt, what is pinned and
     * what has to stay of the current turn are too large alone, or the policy forbids to take away more. Nothing is lost.
     *
     * @param tokens the context
     * @param limit the hard limit
     */
    record OverBudget(int tokens, int limit) implements Outcome {
        @Override
        public String label() {
            return "over-budget";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.overBudget(this);
        }
    }

    /**
     * Compression failed and the policy keeps the context as it is.
     *
     * @param cause what went wrong: a name, never any contents
     */
    record Failed(String cause) implements Outcome {
        @Override
        public String label() {
            return "failed";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.failed(this);
        }
    }
}
