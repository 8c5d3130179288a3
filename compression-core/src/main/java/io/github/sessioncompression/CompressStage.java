package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.offline.StateFitter;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateMode;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Accounting;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compress to state: prepare under the lock, write the state without it, and make the next record under it again.
 *
 * <p>Between the two, messages may arrive and {@code clear()} may come: the boundary covers the prepared span only, and the
 * commit names the record it replaces.
 */
final class CompressStage {
    private final Engine engine;
    private final StateFitter fitter;

    CompressStage(Engine engine, StateFitter fitter) {
        this.engine = engine;
        this.fitter = fitter;
    }

    /**
     * A span to compress, and what it replaces.
     *
     * @param incarnation the conversation's life it was prepared in
     * @param base the record that the new one follows
     * @param pins what of everything up to the boundary stays in the view, and what the state is to cover
     * @param span the messages as a model reads them: what is to be covered and, to understand it, what is pinned among it
     * @param boundary the last sequence number covered
     * @param maxTokens the most the new state may take
     * @param replacedTokens what the span and the state before cost
     */
    record Task(
            String incarnation,
            CompressionRecord base,
            Pins pins,
            List<Entry> span,
            long boundary,
            int maxTokens,
            long replacedTokens) {}

    /** What came of writing a state. */
    sealed interface Written {
        /** What the model calls cost. */
        Usage usage();

        /** How many calls there were. */
        int calls();

        /** A state within its cap; {@code failure} is what went wrong before it could be written. */
        record State(StateDocument document, Outcome.Compressed.By by, Usage usage, int calls, @Nullable String failure)
                implements Written {}

        /** None: the context stays as it is. */
        record Nothing(String failure, Usage usage, int calls) implements Written {}
    }

    /**
     * Prepares a compression of everything before {@code cut}.
     *
     * @return {@code null} if nothing would be gained
     */
    @Nullable
    Task prepare(WorkingSet set, CutPlanner.Cut cut, Budget budget) {
        Pins pins = set.pinsBefore(cut.index());
        CompressionRecord base = set.record();
        StateDocument previous = merged(base);
        long replaced = cut.tokens() + (long) engine.stateTokens(previous);
        int acknowledgement = engine.tokens().count(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
        // Each message that stays may need one more to keep the roles alternating.
        long fillers = pins.history().stream()
                .filter(entry -> entry.sequence() > base.boundary())
                .count();
        int max = (int) Math.min(budget.stateMax(), replaced - (2 + fillers) * acknowledgement);
        if (pins.covered().isEmpty() || max < Budget.SMALLEST_STATE) {
            return null;
        }
        long boundary = set.active().get(cut.index() - 1).sequence();
        return new Task(set.incarnation(), base, pins, read(pins, base.boundary()), boundary, max, replaced);
    }

    /** What is covered, what is newly pinned and the user message of the turn, in order. */
    private static List<Entry> read(Pins pins, long after) {
        List<Entry> read = new ArrayList<>(pins.covered());
        for (Entry entry : pins.history()) {
            if (entry.sequence() > after || entry.equals(pins.turn())) {
                read.add(entry);
            }
        }
        read.sort(Comparator.comparingLong(Entry::sequence));
        return read;
    }

    /** Writes the state: by the model if there is one, offline else. Holds no lock; throws nothing because of the model. */
    Written write(String conversationId, Task task, Focus focus) {
        if (engine.model() == null) {
            return offline(task, focus, Outcome.Compressed.By.OFFLINE, Usage.NONE, 0, null);
        }
        CompileRequest request = request(task, task.span(), focus);
        Compilation compilation =
                engine.model().compile(request, engine.systemContext().apply(conversationId));
        Usage usage = compilation.usage();
        if (compilation instanceof Compilation.Compiled compiled) {
            return written(compiled.state(), Outcome.Compressed.By.MODEL, usage, compilation.calls(), null);
        }
        if (compilation instanceof Compilation.Oversized oversized) {
            StateDocument condensed = fitter.within(oversized.state(), task.maxTokens());
            return written(condensed, Outcome.Compressed.By.MODEL, usage, compilation.calls(), null);
        }
        String failure = ((Compilation.Rejected) compilation).reason().name();
        if (engine.policy().failure() == FailurePolicy.OFFLINE) {
            return offline(
                    task, focus, Outcome.Compressed.By.OFFLINE_AFTER_FAILURE, usage, compilation.calls(), failure);
        }
        return new Written.Nothing(failure, usage, compilation.calls());
    }

    private CompileRequest request(Task task, List<Entry> span, Focus focus) {
        StateDocument previous = merged(task.base());
        return new CompileRequest(
                engine.schema(), span, previous.isEmpty() ? null : previous, focus.text(), task.maxTokens());
    }

    /** Offline every sentence read is one that may be noted, so what the view shows anyway is not read. */
    private Written offline(
            Task task, Focus focus, Outcome.Compressed.By by, Usage usage, int calls, @Nullable String failure) {
        CompileRequest request = request(task, task.pins().covered(), focus);
        StateDocument state = engine.offline().compile(request);
        StateDocument previous = request.previous();
        if (state.isEmpty() && previous != null) {
            state = previous;
        }
        return written(fitter.within(state, request.maxTokens()), by, usage, calls, failure);
    }

    private static Written written(
            StateDocument state, Outcome.Compressed.By by, Usage usage, int calls, @Nullable String failure) {
        return state.isEmpty()
                ? new Written.Nothing(failure == null ? "EMPTY_STATE" : failure, usage, calls)
                : new Written.State(state, by, usage, calls, failure);
    }

    /** Whether nothing that {@code task} was prepared from has changed, but for messages that came after it. */
    boolean stillHolds(WorkingSet set, Task task) {
        CompressionRecord now = set.record();
        return set.incarnation().equals(task.incarnation())
                && now.boundary() == task.base().boundary()
                && now.states().equals(task.base().states());
    }

    /** The record that makes {@code written} current, with as much of it injected as there is room for. */
    CompressionRecord next(WorkingSet set, Task task, Written.State written, Budget budget) {
        CompressionRecord base = set.record();
        List<StateDocument> states = new ArrayList<>();
        if (engine.policy().state().mode() == StateMode.CHAIN) {
            states.addAll(base.states());
        }
        states.add(written.document());
        List<Entry> shown = new ArrayList<>(task.pins().history());
        shown.addAll(set.active()
                .subList(
                        Entry.countThrough(set.active(), task.boundary()),
                        set.active().size()));
        int kept = 0;
        for (Entry entry : shown) {
            if (entry.message().role() != Role.SYSTEM) {
                kept += engine.pruner().view(entry, set.prunedThrough()).tokens();
            }
        }
        int room = budget.stateRoom(set.context().systemTokens() + kept);
        return new CompressionRecord(
                base.version() + 1,
                task.boundary(),
                task.pins().sequences(set::keepsSystem),
                base.prunedThrough(),
                engine.schema().name(),
                states,
                fitter.fit(states, room),
                base.enabled(),
                written.by() == Outcome.Compressed.By.MODEL ? Cause.MODEL : Cause.OFFLINE,
                new Accounting(
                        task.pins().covered().size(),
                        task.replacedTokens(),
                        engine.stateTokens(written.document()),
                        written.usage().requestTokens(),
                        written.usage().outputTokens()),
                engine.clock().instant());
    }

    /** The state that a new one is merged with: none in a chain. */
    private StateDocument merged(CompressionRecord record) {
        List<StateDocument> states = record.states();
        boolean merge = engine.policy().state().mode() == StateMode.MERGE;
        return merge && !states.isEmpty() ? states.get(states.size() - 1) : StateDocument.EMPTY;
    }
}
