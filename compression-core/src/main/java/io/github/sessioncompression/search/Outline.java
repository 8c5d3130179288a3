package io.github.sessioncompression.search;

import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes one line of a state for each of the latest segments: the latest in detail, older ones briefly, the oldest by their tags.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Candidates are the segments that have a line already and those that came later, the latest {@value #MAX_SEGMENTS}.
 *   <li>They are served latest first, those about the present topic before all others.
 *   <li>Each gets the longest line that keeps the total within that level's share of the room. A segment keeps its line or gets a shorter
 *       one, never a longer one; one that found no room does not come again.
 * </ol>
 *
 * <p>Lines are kept because they are sent with each request: a line written again in other words would change the prompt for nothing, and reading its
 * segment costs a call of the store. A segment that has grown gets a new line.
 *
 * <p><b>Does nothing when</b> there are no segments: there are no lines. <b>Threads:</b> as safe as its functions. <b>On failure</b> what a function throws
 * is thrown through.
 *
 * @param levels reads a segment, and gives its levels; called for segments that need another line
 * @param writer the writer of a segment's levels
 * @param isInState true for a sentence that the rest of the state has, so that no line repeats it
 * @see SegmentLine
 * @see SegmentDigest
 */
public record Outline(
        TokenCounter counter,
        Function<Segment, Function<Level, CompressedSegment>> levels,
        Function<Segment, StateItem.Writer> writer,
        Predicate<String> isInState) {
    /** The most lines: some 1,000 messages of a chat; older segments are found by search only. */
    private static final int MAX_SEGMENTS = 40;

    /** The part of the room for detailed lines. */
    private static final double DETAILED_SHARE = 0.35;

    /** The part of the room for detailed and brief lines together; the rest is for tags, which are short, so most segments have a line. */
    private static final double BRIEF_SHARE = 0.6;

    /** The cost of an entry beside its text. */
    private static final int ENTRY_TOKENS = 4;

    /**
     * The lines, oldest first.
     *
     * @param before the lines of the outline before
     * @param segments the segments, oldest first
     * @param current the ids of the segments about the present topic, which are left out last
     * @param room the most tokens of all lines
     */
    public List<StateItem> lines(List<StateItem> before, List<Segment> segments, Set<String> current, int room) {
        Map<String, StateItem> known = new HashMap<>();
        before.forEach(line -> known.put(SegmentLine.idOf(line.text()), line));
        long through = before.stream()
                .flatMap(line -> line.sources().stream())
                .mapToLong(sequence -> sequence)
                .max()
                .orElse(0);
        List<Segment> byWorth = segments.stream()
                .filter(segment -> known.containsKey(segment.id()) || segment.last() > through)
                .sorted(Comparator.comparingLong(Segment::last).reversed())
                .limit(MAX_SEGMENTS)
                .sorted(Comparator.comparing(segment -> !current.contains(segment.id())))
                .toList();
        TreeMap<Long, StateItem> lines = new TreeMap<>();
        int used = 0;
        for (Segment segment : byWorth) {
            StateItem line = line(segment, known.get(segment.id()), used, room);
            if (line != null) {
                used += cost(line.text());
                lines.put(segment.last(), line);
            }
        }
        return List.copyOf(lines.values());
    }

    /** The longest line that there is room for; {@code null} if there is none. */
    private @Nullable StateItem line(Segment segment, @Nullable StateItem before, int used, int room) {
        // each level is tried once; the segment is read only if it needs a text that it does not have yet
        StateItem kept = before != null && isOfAll(segment, before) ? before : null;
        Level longest = kept == null ? Level.DETAILED : SegmentLine.levelOf(kept.text());
        Function<Level, CompressedSegment> read = null;
        for (Level level : List.of(Level.DETAILED, Level.BRIEF, Level.TAGS)) {
            if (level.compareTo(longest) < 0) {
                continue;
            }
            String text;
            if (kept != null && level == longest) {
                text = kept.text();
            } else {
                read = read == null ? levels.apply(segment) : read;
                text = SegmentLine.of(read.apply(level), isInState);
            }
            if (used + cost(text) <= room * share(level)) {
                return new StateItem(
                        text,
                        StateItem.Kind.NARRATIVE,
                        segment.sequences(),
                        StateItem.Origin.UNKNOWN,
                        writer.apply(segment));
            }
        }
        return null;
    }

    /** False if the segment has grown since; a framework's list may have lost the sources. */
    private static boolean isOfAll(Segment segment, StateItem before) {
        List<Long> sources = before.sources();
        return sources.isEmpty() || sources.get(sources.size() - 1) == segment.last();
    }

    private int cost(String line) {
        return counter.count(line) + ENTRY_TOKENS;
    }

    private static double share(Level level) {
        return switch (level) {
            case FULL -> 0;
            case DETAILED -> DETAILED_SHARE;
            case BRIEF -> BRIEF_SHARE;
            case TAGS -> 1;
        };
    }

    /**
     * The models' summaries by the id of their segment, oldest first.
     *
     * <p>If two are of equal messages the later one counts. One of messages of several segments belongs to none, as after an erasure that moved a border:
     * nobody could know which part of its text is about which segment.
     */
    public static Map<String, List<SegmentSummary>> bySegment(List<SegmentSummary> all, List<Segment> segments) {
        Map<Long, String> segmentOf = new HashMap<>();
        segments.forEach(segment -> segment.sequences().forEach(sequence -> segmentOf.put(sequence, segment.id())));
        Map<List<Long>, SegmentSummary> latest = new TreeMap<>(
                Comparator.comparing((List<Long> sources) -> sources.get(0)).thenComparing(List::toString));
        all.forEach(summary -> latest.put(summary.sources(), summary));
        Map<String, List<SegmentSummary>> found = new HashMap<>();
        latest.values().forEach(summary -> {
            Set<String> ids = summary.sources().stream()
                    .filter(segmentOf::containsKey)
                    .map(segmentOf::get)
                    .collect(Collectors.toSet());
            if (ids.size() == 1) {
                found.computeIfAbsent(ids.iterator().next(), id -> new ArrayList<>())
                        .add(summary);
            }
        });
        return found;
    }
}
