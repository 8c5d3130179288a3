package io.github.sessioncompression.model;

import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of asking a model for a state. Immutable, so safe for use by many threads. */
public sealed interface Compilation {
    /** Cost of all answers as far as the provider reports it; zero for calls that never answered. */
    Usage usage();

    /** Number of calls made, repairs, retries and the judge's included: 0 or more. */
    int calls();

    /**
     * A state that can be used as it is.
     *
     * @param state the state as the model wrote it, not larger than what it replaces. Its envelope is within the request's cap, unless the
     *     model was asked to shorten it and did not: then the caller cuts it
     * @param segments summaries of single segments that were written beside it, oldest first
     * @param judgeFailure what went wrong with the {@link StateJudge}, without contents; {@code null} if nothing did or there is none
     * @param invented number of sentences that were taken out before the judge was asked, because a value in them is in no message
     */
    record Compiled(
            StateDocument state,
            Usage usage,
            int calls,
            List<SegmentSummary> segments,
            @Nullable String judgeFailure,
            int invented)
            implements Compilation {}

    /**
     * No state: the chat's history stays as it is and the failure policy decides.
     *
     * @param reason why
     * @param detail a clause for logs and events: class names, field names, numbers, and of a provider's answer with a status
     *     the first 200 characters, without text from the request, longer quotations and what looks like a key
     */
    record Rejected(Reason reason, String detail, Usage usage, int calls) implements Compilation {}

    /** Cause of a rejection. */
    enum Reason {
        /** There is no message to compress; the model was not called. */
        NOTHING_TO_COMPILE,
        /** The model threw, on the last of the allowed tries or in a way that lasts. */
        MODEL_FAILED,
        /** A call or the whole compilation took longer than allowed. */
        TIMED_OUT,
        /** The circuit breaker is open after repeated failures; the model was not called. A WARN reported that it opened. */
        COOLING_DOWN,
        /** The executor took no more work. */
        NO_THREAD,
        /** The waiting thread was interrupted; its interrupt flag is set again. */
        INTERRUPTED,
        /** The input needs more than 256 calls. */
        INPUT_TOO_LARGE,
        /** The model's window has no room for messages; the model was not called. */
        NO_ROOM,
        /** The answer hit the output limit. */
        CUT_OFF,
        /** The provider withheld the answer, or the model refused. */
        WITHHELD,
        /** The model called a tool, or stopped for another reason than being done. */
        UNFINISHED,
        /** The answer has no text. */
        BLANK,
        /** The answer holds no JSON object, or one that is not of the schema's form. */
        MALFORMED,
        /** No field holds a text that is more than a placeholder or the schema's own words. */
        EMPTY_STATE,
        /** The state is larger than the messages and the state it would replace. */
        LARGER_THAN_INPUT,
        /** This library or one of its parts (schema, prompts) threw. */
        UNEXPECTED
    }
}
