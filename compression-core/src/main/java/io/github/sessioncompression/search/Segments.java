package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Segment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Divides the messages of an index into {@linkplain Segment segments}, each named after its first message.
 *
 * <p><b>Algorithm.</b> A message opens a segment in one of three cases, else it joins the last one.
 * <ol>
 *   <li>Its time is more than an hour after the latest one known.
 *   <li>The last segment has 200 messages, or 40 and the message is a user's.
 *   <li>It is a user's with four or more words, the last segment has six messages, and no word of it is in the twelve messages before (lexical
 *       cohesion, Hearst 1997, <i>TextTiling</i>).
 * </ol>
 *
 * <p>A closed segment stays as it is when the chat continues. After an erasure it begins with the first message that is left. Not thread-safe.
 */
final class Segments {
    private static final Duration PAUSE = Duration.ofHours(1);
    private static final int ENOUGH_MESSAGES = 40;
    private static final int MAX_MESSAGES = 200;
    private static final int MIN_MESSAGES_OF_TOPIC = 6;
    private static final int MIN_WORDS_OF_TOPIC = 4;
    private static final int COMPARED_MESSAGES = 12;
    private static final int COMPARED_WORDS = 200;

    private final IndexedMessages messages;
    /** The first message of each segment. */
    private final List<Integer> starts = new ArrayList<>();

    private int inLast;
    private @Nullable Instant lastTime;
    /** The words of the last segment's latest messages, by sequence number. */
    private final TreeMap<Long, Set<String>> latestWords = new TreeMap<>();

    Segments(IndexedMessages messages) {
        this.messages = messages;
    }

    /** Assigns the next message, before it is added to the messages, to the last segment or to a new one. */
    void add(Entry entry, List<String> terms) {
        Set<String> words = new HashSet<>(terms.subList(0, Math.min(terms.size(), COMPARED_WORDS)));
        Instant time = entry.message().timestamp();
        if (starts.isEmpty() || opens(entry.message().role() == Role.USER, time, words)) {
            starts.add(messages.size());
            inLast = 0;
            latestWords.clear();
        }
        inLast++;
        lastTime = time == null ? lastTime : time;
        latestWords.put(entry.sequence(), words);
        if (latestWords.size() > COMPARED_MESSAGES) {
            latestWords.pollFirstEntry();
        }
    }

    private boolean opens(boolean user, @Nullable Instant time, Set<String> words) {
        boolean paused = time != null
                && lastTime != null
                && Duration.between(lastTime, time).compareTo(PAUSE) > 0;
        boolean full = inLast >= MAX_MESSAGES || (user && inLast >= ENOUGH_MESSAGES);
        boolean newTopic = user
                && inLast >= MIN_MESSAGES_OF_TOPIC
                && words.size() >= MIN_WORDS_OF_TOPIC
                && !latestWords.isEmpty()
                && latestWords.values().stream().allMatch(before -> Collections.disjoint(before, words));
        return paused || full || newTopic;
    }

    /** Follows a renumbering of the messages: a segment begins with the first of its messages that is left. */
    void renumber(int[] numbers) {
        List<Integer> before = List.copyOf(starts);
        starts.clear();
        for (int i = 0; i < before.size(); i++) {
            int end = i + 1 < before.size() ? before.get(i + 1) : numbers.length;
            IntStream.range(before.get(i), end)
                    .map(message -> numbers[message])
                    .filter(number -> number >= 0)
                    .findFirst()
                    .ifPresent(starts::add);
        }
        latestWords.keySet().removeIf(sequence -> messages.number(sequence) < 0);
    }

    /** The segments, oldest first, with those of their messages that the filter selects; empty ones are left out. */
    List<Segment> list(LongPredicate filter) {
        List<Segment> list = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : messages.size();
            List<Long> sequences = IntStream.range(starts.get(i), end)
                    .mapToObj(messages::get)
                    .filter(message -> filter.test(message.sequence()))
                    .map(IndexedMessages.Indexed::sequence)
                    .toList();
            if (!sequences.isEmpty()) {
                list.add(new Segment(name(i), sequences));
            }
        }
        return list;
    }

    String nameOf(int message) {
        int found = Collections.binarySearch(starts, message);
        return name(found >= 0 ? found : -found - 2);
    }

    private String name(int segment) {
        return Segment.idOf(messages.get(starts.get(segment)).sequence());
    }
}
