package io.github.sessioncompression.event;

import io.github.sessioncompression.state.StateShares;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Something that happened to a conversation, reported by ids and numbers only: no event carries contents.
 *
 * <p>All token numbers are sizes of the context as it is sent, by the library's count. {@code windowTokens} is the base of
 * every ratio: the context window less the tokens reserved for the answer, 0 if it is not known. The conversation's id is
 * the application's own, so it is as confidential as the application makes it.
 */
public sealed interface CompressionEvent {
    /** The conversation's id. */
    String conversationId();

    /** The time by the compressor's clock. */
    Instant at();

    /** A stage is about to run. */
    record StageStarted(
            String conversationId, Instant at, Stage stage, Reason reason, long contextTokens, long windowTokens)
            implements CompressionEvent {}

    /**
     * A stage ran, with or without effect.
     *
     * @param affected how many results were pruned, or messages compressed or trimmed, 0 if the stage changed nothing
     * @param breakdown parts of the context after it
     * @param shares tokens of the state after it by who wrote them; {@link StateShares#NONE} if the stage writes none
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
        /** Number of tokens by which the context got smaller, 0 if it grew. */
        public long savedTokens() {
            return Math.max(0, tokensBefore - tokensAfter);
        }
    }

    /**
     * A stage failed; the conversation is unharmed.
     *
     * @param failure the kind of the failure, such as {@code TIMEOUT}: 1 to 64 capitals, digits and underscores, so that no message
     *     text can be in it
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

        /** Checks the kind. */
        public StageFailed {
            if (!KIND.matcher(failure).matches()) {
                throw new IllegalArgumentException("failure must be 1 to 64 of A-Z, 0-9 and _, but is not");
            }
        }
    }

    /**
     * The context comes close to the trigger; a compression will follow soon.
     *
     * @param triggerTokens the size at which a compression starts
     */
    record NearTrigger(String conversationId, Instant at, long contextTokens, long triggerTokens, long windowTokens)
            implements CompressionEvent {}

    /**
     * A compression was thrown away because the conversation had been cleared or compressed by another one in between, or because its
     * compressor was closed or its thread interrupted.
     *
     * @param latency time that the compression had taken
     */
    record LateResultDiscarded(String conversationId, Instant at, Reason reason, Duration latency)
            implements CompressionEvent {}

    /**
     * System prompt, pinned messages and what has to stay of the current turn alone are above the hard limit: nothing is left that
     * could be left out.
     *
     * @param contextTokens the size of the context that is sent all the same
     * @param limitTokens the hard limit
     */
    record OverBudget(String conversationId, Instant at, long contextTokens, long limitTokens, long windowTokens)
            implements CompressionEvent {}

    /**
     * A new state lacks facts that were in what it replaces, and its cap leaves no room to show them beside it. They stay in the
     * transcript.
     *
     * @param facts how many sentences with such facts, 1 or more
     * @param shown the share of the facts that are shown, 0 to 1
     */
    record FactsLeftOut(String conversationId, Instant at, long facts, double shown) implements CompressionEvent {}

    /**
     * Messages are sent without their middles: a user's message that is larger than one message may be in a request, once when it is added or,
     * if only a request has it, once in a turn; or the largest messages of a request that is larger than the model's window, if nothing of the
     * chat remains that can be left out. The transcript keeps them whole.
     *
     * @param messages how many messages were cut, 1 or more
     * @param tokensBefore what they counted
     * @param tokensAfter what is left of them
     */
    record MessagesCut(String conversationId, Instant at, int messages, long tokensBefore, long tokensAfter)
            implements CompressionEvent {}

    /**
     * Pinned messages take more than a quarter of the window, so that little room is left for the others; reported once. None is dropped.
     *
     * @param messages how many messages are pinned
     * @param pinnedTokens what they count
     */
    record LargePins(String conversationId, Instant at, int messages, long pinnedTokens, long windowTokens)
            implements CompressionEvent {}

    /**
     * Messages that a compression covered hold keys, tokens or passwords, which no state keeps: the chat's model no longer knows them, even if
     * the user asked it to remember. They stay in the transcript.
     *
     * @param messages how many messages of the user, 1 or more
     */
    record SecretsLeftOut(String conversationId, Instant at, int messages) implements CompressionEvent {}

    /**
     * Messages of a turn under way were not stored, because its chat was cleared, or its session deleted, after the question: an answer belongs to
     * its question or is in no chat.
     *
     * @param messages how many messages, 1 or more; what else the turn brings is dropped without another event
     */
    record MessagesDropped(String conversationId, Instant at, int messages) implements CompressionEvent {}

    /**
     * Parts of a context, in tokens.
     *
     * @param system the system prompt with the awareness block
     * @param state the injected state and its acknowledgement
     * @param kept the messages kept as they are, tool traffic aside
     * @param tools tool definitions, calls and results, placeholders included
     */
    record TokenBreakdown(long system, long state, long kept, long tools) {
        /** Sum of all parts. */
        public long total() {
            return system + state + kept + tools;
        }
    }

    /** Why the pipeline ran. */
    enum Reason {
        /** The context went over the trigger. */
        PROACTIVE,
        /** The context went over the hard limit. */
        CRITICAL,
        /** An answer was broken off. */
        INTERRUPTED,
        /** The application asked for it. */
        MANUAL,
        /** The context grew inside a tool loop. */
        MID_TURN,
        /** The provider refused the request as too long. */
        CONTEXT_LENGTH,
        /** The conversation has rested above the target. */
        IDLE
    }

    /** Reaction to a stage that failed. */
    enum Recovery {
        /** The extract compiler wrote the state. */
        OFFLINE,
        /** The view of this request was trimmed. */
        TRUNCATED,
        /** The view stays as it was. */
        KEPT,
        /** The application asked for an exception and got one. */
        THROWN
    }

    /** A stage of the pipeline, in the order in which they run. */
    enum Stage {
        /** Old tool results become placeholders. */
        PRUNE,
        /** A state replaces older messages. */
        COMPRESS,
        /** The view of one request is trimmed because it is above the hard limit. */
        FALLBACK,
        /** The judge checks a new state; reported only if that fails. */
        JUDGE
    }
}
