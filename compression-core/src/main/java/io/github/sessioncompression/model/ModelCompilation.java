package io.github.sessioncompression.model;

import io.github.sessioncompression.extract.StateCut;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One compilation from its first step to its outcome.
 *
 * <p><em>Algorithm</em>: 1. cut the former state to a third of the window's room ({@link StateCut}); 2. count the steps that the rest of the
 * {@link RenderedSpan} takes; 3. with at most {@value #MOST_STEPS}, ask for a state of each part on top of the one before; 4. with more, ask for the parts
 * beside one another, each without a former state, then join neighbouring states and ask for one of them, until one is left; 5. repair an answer
 * of the wrong form by one further call, and have a state above its limit shortened by one; 6. name the source messages of each entry
 * ({@link Attribution}).
 *
 * <p>Sizes are compared with everything compressed so far, not with the messages of the last step: a short last part would make any merged
 * state look larger than its input.
 *
 * <p><em>Does nothing</em> if the window has no room for messages, or the parts exceed {@value #MOST_PARTS}: a rejection before the first call.
 * <em>Threads</em>: belongs to the one that compiles. <em>On failure</em>: the first lasting fault ends it, and nothing of the steps before is kept.
 */
final class ModelCompilation {
    /** Most parts that are compiled one after the other: each step waits for the one before. */
    private static final int MOST_STEPS = 16;
    /** Most parts that are compiled beside one another. */
    private static final int MOST_PARTS = 256;
    /** Part of the largest state that the state of one of many parts takes, so that several are merged at once. */
    private static final int PART_OF_STATE = 4;

    private final CompileRequest request;
    private final MessageTokens tokens;
    private final int window;
    private final ModelCalls calls;
    private final CallBudget budget;
    private final AnswerReader reader;
    private final SegmentField asked;
    private final Requests requests;
    private final RenderedSpan transcript;
    /** Summaries of the last answer that had any. */
    private List<SegmentSummary> segments = List.of();
    /** Facts about the user of all answers. */
    private final Set<StateItem> aboutUser = new LinkedHashSet<>();
    /** The state that the next step builds on; {@code null} for none. */
    private @Nullable StateDocument state;
    /** Tokens of everything compressed so far: the former state and the messages, as they are in the chat. */
    private long inputTokens;

    /**
     * A compilation that has not begun.
     *
     * @param systemContext the chat's system prompt, secrets hidden; {@code null} for none
     * @param options with the window that is planned with
     */
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
            this.inputTokens = size(previous);
        }
        this.asked = new SegmentField(request);
        this.requests = new Requests(request, asked, systemContext, options, tokens);
        this.transcript = new RenderedSpan(request, asked, options, tokens);
        this.state = inputTokens == 0 || previous == null ? null : givenTo(previous, requests.stateRoom());
        this.reader = new AnswerReader(request.schema(), new PlaceholderTexts(request.schema()), this::size);
    }

    /** True if there are no segments to summarize, or the input takes a single step: a segment must not be split. */
    boolean fitsSegments() {
        int room = requests.room(state, transcript.before(requests.roomBefore()));
        return request.segments().isEmpty() || (requests.isWorth(room) && transcript.leastParts(room) == 1);
    }

    /** Asks until all messages are compiled or a fault lasts; called once. */
    Compilation run() {
        CallResult reading = null;
        for (boolean first = true; first || !transcript.done(); first = false) {
            String before = transcript.before(requests.roomBefore());
            int room = requests.room(state, before);
            if (!requests.isWorth(room)) {
                return budget.rejected(
                        Reason.NO_ROOM,
                        "beside instructions, state and answer the compression model's window of " + window
                                + " tokens has no room for messages; model.context-window sets a larger one");
            }
            boolean inParts = first && transcript.leastParts(room) > MOST_STEPS;
            reading = inParts ? inParts(room) : step(room, before);
            if (reading instanceof CallResult.Fault fault) {
                return budget.rejected(fault.reason(), fault.detail());
            }
            state = givenTo(((CallResult.Written) reading).state(), requests.stateRoom());
        }
        StateDocument written = ((CallResult.Written) Objects.requireNonNull(reading)).state();
        StateDocument whole = written.with(UserFacts.FIELD, List.copyOf(aboutUser));
        return budget.compiled(Attribution.of(whole, request), segments, null, 0);
    }

    /** A state as the model is given it: cut if it takes more than {@code most} tokens. */
    private StateDocument givenTo(StateDocument document, int most) {
        return size(document) <= most ? document : StateCut.within(request.schema(), document, most, tokens::countText);
    }

    /** Compiles the next messages that fit {@code room} tokens on top of the state so far. */
    private CallResult step(int room, @Nullable String before) {
        RenderedSpan.Part part = transcript.next(room);
        inputTokens += part.inputTokens();
        long limit = Math.min(Math.min(request.maxTokens(), inputTokens), requests.stateRoom());
        return notLarger(asked(requests.compile(part.text(), state, before, limit), limit));
    }

    /** The reading, or a fault if its state is larger than all that it replaces: the chat would grow by being compressed. */
    private CallResult notLarger(CallResult reading) {
        return reading instanceof CallResult.Written large && large.tokens() > inputTokens
                ? CallResult.Fault.lasting(
                        Reason.LARGER_THAN_INPUT,
                        "the state takes " + large.tokens() + " tokens, but what it replaces only " + inputTokens)
                : reading;
    }

    /** Compiles all parts of the input beside one another, and merges their states with the one before. */
    private CallResult inParts(int room) {
        long parts = transcript.leastParts(room);
        if (parts > MOST_PARTS) {
            return CallResult.Fault.lasting(
                    Reason.INPUT_TOO_LARGE,
                    "the input takes " + parts + " calls or more, but the limit is " + MOST_PARTS);
        }
        int limit = Math.max(1, requests.stateRoom() / PART_OF_STATE);
        List<ModelRequest> asked = new ArrayList<>();
        while (!transcript.done()) {
            RenderedSpan.Part part = transcript.next(room);
            inputTokens += part.inputTokens();
            asked.add(requests.compile(part.text(), null, null, Math.min(limit, part.inputTokens())));
        }
        List<CallResult> readings = answers(asked);
        int most = Math.min(request.maxTokens(), requests.stateRoom());
        List<StateDocument> states = new ArrayList<>(state == null ? List.of() : List.of(state));
        while (!(readings.get(readings.size() - 1) instanceof CallResult.Fault)) {
            for (CallResult each : readings) {
                states.add(givenTo(((CallResult.Written) each).state(), readings.size() == 1 ? most : limit));
            }
            List<StateDocument> groups = groups(states);
            // One state is left: the answer, unless the former state still has to be merged with others.
            boolean last = groups.size() == 1;
            if (last && states.size() == 1) {
                return notLarger(readings.get(0));
            }
            long tokensEach = last ? Math.min(most, inputTokens) : limit;
            readings = answers(groups.stream()
                    .map(joined -> requests.merged(joined, tokensEach))
                    .toList());
            states.clear();
        }
        return readings.get(readings.size() - 1);
    }

    /** The readings up to the first lasting fault, each after its repair. */
    private List<CallResult> answers(List<ModelRequest> asked) {
        List<CallResult> readings = calls.callAll(asked, budget, this::read);
        for (int i = 0; i < readings.size(); i++) {
            readings.set(i, repaired(asked.get(i), readings.get(i)));
            if (readings.get(i) instanceof CallResult.Fault) {
                return readings.subList(0, i + 1);
            }
        }
        return readings;
    }

    /** Neighbouring states joined, as many as one call can be given: twice the largest state, because there are no messages beside it. */
    private List<StateDocument> groups(List<StateDocument> states) {
        List<StateDocument> groups = new ArrayList<>();
        for (StateDocument next : states) {
            int last = groups.size() - 1;
            StateDocument joined = last < 0 ? next : joined(groups.get(last), next);
            if (last >= 0 && size(joined) <= 2 * requests.stateRoom()) {
                groups.set(last, joined);
            } else {
                groups.add(next);
            }
        }
        return groups;
    }

    /** Two states as one, field by field, the earlier one's entries first. */
    private static StateDocument joined(StateDocument before, StateDocument next) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>(before.fields());
        next.fields()
                .forEach((name, items) -> fields.merge(name, items, (first, second) -> {
                    List<StateItem> all = new ArrayList<>(first);
                    all.addAll(second);
                    return all;
                }));
        return new StateDocument(fields);
    }

    /** Calls the model, and once more if the form of the answer is wrong or the state is too large. */
    private CallResult asked(ModelRequest first, long limit) {
        CallResult reading = calls.call(first, budget, this::read);
        if (reading instanceof CallResult.Written large && large.tokens() > limit) {
            ModelRequest condense = requests.condense(large.state(), large.tokens(), limit);
            // A state that stays too large is still the best there is; the caller cuts it.
            CallResult condensed = requests.left(condense) >= 0 ? calls.call(condense, budget, this::read) : large;
            return condensed instanceof CallResult.Written smaller && smaller.tokens() < large.tokens()
                    ? smaller
                    : large;
        }
        return repaired(first, reading);
    }

    /** The reading itself, or that of one further call if the form of the answer was wrong. */
    private CallResult repaired(ModelRequest first, CallResult reading) {
        if (!(reading instanceof CallResult.Fault fault) || !fault.repairable()) {
            return reading;
        }
        ModelRequest again = requests.corrected(first, fault);
        return again == null ? fault : calls.call(again, budget, this::read);
    }

    /** Reads an answer, and remembers what it has beside the state. */
    private CallResult read(ModelAnswer answer) {
        CallResult reading = reader.read(answer);
        if (!(reading instanceof CallResult.Written written)) {
            return reading;
        }
        List<SegmentSummary> summaries = asked.read(written.segments());
        // A state that was shortened comes without summaries; those of the first answer stay.
        segments = summaries.isEmpty() ? segments : summaries;
        if (request.aboutUser()) {
            aboutUser.addAll(written.state().items(UserFacts.FIELD));
        }
        return written;
    }

    /** Tokens of a state as it is shown, its tags included. */
    private int size(StateDocument document) {
        return tokens.countText(StateEnvelope.wrap(request.schema(), document));
    }
}
