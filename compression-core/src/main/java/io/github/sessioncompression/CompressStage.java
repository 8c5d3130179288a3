package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.Compilation;
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
     * @param span the messages without system messages
     * @param pinned sequence numbers of the system messages among them
     * @param boundary the last sequence number covered
     * @param maxTokens the most the new state may take
     * @param replacedTokens what the span and the state before cost
     */
    record Task(
            String incarnation,
            CompressionRecord base,
            List<Message> span,
            List<Long> pinned,
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
        List<Message> span = new ArrayList<>();
        List<Long> pinned = new ArrayList<>();
        List<Entry> covered = set.active().subList(0, cut.index());
        for (Entry entry : covered) {
            if (entry.message().role() == Role.SYSTEM) {
                if (set.keepsSystem(entry)) {
                    pinned.add(entry.sequence());
                }
            } else {
                span.add(entry.message());
            }
        }
        CompressionRecord base = set.record();
        StateDocument previous = merged(base);
        long replaced = cut.tokens() + (long) engine.stateTokens(previous);
        int acknowledgement = engine.tokens().count(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
        int max = (int) Math.min(budget.stateMax(), replaced - 2L * acknowledgement);
        if (span.isEmpty() || max < Budget.SMALLEST_STATE) {
            return null;
        }
        long boundary = covered.get(covered.size() - 1).sequence();
        return new Task(set.incarnation(), base, span, pinned, boundary, max, replaced);
    }

    /** Writes the state: by the model if there is one, offline else. Holds no lock; throws nothing because of the model. */
    Written write(String conversationId, Task task, Focus focus) {
        StateDocument previous = merged(task.base());
        CompileRequest request = new CompileRequest(
                engine.schema(), task.span(), previous.isEmpty() ? null : previous, focus.text(), task.maxTokens());
        if (engine.model() == null) {
            return offline(request, Outcome.Compressed.By.OFFLINE, Usage.NONE, 0, null);
        }
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
            return offline(request, Outcome.Compressed.By.OFFLINE_AFTER_FAILURE, usage, compilation.calls(), failure);
        }
        return new Written.Nothing(failure, usage, compilation.calls());
    }

    private Written offline(
            CompileRequest request, Outcome.Compressed.By by, Usage usage, int calls, @Nullable String failure) {
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
        List<Long> pinned = new ArrayList<>(base.pinned());
        pinned.addAll(task.pinned());
        int kept = 0;
        for (Entry entry : set.active()) {
            if (entry.sequence() > task.boundary()) {
                kept += engine.pruner().view(entry, set.prunedThrough()).tokens();
            }
        }
        int room = budget.stateRoom(set.context().systemTokens() + kept);
        return new CompressionRecord(
                base.version() + 1,
                task.boundary(),
                pinned,
                base.prunedThrough(),
                engine.schema().name(),
                states,
                fitter.fit(states, room),
                base.enabled(),
                written.by() == Outcome.Compressed.By.MODEL ? Cause.MODEL : Cause.OFFLINE,
                new Accounting(
                        task.span().size(),
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
