package io.github.sessioncompression.writer;

import io.github.sessioncompression.context.Archived;
import io.github.sessioncompression.context.Budget;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.log.FaultLog;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.search.Outline;
import io.github.sessioncompression.search.SegmentDigest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateItem.Writer;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.SessionStore;
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
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Give the outline its share of the task's cap and the state the rest.
 *   <li>Have {@link StateWriter} write the state, and a model's summaries of the latest segments along with it.
 *   <li>Have {@link Outline} write a line for each segment that there is room for, first those that answer the focus and the user's last message.
 * </ol>
 *
 * <p><b>Does nothing</b> beside the state if the policy offers no history tools or the share is too small; a task that may cost nothing keeps its
 * outline. <b>Threads:</b> safe for use by many; holds no lock and changes no chat. <b>On failure</b> of the store or the search a WARN is
 * logged, the state is written and the outline stays as it was.
 *
 * @param store where the messages of segments are read
 * @param search divides the chat into segments and ranks them
 * @see StateWriter
 */
public record OutlineWriter(StateWriter states, SessionStore store, MessageSearch search, FaultLog faults) {
    /** The smallest outline, in tokens. */
    private static final int LEAST_ROOM = 40;

    /** The latest segments of a span that a model summarises: each makes its answer longer. */
    private static final int SUMMARISED = 8;

    /** The segments that the present topic moves to the front, at most. */
    private static final int MOST_CURRENT = 3;

    /** The characters of a message that are read. */
    private static final int READ_CHARS = 4_000;

    /** Writes the state that a job asks for, as {@link StateWriter#write} does, with its outline; both together keep to the task's cap. */
    public WrittenState write(StateWriter.Job job) {
        CompressTask task = job.task();
        int room = room(task);
        if (room == 0) {
            return states.write(job, List.of());
        }
        WrittenState written = states.write(job.within(task.maxTokens() - room), toSummarise(job));
        if (!(written instanceof WrittenState.Written state)) {
            return written;
        }
        List<StateItem> lines = task.free() ? task.outline() : outline(job, state, room);
        return state.with(states.fitter().withLatest(state.document(), lines, task.maxTokens()));
    }

    /** The covered messages of the latest segments, which a model summarises along with the state; empty if none is asked or the search fails. */
    private List<List<Long>> toSummarise(StateWriter.Job job) {
        CompressTask task = job.task();
        if (task.free() || task.extract() || !states.hasModel()) {
            return List.of();
        }
        Set<Long> covered = new HashSet<>();
        task.covered().forEach(entry -> covered.add(entry.sequence()));
        try {
            List<List<Long>> all =
                    search.segments(job.conversationId(), sequence -> covered.contains(sequence)).stream()
                            .map(Segment::sequences)
                            .toList();
            return all.subList(Math.max(0, all.size() - SUMMARISED), all.size());
        } catch (RuntimeException | Error e) {
            faults.outlineFailed(e);
            return List.of();
        }
    }

    /** Room of the outline in tokens; 0 for none, also if the state would get less than the smallest. */
    private int room(CompressTask task) {
        StateOptions options = states.rules().policy().state();
        int share = options.historyTools() ? (int) (task.maxTokens() * options.segmentShare()) : 0;
        int room = Math.min(share, task.maxTokens() - Budget.SMALLEST_STATE);
        return room < LEAST_ROOM ? 0 : room;
    }

    /**
     * The lines of the outline, of the model's summaries if there are any, else of the messages themselves.
     *
     * @param state the written state, whose sentences no line repeats
     * @param room in tokens
     */
    private List<StateItem> outline(StateWriter.Job job, WrittenState.Written state, int room) {
        CompressTask task = job.task();
        try {
            ConversationReader stored = new ConversationReader(store, job.conversationId());
            List<Segment> segments = search.segments(job.conversationId(), coveredBy(task));
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
            return outline.lines(task.outline(), segments, current(job), room);
        } catch (RuntimeException | Error e) {
            faults.outlineFailed(e);
            return task.outline();
        }
    }

    /** The covered segments that answer the focus and the user's last message best. */
    private Set<String> current(StateWriter.Job job) {
        String asked = Turns.lastText(job.task().kept(), Role.USER);
        String text = job.focus() == null ? asked : job.focus() + "\n" + asked;
        return search.segmentsAbout(job.conversationId(), text, MOST_CURRENT, coveredBy(job.task()));
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
