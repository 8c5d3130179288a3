package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One compilation from its first step to its outcome. Belongs to the one thread that compiles.
 *
 * <p>A step is one call and at most one repair, for an answer of the wrong form only. Sizes are compared with everything compressed so
 * far, not with the messages of the last step: a short last part would make any merged state look larger than its input.
 */
final class ModelCompilation {
    /** Less than this part of the window is no room for messages: nearly all that is paid for would be instructions. */
    private static final int LEAST_PART = 10;
    /** In a window that leaves less than this part for messages no segments are summarized. */
    private static final int LEAST_PART_TO_TELL = 4;
    /** A state below this part of its room, with below {@link #LEAST_VALUES} of the values, is nearly empty. */
    private static final int LEAST_SIZE = 10;

    private static final int LEAST_VALUES = 5;

    private final CompileRequest request;
    private final MessageTokens tokens;
    private final int window;
    private final int maxSteps;
    private final ModelCalls calls;
    private final CallBudget budget;
    private final Requests requests;
    private final Transcript transcript;
    private final AnswerReader reader;
    private final SegmentSummaryCheck tellings;
    private @Nullable StateDocument state;
    private long inputTokens;
    private long lastSequence;
    /** True if the last answer ran on until it was cut off: asked once more, it would again. */
    private boolean lastWasCut;

    ModelCompilation(
            CompileRequest request,
            @Nullable String systemContext,
            ModelOptions options,
            MessageTokens tokens,
            ModelCalls calls,
            CallBudget budget) {
        this.request = request;
        this.tokens = tokens;
        this.window = options.contextWindow();
        this.maxSteps = options.maxSteps();
        this.calls = calls;
        this.budget = budget;
        StateDocument previous = request.previous();
        if (previous != null && !previous.isEmpty()) {
            this.state = previous;
            this.inputTokens = size(previous);
        }
        SegmentField segments = new SegmentField(request.stretches());
        Requests telling = new Requests(request, systemContext, options, tokens);
        Transcript read = new Transcript(request.before(), request.span(), options, tokens, segments);
        if (!segments.isEmpty() && !affords(telling.room(state, read.before(telling.roomBefore())), read)) {
            segments = SegmentField.NONE;
            telling = new Requests(request.telling(List.of()), systemContext, options, tokens);
            read = new Transcript(request.before(), request.span(), options, tokens, SegmentField.NONE);
        }
        PlaceholderTexts placeholders = new PlaceholderTexts(request.schema());
        this.requests = telling;
        this.transcript = read;
        this.reader = new AnswerReader(request.schema(), placeholders, !segments.isEmpty());
        this.tellings = new SegmentSummaryCheck(request, segments, new SegmentSummaryReader(placeholders));
    }

    /** True if there is room to have segments summarized: no state is refused for that. */
    private boolean affords(int room, Transcript read) {
        return room >= window / LEAST_PART_TO_TELL && read.leastParts(room) <= Math.max(1, maxSteps / 2);
    }

    Compilation run() {
        Reading reading = step(1);
        for (int step = 2; !transcript.done() && state(reading) != null; step++) {
            state = state(reading);
            reading = step(step);
        }
        StateDocument written = state(reading);
        if (written == null) {
            Reading.Fault fault = (Reading.Fault) reading;
            return budget.rejected(fault.reason(), fault.detail());
        }
        return new Compilation.Compiled(
                Attribution.of(written, request), budget.usage(), budget.calls(), tellings.believed(), null);
    }

    private static @Nullable StateDocument state(Reading reading) {
        if (reading instanceof Reading.Usable usable) {
            return usable.state();
        }
        return reading instanceof Reading.TooLarge large ? large.state() : null;
    }

    private Reading step(int step) {
        String before = transcript.before(requests.roomBefore());
        int room = requests.room(state, before);
        if (room < window / LEAST_PART) {
            calls.window().hasNoRoom(window);
            return Reading.Fault.lasting(
                    Reason.NO_ROOM, "beside instructions, state and answer the window has no room for messages");
        }
        long steps = step - 1 + transcript.leastParts(room);
        if (steps > maxSteps) {
            return Reading.Fault.lasting(
                    Reason.INPUT_TOO_LARGE,
                    "the input takes " + steps + " steps or more, but the limit is " + maxSteps);
        }
        Transcript.Part part = transcript.next(room);
        inputTokens += part.inputTokens();
        lastSequence = part.sequences().get(part.sequences().size() - 1);
        long limit = Math.min(request.maxTokens(), inputTokens);
        boolean tells = tellings.asksAbout(part.sequences());
        return refused(repaired(requests.compile(part.text(), state, before, limit, tells), limit));
    }

    /** Calls the model, and once more where the form of the answer is wrong. */
    private Reading repaired(ModelRequest first, long limit) {
        Reading reading = calls.call(first, budget, answer -> read(answer, limit), false);
        if (reading instanceof Reading.Fault fault && fault.repairable()) {
            ModelRequest corrected = Requests.corrected(first, fault);
            return calls.call(corrected, budget, answer -> refused(read(answer, limit)), true);
        }
        if (reading instanceof Reading.TooLarge large && !lastWasCut) {
            ModelRequest condense = requests.condense(large.state(), large.tokens(), limit);
            return requests.fits(condense)
                    ? smaller(large, calls.call(condense, budget, answer -> condensed(large, answer, limit), true))
                    : large;
        }
        return reading;
    }

    /** A state that is too large is still better than a failed attempt to shorten it. */
    private static Reading smaller(Reading.TooLarge before, Reading after) {
        boolean worse = after instanceof Reading.Fault
                || (after instanceof Reading.TooLarge large && large.tokens() >= before.tokens());
        return worse ? before : after;
    }

    /** An answer that shortens nothing is a failure of the model only where the state before it can't be used either. */
    private Reading condensed(Reading.TooLarge before, ModelAnswer answer, long limit) {
        return refused(smaller(before, read(answer, limit)));
    }

    /** Over the cap a state can be cut without a model; larger than its input it is worth nothing. */
    private Reading refused(Reading reading) {
        if (reading instanceof Reading.TooLarge large && large.tokens() > inputTokens) {
            return Reading.Fault.lasting(
                    Reason.LARGER_THAN_INPUT,
                    "the state takes " + large.tokens() + " tokens, but what it replaces only " + inputTokens);
        }
        return reading;
    }

    private Reading read(ModelAnswer answer, long limit) {
        Reading reading = reader.read(answer);
        lastWasCut = answer.finishReason() == FinishReason.LENGTH;
        if (!(reading instanceof Reading.Usable usable)) {
            return reading;
        }
        int size = size(usable.state());
        if (size < limit / LEAST_SIZE) {
            Reading.Fault nearEmpty = nearEmpty(usable.state(), size, limit);
            if (nearEmpty != null) {
                return nearEmpty;
            }
        }
        tellings.take(usable.segments());
        return size > limit ? new Reading.TooLarge(usable.state(), size) : usable;
    }

    private Reading.@Nullable Fault nearEmpty(StateDocument written, int size, long limit) {
        SpokenValues said =
                new SpokenValues(request.span().subList(0, Entry.countThrough(request.span(), lastSequence)));
        int shown = said.shownIn(written);
        return shown * LEAST_VALUES < said.size()
                ? Reading.Fault.repairable(
                        Reason.NEAR_EMPTY,
                        "the state is nearly empty: it takes " + size + " of " + limit + " tokens and has " + shown
                                + " of the " + said.size() + " values in the messages")
                : null;
    }

    private int size(StateDocument document) {
        return tokens.countText(StateEnvelope.wrap(request.schema(), document));
    }
}
