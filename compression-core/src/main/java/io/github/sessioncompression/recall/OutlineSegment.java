package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** A segment in an outline: its line at each level, and the line's cost. Its messages are read only for a level that it had not before. */
final class OutlineSegment {
    private static final String BETWEEN_SENTENCES = "; | … ";
    private static final String ELLIPSIS = " … ";

    /** The characters of a message that are read. */
    private static final int READ_CHARS = 4_000;

    /** The cost of an entry beside its text. */
    private static final int ENTRY_TOKENS = 4;

    private static final List<Level> LEVELS = List.of(Level.DETAILED, Level.BRIEF, Level.TAGS);

    private final Segment segment;
    private final Function<Segment, List<Entry>> messages;
    private final List<Telling> summaries;
    private final TokenCounter counter;
    private final Predicate<String> isInState;
    private final Map<Level, String> lines = new EnumMap<>(Level.class);
    private final Level finest;
    private @Nullable SegmentDigest digest;

    /**
     * A segment.
     *
     * @param before its line in the outline before; {@code null} if it had none
     * @param summaries what models wrote of it
     * @param isInState true for a sentence that the rest of the state has
     */
    OutlineSegment(
            Segment segment,
            @Nullable StateItem before,
            Function<Segment, List<Entry>> messages,
            List<Telling> summaries,
            TokenCounter counter,
            Predicate<String> isInState) {
        this.segment = segment;
        this.messages = messages;
        this.summaries = summaries;
        this.counter = counter;
        this.isInState = isInState;
        if (before != null && isOfAllMessages(before)) {
            finest = Markers.shownBefore(before.text());
            lines.put(finest, before.text());
        } else {
            finest = Level.DETAILED;
        }
    }

    /** False if the segment has grown since; a framework's list may have lost the sources. */
    private boolean isOfAllMessages(StateItem before) {
        List<Long> sources = before.sources();
        return sources.isEmpty() || sources.get(sources.size() - 1) == segment.last();
    }

    /** The levels it may have, the finest first: never finer than before. */
    List<Level> levels() {
        return LEVELS.subList(LEVELS.indexOf(finest), LEVELS.size());
    }

    /** The line it had before, or its tags. */
    String known() {
        String before = lines.get(finest);
        return before == null ? line(Level.TAGS) : before;
    }

    int costAt(Level level) {
        return counter.count(line(level)) + ENTRY_TOKENS;
    }

    StateItem at(Level level) {
        StateItem.Writer writer = summaries.isEmpty() ? StateItem.Writer.RULES : StateItem.Writer.MODEL;
        return new StateItem(
                line(level), StateItem.Kind.NARRATIVE, segment.sequences(), StateItem.Origin.UNKNOWN, writer);
    }

    private String line(Level level) {
        return lines.computeIfAbsent(level, this::newLine);
    }

    private String newLine(Level level) {
        if (digest == null) {
            List<Entry> read = messages.apply(segment).stream()
                    .map(entry -> new Entry(entry.sequence(), head(entry.message()), entry.tokens()))
                    .toList();
            digest = new SegmentDigest(segment.id(), read, counter, summaries);
        }
        if (level == Level.TAGS) {
            return digest.taggedMarker();
        }
        List<String> parts = new ArrayList<>();
        for (String line : digest.at(level).content().split("\n", -1)) {
            String news = notInState(line);
            if (!news.isEmpty()) {
                parts.add(news);
            }
        }
        parts.add(digest.marker(level));
        return String.join(" ", parts);
    }

    private static Message head(Message message) {
        return message.text().length() <= READ_CHARS
                ? message
                : message.withText(Excerpt.head(message.text(), READ_CHARS));
    }

    /** The sentences of a line that the state does not have, behind their speaker. */
    private String notInState(String line) {
        Matcher label = SegmentDigest.LABEL.matcher(line);
        int start = label.find() ? label.end() : 0;
        List<String> sentences = new ArrayList<>();
        for (String sentence : line.substring(start).split(BETWEEN_SENTENCES, -1)) {
            if (!sentence.isBlank() && !isInState.test(sentence.strip())) {
                sentences.add(sentence.strip());
            }
        }
        return sentences.isEmpty() ? "" : line.substring(0, start) + String.join(ELLIPSIS, sentences);
    }
}
