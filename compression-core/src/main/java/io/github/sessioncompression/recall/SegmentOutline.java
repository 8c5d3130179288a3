package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The older segments of a chat as one line of its state each: the latest in detail, older ones briefly, the oldest by their tags, each with
 * the marker of the next finer level.
 *
 * <p>Asks no model. A segment keeps its line or gets a coarser one, never a finer one; one that found no room does not come again. Safe for
 * use by many threads.
 */
public final class SegmentOutline {
    /** The most segments in an outline. */
    private static final int MAX_SEGMENTS = 40;

    /** A word that more than this part of the segments have distinguishes none. */
    private static final int COMMON_DIVISOR = 4;

    /** The part of the room for detailed lines, and for detailed and brief ones together. */
    private static final double DETAILED_SHARE = 0.35;

    private static final double BRIEF_SHARE = 0.6;

    private final TokenCounter counter;

    /** An outline whose size is counted by {@code counter}. */
    public SegmentOutline(TokenCounter counter) {
        this.counter = Objects.requireNonNull(counter, "counter");
    }

    /** The models' summaries by the id of their segment, oldest first. Of the same messages the later summary counts. */
    public static Map<String, List<Telling>> summaries(List<Telling> all, List<Segment> segments) {
        return SegmentDigest.bySegment(all, segments);
    }

    /**
     * The lines of an outline, oldest first.
     *
     * @param before the lines of the outline before
     * @param segments the archived segments, oldest first
     * @param messages reads a segment's messages; called for segments that need another line
     * @param summaries what models wrote, as {@link #summaries} gives it
     * @param current what the chat is about now: segments that share words with it give way last
     * @param state the state around the outline; its sentences are not repeated
     * @param room the most tokens of the outline
     */
    public List<StateItem> lines(
            List<StateItem> before,
            List<Segment> segments,
            Function<Segment, List<Entry>> messages,
            Map<String, List<Telling>> summaries,
            String current,
            StateDocument state,
            int room) {
        String said = state.withSegments(List.of()).items().stream()
                .map(StateItem::text)
                .collect(Collectors.joining("\n"));
        Predicate<String> isInState = said::contains;
        Map<String, StateItem> known = new HashMap<>();
        before.forEach(item -> known.put(Markers.last(item.text()), item));
        List<OutlineSegment> latestFirst = new ArrayList<>();
        for (Segment segment : latestFirst(before, known, segments)) {
            latestFirst.add(new OutlineSegment(
                    segment,
                    known.get(segment.id()),
                    messages,
                    summaries.getOrDefault(segment.id(), List.of()),
                    counter,
                    isInState));
        }
        Set<OutlineSegment> byWorth = new LinkedHashSet<>(sharing(words(current), latestFirst));
        byWorth.addAll(latestFirst);
        Map<OutlineSegment, Level> levels = levels(byWorth, room);
        List<StateItem> lines = new ArrayList<>();
        for (OutlineSegment segment : latestFirst) {
            Level level = levels.get(segment);
            if (level != null) {
                lines.add(segment.at(level));
            }
        }
        Collections.reverse(lines);
        return lines;
    }

    /** The segments that had a line before, or are newer than all that had one. */
    private static List<Segment> latestFirst(
            List<StateItem> before, Map<String, StateItem> known, List<Segment> segments) {
        long through = before.stream()
                .flatMap(item -> item.sources().stream())
                .mapToLong(sequence -> sequence)
                .max()
                .orElse(0);
        List<Segment> found = segments.stream()
                .filter(segment -> known.containsKey(segment.id()) || segment.last() > through)
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.reverse(found);
        return found.subList(0, Math.min(MAX_SEGMENTS, found.size()));
    }

    /** The segments with a word that is said now and that few others have. */
    private static Set<OutlineSegment> sharing(Set<String> words, List<OutlineSegment> segments) {
        Map<String, List<OutlineSegment>> having = new LinkedHashMap<>();
        for (OutlineSegment segment : words.isEmpty() ? List.<OutlineSegment>of() : segments) {
            for (String word : words(segment.known())) {
                if (words.contains(word)) {
                    having.computeIfAbsent(word, key -> new ArrayList<>()).add(segment);
                }
            }
        }
        int few = Math.max(1, segments.size() / COMMON_DIVISOR);
        Set<OutlineSegment> sharing = new LinkedHashSet<>();
        having.values().stream().filter(those -> those.size() <= few).forEach(sharing::addAll);
        return sharing;
    }

    /** The finest level that there is room for, of each segment that finds room. */
    private static Map<OutlineSegment, Level> levels(Set<OutlineSegment> byWorth, int room) {
        Map<OutlineSegment, Level> levels = new HashMap<>();
        int used = 0;
        for (OutlineSegment segment : byWorth) {
            for (Level level : segment.levels()) {
                int cost = segment.costAt(level);
                if (used + cost <= room * share(level)) {
                    used += cost;
                    levels.put(segment, level);
                    break;
                }
            }
        }
        return levels;
    }

    private static double share(Level level) {
        return switch (level) {
            case FULL -> 0;
            case DETAILED -> DETAILED_SHARE;
            case BRIEF -> BRIEF_SHARE;
            case TAGS -> 1;
        };
    }

    /** Content words and their stems: the language of a short text may be unknown. */
    private static Set<String> words(String text) {
        LanguageProfile language =
                Languages.shared().detect(text, Languages.shared().unknown());
        Set<String> words = new HashSet<>();
        for (IndexedWord word : IndexedWord.contentOf(language, IndexedWord.all(language, text))) {
            words.add(word.term());
            words.add(word.word());
        }
        return words;
    }
}
