package io.github.sessioncompression;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.SegmentOutline;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.Telling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Writes states with an outline of the chat's older segments, if the chat's model has tools to expand them.
 *
 * <p>Holds no lock and changes nothing. If the outline fails, it stays as it was. Safe for use by many threads.
 */
final class OutlineWriter {
    /** The smallest outline, in tokens. */
    private static final int LEAST_ROOM = 40;

    /** The latest segments of a span that a model summarises: each makes its answer longer. */
    private static final int SUMMARISED = 8;

    private final StateWriter states;
    private final ContextRules rules;
    private final CompressorParts shared;
    private final Reporter reporter;
    private final SegmentOutline outline;

    OutlineWriter(StateWriter states, CompressorParts shared, Reporter reporter) {
        this.states = states;
        this.rules = states.rules();
        this.shared = shared;
        this.reporter = reporter;
        this.outline = new SegmentOutline(rules.tokens()::countText);
    }

    /**
     * As {@link StateWriter#write}; the outline takes a part of the task's cap.
     *
     * @param givenUp true once nobody waits for the state, so that no model is called for it
     */
    WrittenState write(String conversationId, CompressTask task, Focus focus, BooleanSupplier givenUp) {
        int room = room(task);
        if (room == 0) {
            return states.write(conversationId, task, focus, List.of(), givenUp);
        }
        WrittenState written = states.write(
                conversationId,
                task.within(task.maxTokens() - room),
                focus,
                toSummarise(conversationId, task),
                givenUp);
        if (!(written instanceof WrittenState.Written state)) {
            return written;
        }
        List<StateItem> lines = task.free() ? task.outline() : outline(conversationId, task, state, focus, room);
        return state.with(states.fitter().withLatest(state.document(), lines, task.maxTokens()));
    }

    /** The covered messages of the latest segments, which a model is to summarise. */
    private List<List<Long>> toSummarise(String conversationId, CompressTask task) {
        if (task.free() || !states.hasModel()) {
            return List.of();
        }
        Set<Long> covered = new HashSet<>();
        task.covered().forEach(entry -> covered.add(entry.sequence()));
        try {
            List<List<Long>> all =
                    shared.search().segments(conversationId, (sequence, role) -> covered.contains(sequence)).stream()
                            .map(Segment::sequences)
                            .toList();
            return all.subList(Math.max(0, all.size() - SUMMARISED), all.size());
        } catch (RuntimeException | Error e) {
            reporter.outlineFailed(e);
            return List.of();
        }
    }

    boolean mayWriteOffline() {
        return states.mayWriteOffline();
    }

    private int room(CompressTask task) {
        StateOptions options = rules.policy().state();
        int share = options.historyTools() ? (int) (task.maxTokens() * options.segmentShare()) : 0;
        int room = Math.min(share, task.maxTokens() - Budget.SMALLEST_STATE);
        return room < LEAST_ROOM ? 0 : room;
    }

    private List<StateItem> outline(
            String conversationId, CompressTask task, WrittenState.Written state, Focus focus, int room) {
        try {
            StoredReading stored = new StoredReading(shared.store(), conversationId);
            List<Segment> segments = shared.search().segments(conversationId, coveredBy(task));
            List<Telling> summaries =
                    new ArrayList<>(stored.tellings(task.base().tellings()));
            summaries.addAll(state.tellings());
            return outline.lines(
                    task.outline(),
                    segments,
                    segment -> hidden(stored, segment.sequences()),
                    SegmentOutline.summaries(summaries, segments),
                    current(task, focus),
                    state.document(),
                    room);
        } catch (RuntimeException | Error e) {
            reporter.outlineFailed(e);
            return task.outline();
        }
    }

    /** Redacted messages; the message before them may have asked for a secret. */
    private List<Entry> hidden(StoredReading stored, List<Long> sequences) {
        long first = sequences.get(0);
        List<Entry> read = new ArrayList<>(stored.between(Math.max(0, first - 2), first - 1));
        read.addAll(stored.at(sequences));
        List<Entry> hidden = states.hidden(read);
        return hidden.subList(Entry.countThrough(hidden, first - 1), hidden.size());
    }

    /** The messages that the state covers once the task is done. */
    private static Archived coveredBy(CompressTask task) {
        Set<Long> retained = new HashSet<>();
        task.kept().forEach(entry -> retained.add(entry.sequence()));
        return new Archived(task.boundary(), 0, retained);
    }

    /** The focus, and the user's last message. */
    private static String current(CompressTask task, Focus focus) {
        List<Entry> kept = task.kept();
        String text = focus.text() == null ? "" : focus.text();
        for (int i = kept.size() - 1; i >= 0; i--) {
            if (kept.get(i).message().role() == Role.USER) {
                return text + "\n" + kept.get(i).message().text();
            }
        }
        return text;
    }
}
