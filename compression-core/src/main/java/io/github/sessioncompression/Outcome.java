package io.github.sessioncompression;

import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting;
import java.util.Locale;

/**
 * Outcome of an attempt to make room in a context.
 *
 * <p>Sealed, so that no case can be overlooked. With every outcome, no message is lost and the view is valid. Counts are
 * tokens unless stated otherwise; {@code tokensBefore} and {@code tokensAfter} are sizes of the context.
 */
public sealed interface Outcome {
    /** The outcome in one word, as in reports: {@code unchanged}, {@code pruned}, {@code compressed} and so on. */
    default String label() {
        return getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
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
            /** A compression was finished too late: the conversation had been cleared or compressed in between. */
            DISCARDED
        }
    }

    /**
     * Old tool results are shown as placeholders, and old calls with shorter arguments.
     *
     * @param results number of results and messages with calls that are shown so from now on
     */
    record Pruned(int results, int tokensBefore, int tokensAfter) implements Outcome {}

    /**
     * The older part of the chat is now in the state.
     *
     * @param by who wrote the state
     * @param boundary the last sequence number the state covers
     * @param messages how many messages went into the state this time, 1 or more
     * @param coverage what became of the facts
     * @param shares tokens of the shown state by who wrote them
     */
    record Compressed(
            By by,
            long boundary,
            int messages,
            int tokensBefore,
            int tokensAfter,
            Accounting.Coverage coverage,
            StateShares shares)
            implements Outcome {
        /** Author of a state. */
        public enum By {
            /** The compression model; a ledger of sentences from the chat may be added to it. */
            MODEL,
            /** The extract compiler, because there is no model. */
            OFFLINE,
            /** The extract compiler, because the model failed. */
            OFFLINE_AFTER_FAILURE
        }
    }

    /**
     * The oldest part of the chat is left out of the view, though not of the transcript, and an extract replaces it in
     * this process until the state that will be kept is there: the context was above the hard limit and nobody waits for a model.
     *
     * @param messages how many messages are left out
     */
    record Bridged(int messages, int tokensBefore, int tokensAfter) implements Outcome {}

    /** Less of the state is shown than there is, so that the current turn has its place, or more of it again; the state itself stays. */
    record Condensed(int tokensBefore, int tokensAfter) implements Outcome {}

    /**
     * The oldest turns are left out of the view, though not out of the transcript, until they can be compressed.
     *
     * @param messages how many messages are left out
     */
    record Truncated(int messages, int tokensBefore, int tokensAfter) implements Outcome {}

    /**
     * The context is above the hard limit although nothing is left to take away: the system prompt, what is pinned and
     * what has to stay of the current turn are too large alone, or the policy forbids to take away more. Nothing is lost.
     *
     * @param tokens the context
     * @param limit the hard limit
     */
    record OverBudget(int tokens, int limit) implements Outcome {}

    /**
     * Compression failed and the policy keeps the context as it is.
     *
     * @param cause what went wrong: a name, never any contents
     */
    record Failed(String cause) implements Outcome {}
}
