package io.github.sessioncompression.stub;

import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answer of a stub, independent of the provider's format. */
public sealed interface Reply {
    /**
     * An answer of the model, as one body or as a stream, whichever was asked for.
     *
     * @param text the text; empty for none
     * @param calls the tools it calls
     * @param end why the model stopped
     * @param usage what the call is said to have cost; {@code null} for a plausible bill
     */
    record Answer(String text, List<Call> calls, End end, @Nullable Usage usage) implements Reply {
        /** Copies the calls. */
        public Answer {
            calls = List.copyOf(calls);
        }

        /** This answer with that bill. */
        public Answer costing(Usage newUsage) {
            return new Answer(text, calls, end, newUsage);
        }

        /** This answer, ended for another reason. */
        public Answer ended(End newEnd) {
            return new Answer(text, calls, newEnd, usage);
        }
    }

    /**
     * A call of a tool; the stub gives it an id where the provider does.
     *
     * @param tool the tool's name
     * @param arguments what it is called with
     */
    record Call(String tool, Map<String, Object> arguments) {
        /** Copies the arguments; their order stays. */
        public Call {
            arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        }
    }

    /** Why a model stopped. */
    enum End {
        /** Finished, or with tool calls. */
        DONE,
        /** Stopped at the output limit. */
        LENGTH,
        /** The provider withheld the rest. */
        FILTERED
    }

    /**
     * An error in the provider's format.
     *
     * @param status the HTTP status
     * @param message the provider's words
     */
    record Failure(int status, String message) implements Reply {}

    /** The provider's refusal of a response schema, in its words. */
    record SchemaRefused() implements Reply {}

    /**
     * A body as it is given here.
     *
     * @param status the HTTP status
     * @param body the body
     */
    record Raw(int status, String body) implements Reply {}

    /** No answer: the connection is reset. */
    record Reset() implements Reply {}

    /**
     * A reply that comes late.
     *
     * @param delay how late
     * @param reply what comes then
     */
    record Late(Duration delay, Reply reply) implements Reply {}

    /**
     * A reply that takes a while to arrive, as from a model that writes.
     *
     * @param duration from the first byte to the last
     * @param reply what arrives
     */
    record Slow(Duration duration, Reply reply) implements Reply {}

    /** A finished answer. */
    static Answer text(String text) {
        return new Answer(text, List.of(), End.DONE, null);
    }

    /** An answer that calls a tool. */
    static Answer call(String tool, Map<String, Object> arguments) {
        return calls(new Call(tool, arguments));
    }

    /** An answer that calls tools, in parallel if there are several. */
    static Answer calls(Call... calls) {
        return new Answer("", List.of(calls), End.DONE, null);
    }

    /** This reply, arriving piece by piece. */
    default Reply over(Duration duration) {
        return new Slow(duration, this);
    }

    /** This reply, that much later. */
    default Reply after(Duration delay) {
        return new Late(delay, this);
    }
}
