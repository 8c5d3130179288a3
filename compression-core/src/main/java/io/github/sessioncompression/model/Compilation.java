package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.token.Usage;

/** What came of having a model compile a state. Immutable, so safe for use by many threads. */
public sealed interface Compilation {
    /** What all answers together cost as far as the provider reports it; zero for calls that never answered. */
    Usage usage();

    /** How many calls were made, repairs and retries included: 0 or more. */
    int calls();

    /**
     * A state that satisfies everything that is asked of one.
     *
     * @param state the state; its envelope is within the request's cap and not larger than what it replaces
     * @param usage the cost of all calls
     * @param calls the number of calls
     * @param invented how many sentences were taken away because they name a value that the model was not given,
     *     or tell what the user has taken back
     * @param merged whether items of a state written without a model were added, because the model's own showed too little
     * @param told what was told of single stretches beside it
     */
    record Compiled(StateDocument state, Usage usage, int calls, int invented, boolean merged, Told told)
            implements Compilation {
        /** A state of which nothing was taken away, to which nothing was added, and beside which nothing was told. */
        public Compiled(StateDocument state, Usage usage, int calls) {
            this(state, usage, calls, 0, false, Told.NONE);
        }
    }

    /**
     * A good state that is still above the request's cap after the model was asked to condense it: to be condensed without a
     * model before it is used.
     *
     * @param state the state, smaller than what it replaces
     * @param tokens the size of its envelope in tokens, above the request's cap
     * @param usage the cost of all calls
     * @param calls the number of calls
     * @param told what was told of single stretches beside it
     */
    record Oversized(StateDocument state, int tokens, Usage usage, int calls, Told told) implements Compilation {}

    /**
     * No state: the chat's history stays as it is and the failure policy decides.
     *
     * @param reason why
     * @param detail one sentence for logs and events: class names, field names, numbers, and of what a provider said with a status
     *     the first 200 characters, without what stands in the request, longer quotations and what looks like a key
     * @param usage the cost of all calls
     * @param calls the number of calls
     * @param told what was told of single stretches beside a state that shows less than one written without a model; else nothing
     */
    record Rejected(Reason reason, String detail, Usage usage, int calls, Told told) implements Compilation {
        /** No state, and nothing told beside it. */
        public Rejected(Reason reason, String detail, Usage usage, int calls) {
            this(reason, detail, usage, calls, Told.NONE);
        }
    }

    /** Why there is no state. */
    enum Reason {
        /** There is no message to compress; the model was not called. */
        NOTHING_TO_COMPILE,
        /** The model threw, on the last of the allowed tries or in a way that lasts. */
        MODEL_FAILED,
        /** A call or the whole compilation took longer than allowed. */
        TIMED_OUT,
        /**
         * The circuit breaker is open after repeated failures, until the cool-down is over; the model was not called. That it
         * opened was logged once as WARN, so this needs no line of its own.
         */
        COOLING_DOWN,
        /** The executor took no more work. */
        NO_THREAD,
        /** The waiting thread was interrupted; its interrupt flag is set again. */
        INTERRUPTED,
        /** The input needs more steps than allowed. */
        INPUT_TOO_LARGE,
        /**
         * Instructions, the state so far and the answer leave no room for messages in the model's window; the model was not called.
         * That is logged once for each window as WARN, so this needs no line of its own.
         */
        NO_ROOM,
        /** The answer hit the output limit. */
        CUT_OFF,
        /** The model tried to call a tool. */
        TOOL_CALL,
        /** The provider withheld the answer, or the model refused. */
        WITHHELD,
        /** The model stopped for another reason than being done. */
        UNFINISHED,
        /** The answer has no text. */
        BLANK,
        /** The answer holds no JSON object, or is too long to be one. */
        NOT_JSON,
        /** A field of the schema is not there. */
        MISSING_FIELD,
        /** A field is not a text, or not a list of texts. */
        WRONG_TYPE,
        /** No field holds a text. */
        EMPTY_STATE,
        /** A list has more entries than any state needs. */
        TOO_MANY_ENTRIES,
        /** A text is itself an injected state. */
        NESTED_STATE,
        /** The state is larger than the messages and the state it would replace. */
        LARGER_THAN_INPUT,
        /** The state shows fewer facts than one written without a model, and merging the two does not help: the other is to be used. */
        SHOWS_LESS,
        /** This library or one of its parts (schema, prompts) threw. */
        UNEXPECTED
    }
}
