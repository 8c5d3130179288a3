package io.github.sessioncompression;

import io.github.sessioncompression.context.Archived;
import io.github.sessioncompression.context.Budget;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.search.Outline;
import io.github.sessioncompression.search.SegmentDigest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateItem.Writer;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.transcript.ConversationReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes states with an outline of the chat's older segments, if the chat's model has tools to expand them.
 *
 * <p><em>Algorithm</em>: 1. the outline gets its share of the cap, the state the rest; 2. {@link StateWriter} writes the state, and a model's summaries of the
 * latest segments with it; 3. {@link Outline} writes a line for each segment that has room, those first that the question and the focus are about.
 *
 * <p><em>Does nothing</em> beside the state if the policy offers no history tools or the share is too small. <em>Threads</em>: safe for use by many; holds no
 * lock and changes nothing. <em>On failure</em> the outline stays as it was.
 */
record OutlineWriter(StateWriter states, CompressorParts shared, Reporter reporter) {
    /** The smallest outline, in tokens. */
    private static final int LEAST_ROOM = 40;

    /** The latest segments of a span that a model summarises: each makes its answer longer. */
    private static final int SUMMARISED = 8;

    /** The segments that the present topic moves to the front, at most. */
    private static final int MOST_CURRENT = 3;

    /** The characters of a message that are read. */
    private static final int READ_CHARS = 4_000;

    /** As {@link StateWriter#write}; the outline takes a part of the task's cap. */
    WrittenState write(String conversationId, CompressTask task, PipelineRun run) {
        int room = room(task);
        if (room == 0) {
            return states.write(conversationId, task, run, List.of());
        }
        WrittenState written = states.write(
                conversationId, task.within(task.maxTokens() - room), run, toSummarise(conversationId, task));
        if (!(written instanceof WrittenState.Written state)) {
            return written;
        }
        List<StateItem> lines = task.free() ? task.outline() : outline(conversationId, task, state, run.focus(), room);
        return state.with(states.fitter().withLatest(state.document(), lines, task.maxTokens()));
    }

    /** The covered messages of the latest segments, which a model is to summarise. */
    private List<List<Long>> toSummarise(String conversationId, CompressTask task) {
        if (task.free() || task.extract() || !states.hasModel()) {
            return List.of();
        }
        Set<Long> covered = new HashSet<>();
        task.covered().forEach(entry -> covered.add(entry.sequence()));
        try {
            List<List<Long>> all =
                    shared.search().segments(conversationId, sequence -> covered.contains(sequence)).stream()
                            .map(Segment::sequences)
                            .toList();
            return all.subList(Math.max(0, all.size() - SUMMARISED), all.size());
        } catch (RuntimeException | Error e) {
            reporter.faults().outlineFailed(e);
            return List.of();
        }
    }

    private int room(CompressTask task) {
        StateOptions options = states.rules().policy().state();
        int share = options.historyTools() ? (int) (task.maxTokens() * options.segmentShare()) : 0;
        int room = Math.min(share, task.maxTokens() - Budget.SMALLEST_STATE);
        return room < LEAST_ROOM ? 0 : room;
    }

    private List<StateItem> outline(
            String conversationId, CompressTask task, WrittenState.Written state, Focus focus, int room) {
        try {
            ConversationReader stored = new ConversationReader(shared.store(), conversationId);
            List<Segment> segments = shared.search().segments(conversationId, coveredBy(task));
            List<SegmentSummary> all =
                    new ArrayList<>(stored.tellings(task.base().tellings()));
            all.addAll(state.tellings());
            Map<String, List<SegmentSummary>> summaries = Outline.bySegment(all, segments);
            String said = state.document().with(StateDocument.SEGMENTS, List.of()).items().stream()
                    .map(StateItem::text)
                    .collect(Collectors.joining("\n"));
            Outline outline = new Outline(
                    states.rules().tokens()::countText,
                    segment -> SegmentDigest.levels(
                            segment.id(),
                            hidden(stored, segment.sequences()),
                            states.rules().tokens()::countText,
                            summaries.getOrDefault(segment.id(), List.of())),
                    segment -> summaries.containsKey(segment.id()) ? Writer.MODEL : Writer.RULES,
                    said::contains);
            return outline.lines(task.outline(), segments, current(conversationId, task, focus), room);
        } catch (RuntimeException | Error e) {
            reporter.faults().outlineFailed(e);
            return task.outline();
        }
    }

    /** The covered segments that answer the focus and the user's last message best. */
    private Set<String> current(String conversationId, CompressTask task, Focus focus) {
        String asked = Turns.lastText(task.kept(), Role.USER);
        String text = focus.text() == null ? asked : focus.text() + "\n" + asked;
        return shared.search().segmentsAbout(conversationId, text, MOST_CURRENT, coveredBy(task));
    }

    /** The heads of messages, redacted; the message before them may have asked for a secret. */
    private List<Entry> hidden(ConversationReader stored, List<Long> sequences) {
        long first = sequences.get(0);
        List<Entry> read = new ArrayList<>(stored.between(Math.max(0, first - 2), first - 1));
        read.addAll(stored.at(sequences));
        return states.hidden(read).stream()
                .filter(entry -> entry.sequence() >= first)
                .map(entry -> new Entry(entry.sequence(), head(entry.message()), entry.tokens()))
                .toList();
    }

    private static Message head(Message message) {
        return message.withText(Letters.head(message.text(), READ_CHARS));
    }

    /** The messages that the state covers once the task is done. */
    private static Archived coveredBy(CompressTask task) {
        Set<Long> retained = new HashSet<>();
        task.kept().forEach(entry -> retained.add(entry.sequence()));
        return new Archived(task.boundary(), retained);
    }
}
