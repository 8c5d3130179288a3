package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * One segment while an outline is made: how it can be told, and what that costs. Its messages are read when it is to be told otherwise than
 * before.
 */
final class Stretch {
    private static final String BETWEEN = "; ";
    /** So much of a message is read, in UTF-16 units. */
    private static final int MOST_READ = 4_000;
    /** What an entry costs beside its words. */
    private static final int ENTRY_TOKENS = 4;

    private static final List<Level> TOLD = List.of(Level.DETAILED, Level.BRIEF, Level.TAGS);

    private final Segment segment;
    private final Function<Segment, List<Entry>> messages;
    private final List<Telling> told;
    private final TokenCounter counter;
    private final Said said;
    private final Map<Level, String> lines = new EnumMap<>(Level.class);
    /** It was told of at this level, so it is told at that or a coarser one. */
    private final Level finest;

    private @Nullable SegmentDigest digest;

    /**
     * One segment.
     *
     * @param before how it was told of before; {@code null} if it was not
     * @param told what models told of it or of parts of it
     * @param said what need not be said again
     */
    Stretch(
            Segment segment,
            @Nullable StateItem before,
            Function<Segment, List<Entry>> messages,
            List<Telling> told,
            TokenCounter counter,
            Said said) {
        this.segment = segment;
        this.messages = messages;
        this.told = told;
        this.counter = counter;
        this.said = said;
        if (before != null && isOf(before, segment)) {
            finest = Markers.toldBefore(before.text());
            lines.put(finest, before.text());
        } else {
            finest = Level.DETAILED;
        }
    }

    /** Whether that was told of all that the segment has now; of what a list has kept that is not known. */
    private static boolean isOf(StateItem before, Segment segment) {
        return before.sources().isEmpty() || last(before.sources()) == last(segment.sequences());
    }

    /** The levels at which it may be told, the finest first. */
    List<Level> levels() {
        return TOLD.subList(TOLD.indexOf(finest), TOLD.size());
    }

    /** What is known of it at least: what was told before, or its tags. */
    String known() {
        String before = lines.get(finest);
        return before == null ? line(Level.TAGS) : before;
    }

    int costAt(Level level) {
        return counter.count(line(level)) + ENTRY_TOKENS;
    }

    StateItem at(Level level) {
        return new StateItem(
                line(level),
                StateItem.Kind.NARRATIVE,
                segment.sequences(),
                StateItem.Origin.UNKNOWN,
                told.isEmpty() ? StateItem.Writer.RULES : StateItem.Writer.MODEL);
    }

    private String line(Level level) {
        return lines.computeIfAbsent(level, this::made);
    }

    private String made(Level level) {
        SegmentDigest made = digest();
        if (level == Level.TAGS) {
            return made.tagged();
        }
        List<String> news = new ArrayList<>();
        for (String line : made.at(level).content().split("\n", -1)) {
            String left = unsaid(line);
            if (!left.isBlank()) {
                news.add(left);
            }
        }
        return String.join(BETWEEN, news) + (news.isEmpty() ? "" : " ") + made.marker(level);
    }

    /** The notes of a line that are not said yet, behind who said them. */
    private String unsaid(String line) {
        Matcher label = SegmentDigest.LABEL.matcher(line);
        int start = label.find() ? label.end() : 0;
        List<String> notes = new ArrayList<>();
        for (String note : line.substring(start).split(BETWEEN, -1)) {
            if (!note.isBlank() && !said.has(note)) {
                notes.add(note.strip());
            }
        }
        return notes.isEmpty() ? "" : line.substring(0, start) + String.join(BETWEEN, notes);
    }

    /** The last of some sequence numbers, 0 if there is none. */
    static long last(List<Long> sequences) {
        return sequences.isEmpty() ? 0 : sequences.get(sequences.size() - 1);
    }

    private SegmentDigest digest() {
        if (digest == null) {
            List<Entry> read = messages.apply(segment).stream()
                    .map(entry -> new Entry(entry.sequence(), head(entry.message()), entry.tokens()))
                    .toList();
            digest = new SegmentDigest(segment.id(), read, counter, told);
        }
        return digest;
    }

    private static Message head(Message message) {
        return message.text().length() <= MOST_READ
                ? message
                : message.withText(Excerpt.head(message.text(), MOST_READ));
    }

    /** What a state says beside its outline. */
    static final class Said {
        private final String all;

        Said(StateDocument state) {
            StringBuilder texts = new StringBuilder();
            state.withSegments(List.of()).items().forEach(item -> texts.append(item.text())
                    .append('\n'));
            all = texts.toString();
        }

        boolean has(String note) {
            return all.contains(note);
        }
    }
}
