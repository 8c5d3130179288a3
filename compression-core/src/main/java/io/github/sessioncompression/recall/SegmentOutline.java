package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Tells in a state of the older stretches of its chat one by one: the latest in detail, older ones briefly, the oldest by their tags, each
 * with the marker by which more of it is found.
 *
 * <p>Asks no model; where one told of a stretch when that was compressed, its words stand there. A stretch that was told of before keeps its words or is told more coarsely, never again in more detail; one that
 * found no room does not come again. Safe for use by many threads.
 */
public final class SegmentOutline {
    /** So many of the latest stretches are told of at most. */
    static final int MOST = 40;

    /** A word that more than this part of the stretches have tells them from no other. */
    private static final int COMMON_DIVISOR = 4;

    /** What is told in detail takes this part of the room at most, and with what is told briefly that one. */
    private static final double DETAILED_SHARE = 0.35;

    private static final double BRIEF_SHARE = 0.6;

    private final TokenCounter counter;

    /** An outline whose size is counted by {@code counter}. */
    public SegmentOutline(TokenCounter counter) {
        this.counter = Objects.requireNonNull(counter, "counter");
    }

    /**
     * What is told, oldest first.
     *
     * @param before what the state before told
     * @param segments what is archived, oldest first
     * @param messages reads a segment's messages; called for those that are new, or are to be told of more coarsely
     * @param tellings what models told of them
     * @param current what the chat is about now: stretches with words of it give way last
     * @param state the state that it stands in; what that says already is not said again
     * @param room the most tokens it may take
     */
    public List<StateItem> told(
            List<StateItem> before,
            List<Segment> segments,
            Function<Segment, List<Entry>> messages,
            Tellings tellings,
            String current,
            StateDocument state,
            int room) {
        List<Stretch> stretches = latestFirst(before, segments, messages, tellings, new Stretch.Said(state));
        Set<Stretch> touched = touched(stretches, words(current));
        List<Stretch> byWorth = new ArrayList<>(touched);
        stretches.stream().filter(stretch -> !touched.contains(stretch)).forEach(byWorth::add);
        Map<Stretch, Level> levels = levels(byWorth, room);
        List<StateItem> told = new ArrayList<>();
        for (Stretch stretch : stretches) {
            Level level = levels.get(stretch);
            if (level != null) {
                told.add(stretch.at(level));
            }
        }
        Collections.reverse(told);
        return told;
    }

    /** Each the finest level that there is room for; those that find none are left out. */
    private static Map<Stretch, Level> levels(List<Stretch> byWorth, int room) {
        Map<Level, Integer> rooms = Map.of(
                Level.DETAILED,
                (int) (room * DETAILED_SHARE),
                Level.BRIEF,
                (int) (room * BRIEF_SHARE),
                Level.TAGS,
                room);
        Map<Stretch, Level> levels = new HashMap<>();
        int used = 0;
        for (Stretch stretch : byWorth) {
            for (Level level : stretch.levels()) {
                int cost = stretch.costAt(level);
                if (used + cost <= rooms.getOrDefault(level, 0)) {
                    used += cost;
                    levels.put(stretch, level);
                    break;
                }
            }
        }
        return levels;
    }

    /** Those with a word that is said now and that few others have. */
    private static Set<Stretch> touched(List<Stretch> stretches, Set<String> words) {
        if (words.isEmpty()) {
            return Set.of();
        }
        Map<String, List<Stretch>> having = new HashMap<>();
        for (Stretch stretch : stretches) {
            for (String word : words(stretch.known())) {
                if (words.contains(word)) {
                    having.computeIfAbsent(word, key -> new ArrayList<>(2)).add(stretch);
                }
            }
        }
        int few = Math.max(1, stretches.size() / COMMON_DIVISOR);
        Set<Stretch> touched = new LinkedHashSet<>();
        having.values().stream().filter(those -> those.size() <= few).forEach(touched::addAll);
        return touched;
    }

    private List<Stretch> latestFirst(
            List<StateItem> before,
            List<Segment> segments,
            Function<Segment, List<Entry>> messages,
            Tellings tellings,
            Stretch.Said said) {
        Map<String, StateItem> known = new HashMap<>();
        long toldThrough = 0;
        for (StateItem item : before) {
            known.put(Markers.last(item.text()), item);
            toldThrough = Math.max(toldThrough, Stretch.last(item.sources()));
        }
        List<Stretch> stretches = new ArrayList<>();
        for (int i = segments.size() - 1; i >= 0 && stretches.size() < MOST; i--) {
            Segment segment = segments.get(i);
            StateItem item = known.get(segment.id());
            if (item != null || Stretch.last(segment.sequences()) > toldThrough) {
                stretches.add(new Stretch(segment, item, messages, tellings.of(segment), counter, said));
            }
        }
        return stretches;
    }

    /** Words as they are said and by their stems: of a short text the language may not be known. */
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
