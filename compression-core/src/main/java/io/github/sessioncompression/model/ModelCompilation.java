package io.github.sessioncompression.model;

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
 * <p>Sizes are compared with everything compressed so far, not with the messages of the last step: a short last part would
 * make any merged state look larger than its input.
 */
final class ModelCompilation {
    /** Less than this part of the window is no room for messages: nearly all that is paid for would be instructions. */
    private static final int LEAST_PART = 10;
    /** Of a window that leaves less than this part for messages nothing is taken for what is told of stretches. */
    private static final int LEAST_PART_TO_TELL = 4;

    private final CompileRequest request;
    private final MessageTokens tokens;
    private final int window;
    private final int maxSteps;
    private final ModelCalls calls;
    private final Bill bill;
    private final Requests requests;
    private final Transcript transcript;
    private final AnswerReader reader;
    private final TellingCheck tellings;
    private final @Nullable Acceptance acceptance;
    private @Nullable StateDocument state;
    private long inputTokens;
    private @Nullable ModelRequest lastRequest;
    private boolean lastWasRepair;
    /** Whether the last answer ran on until it was cut off: asked once more, it would again. */
    private boolean lastWasCut;

    ModelCompilation(
            CompileRequest request,
            @Nullable String systemContext,
            ModelOptions options,
            MessageTokens tokens,
            ModelCalls calls,
            Bill bill,
            @Nullable Acceptance acceptance) {
        this.acceptance = acceptance;
        this.request = request;
        this.tokens = tokens;
        this.window = options.contextWindow();
        this.maxSteps = options.maxSteps();
        this.calls = calls;
        this.bill = bill;
        StateDocument previous = request.previous();
        if (previous != null && !previous.isEmpty()) {
            this.state = previous;
            this.inputTokens = size(previous);
        }
        Stretches stretches = new Stretches(request.stretches());
        Requests telling = new Requests(request, systemContext, options, tokens);
        Transcript read = new Transcript(request.before(), request.span(), options, tokens, stretches);
        if (!stretches.isEmpty() && !affords(telling.room(state, read.before(telling.roomBefore())), read)) {
            stretches = Stretches.NONE;
            telling = new Requests(request.telling(List.of()), systemContext, options, tokens);
            read = new Transcript(request.before(), request.span(), options, tokens, Stretches.NONE);
        }
        Emptiness emptiness = new Emptiness(request.schema());
        this.requests = telling;
        this.transcript = read;
        this.reader = new AnswerReader(request.schema(), emptiness, !stretches.isEmpty());
        this.tellings = new TellingCheck(request, stretches, new TellingReader(emptiness));
    }

    /** Whether there is room to have stretches told of: no state is refused for that. */
    private boolean affords(int room, Transcript read) {
        return room >= window / LEAST_PART_TO_TELL && read.leastParts(room) <= Math.max(1, maxSteps / 2);
    }

    Compilation run() {
        Reading reading = step(1);
        for (int step = 2; !transcript.done() && state(reading) != null; step++) {
            state = state(reading);
            reading = step(step);
        }
        if (reading instanceof Reading.Usable usable) {
            return acceptance == null
                    ? bill.compiled(Attribution.of(usable.state(), request), 0, false, tellings.believed())
                    : accepted(usable.state(), acceptance);
        }
        if (reading instanceof Reading.TooLarge large) {
            return acceptance == null
                    ? bill.oversized(Attribution.of(large.state(), request), large.tokens(), tellings.believed())
                    : believed(acceptance.grounded(large.state()), acceptance.invented(), false, acceptance);
        }
        Reading.Fault fault = (Reading.Fault) reading;
        return bill.rejected(fault.reason(), fault.detail());
    }

    /** The state without what was invented; with what was not shown, by the model if it can, else without it. */
    private Compilation accepted(StateDocument state, Acceptance with) {
        StateDocument grounded = with.grounded(state);
        int invented = with.invented();
        List<String> missing = with.missing(grounded);
        ModelRequest asked = lastRequest;
        if (!missing.isEmpty() && asked != null && !lastWasRepair && !lastWasCut) {
            long limit = Math.min(request.maxTokens(), inputTokens);
            Reading again =
                    calls.call(requests.completed(asked, missing), bill, answer -> refused(read(answer, limit)), true);
            if (again instanceof Reading.Usable usable) {
                StateDocument second = with.grounded(usable.state());
                List<String> stillMissing = with.missing(second);
                if (stillMissing.isEmpty() || stillMissing.size() < missing.size()) {
                    grounded = second;
                    invented += with.invented();
                    missing = stillMissing;
                }
            }
        }
        return believed(grounded, invented, !missing.isEmpty(), with);
    }

    private Compilation believed(StateDocument grounded, int invented, boolean lacking, Acceptance with) {
        if (grounded.isEmpty()) {
            return bill.showsLess("nothing of the answer was said in the chat", tellings.believed());
        }
        StateDocument own = with.fitting(Attribution.of(grounded, request));
        StateDocument whole = with.atLeast(lacking ? with.merged(own) : own);
        return whole == null
                ? bill.showsLess("the state shows fewer facts than one written without a model", tellings.believed())
                : bill.compiled(whole, invented, !whole.equals(own), tellings.believed());
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
        long limit = Math.min(request.maxTokens(), inputTokens);
        boolean tells = tellings.asksAbout(part.sequences());
        return refused(repaired(requests.compile(part.text(), state, before, limit, tells), limit));
    }

    /** Calls the model, and once more where that may mend what came back. */
    private Reading repaired(ModelRequest first, long limit) {
        lastRequest = first;
        lastWasRepair = false;
        Reading reading = calls.call(first, bill, answer -> read(answer, limit), false);
        if (reading instanceof Reading.Fault fault && fault.repairable()) {
            ModelRequest corrected = Requests.corrected(first, fault);
            lastWasRepair = true;
            return calls.call(corrected, bill, answer -> refused(read(answer, limit)), true);
        }
        if (reading instanceof Reading.TooLarge large && !lastWasCut) {
            ModelRequest condense = requests.condense(large.state(), large.tokens(), limit);
            if (!requests.fits(condense)) {
                return large;
            }
            lastWasRepair = true;
            return smaller(large, calls.call(condense, bill, answer -> condensed(large, answer, limit), true));
        }
        return reading;
    }

    /** A state that is too large is still better than a failed attempt to condense it. */
    private static Reading smaller(Reading.TooLarge before, Reading after) {
        boolean worse = after instanceof Reading.Fault
                || (after instanceof Reading.TooLarge large && large.tokens() >= before.tokens());
        return worse ? before : after;
    }

    /** An answer that condenses nothing is a failure of the model only where the state before it can't be used either. */
    private Reading condensed(Reading.TooLarge before, ModelAnswer answer, long limit) {
        return refused(smaller(before, read(answer, limit)));
    }

    /** Over the cap a state can be condensed without a model; larger than its input it is worth nothing. */
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
        if (reading instanceof Reading.Usable usable) {
            tellings.take(usable.segments());
            int size = size(usable.state());
            return size > limit ? new Reading.TooLarge(usable.state(), size) : usable;
        }
        return reading;
    }

    private int size(StateDocument document) {
        return tokens.countText(StateEnvelope.wrap(request.schema(), document));
    }
}
