package io.github.sessioncompression.model;

import io.github.sessioncompression.model.ModelStateCompiler.Compilation;
import io.github.sessioncompression.model.ModelStateCompiler.Compilation.Reason;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
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
    private static final int MOST_STEPS = 16;
    /** Less than this part of the window is no room for messages: nearly all that is paid for would be instructions. */
    private static final int LEAST_PART = 10;

    private final CompileRequest request;
    private final MessageTokens tokens;
    private final int window;
    private final ModelCalls calls;
    private final CallBudget budget;
    private final AnswerReader reader;
    private final SegmentField asked;
    private final Requests requests;
    private final Transcript transcript;
    private List<SegmentSummary> segments = List.of();
    private @Nullable StateDocument state;
    private long inputTokens;

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
        this.calls = calls;
        this.budget = budget;
        StateDocument previous = request.previous();
        if (previous != null && !previous.isEmpty()) {
            this.state = previous;
            this.inputTokens = size(previous);
        }
        this.asked = new SegmentField(request);
        this.requests = new Requests(request, asked, systemContext, options, tokens);
        this.transcript = new Transcript(request, asked, options, tokens);
        this.reader = new AnswerReader(request.schema(), new PlaceholderTexts(request.schema()), this::size);
    }

    /** True if there are no segments to summarize, or the input takes a single step: a segment must not be split. */
    boolean fitsSegments() {
        int room = requests.room(state, transcript.before(requests.roomBefore()));
        return request.segments().isEmpty() || (room >= window / LEAST_PART && transcript.leastParts(room) == 1);
    }

    Compilation run() {
        for (int step = 1; ; step++) {
            Reading reading = step(step);
            if (reading instanceof Reading.Fault fault) {
                return budget.rejected(fault.reason(), fault.detail());
            }
            StateDocument written = ((Reading.Written) reading).state();
            if (transcript.done()) {
                return budget.compiled(Attribution.of(written, request), segments, null);
            }
            state = written;
        }
    }

    private Reading step(int step) {
        String before = transcript.before(requests.roomBefore());
        int room = requests.room(state, before);
        if (room < window / LEAST_PART) {
            return Reading.Fault.lasting(
                    Reason.NO_ROOM,
                    "beside instructions, state and answer the compression model's window of " + window
                            + " tokens has no room for messages; model.context-window sets a larger one");
        }
        long steps = step - 1 + transcript.leastParts(room);
        if (steps > MOST_STEPS) {
            return Reading.Fault.lasting(
                    Reason.INPUT_TOO_LARGE,
                    "the input takes " + steps + " steps or more, but the limit is " + MOST_STEPS);
        }
        Transcript.Part part = transcript.next(room);
        inputTokens += part.inputTokens();
        long limit = Math.min(request.maxTokens(), inputTokens);
        Reading reading = repaired(requests.compile(part.text(), state, before, limit), limit);
        return reading instanceof Reading.Written large && large.tokens() > inputTokens
                ? Reading.Fault.lasting(
                        Reason.LARGER_THAN_INPUT,
                        "the state takes " + large.tokens() + " tokens, but what it replaces only " + inputTokens)
                : reading;
    }

    /** Calls the model, and once more where the form of the answer is wrong or the state is too large. */
    private Reading repaired(ModelRequest first, long limit) {
        Reading reading = calls.call(first, budget, this::read);
        if (reading instanceof Reading.Fault fault && fault.repairable()) {
            ModelRequest again = requests.corrected(first, fault);
            return again == null ? fault : calls.call(again, budget, this::read);
        }
        if (reading instanceof Reading.Written large && large.tokens() > limit) {
            ModelRequest condense = requests.condense(large.state(), large.tokens(), limit);
            Reading condensed = requests.left(condense) >= 0 ? calls.call(condense, budget, this::read) : large;
            return condensed instanceof Reading.Written smaller && smaller.tokens() < large.tokens() ? smaller : large;
        }
        return reading;
    }

    private Reading read(ModelAnswer answer) {
        Reading reading = reader.read(answer);
        if (!(reading instanceof Reading.Written written)) {
            return reading;
        }
        List<SegmentSummary> summaries = asked.read(written.segments());
        segments = summaries.isEmpty() ? segments : summaries;
        return written;
    }

    private int size(StateDocument document) {
        return tokens.countText(StateEnvelope.wrap(request.schema(), document));
    }
}
