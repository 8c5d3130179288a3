package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Divides the messages of an index into {@linkplain Segment segments}, each named after its first message.
 *
 * <p><b>Algorithm.</b> A message opens a segment in one of three cases, else it joins the last one.
 * <ol>
 *   <li>Its time is more than an hour after that of the last message that has one.
 *   <li>The last segment has 200 messages, or 40 and the message is a user's.
 *   <li>It is a user's with four or more words, the last segment has six messages, and no word of it is in the twelve messages before (lexical
 *       cohesion, Hearst 1997, <i>TextTiling</i>).
 * </ol>
 *
 * <p>Each message is decided once, by what came before it, so a closed segment stays as it is when the chat continues, and states may name it by its id.
 * A border prefers a user's message, so that questions stay with their answers. After an erasure a segment begins with the first message that is left.
 *
 * <p><b>Threads:</b> not safe; the lock of {@link SyncedIndex} guards it.
 *
 * @see SegmentDigest
 */
final class Segments {
    /** The messages after which the next user's message opens a segment, whatever its topic. */
    private static final int ENOUGH_MESSAGES = 40;

    /** The most messages: an agent may work for hundreds of messages without a user's. */
    private static final int MAX_MESSAGES = 200;

    /** The messages of a segment before a change of topic ends it: three turns. */
    private static final int MIN_MESSAGES_OF_TOPIC = 6;

    /** The words of a message that has a topic of its own; "yes, please do" has none. */
    private static final int MIN_WORDS_OF_TOPIC = 4;

    /** The messages in which a word of the new one is looked for. */
    private static final int COMPARED_MESSAGES = 12;

    /** The words of each message that are kept for that, so a long tool result can't fill the memory. */
    private static final int COMPARED_WORDS = 200;

    private final IndexedMessages messages;
    /** The number of the first message of each segment, ascending. */
    private final List<Integer> starts = new ArrayList<>();

    /** The words of the last segment's latest messages, by sequence number. */
    private final TreeMap<Long, Set<String>> latestWords = new TreeMap<>();

    Segments(IndexedMessages messages) {
        this.messages = messages;
    }

    /**
     * Assigns the next message, before it is added to the messages, to the last segment or to a new one.
     *
     * @param terms the terms of its topic words
     */
    void add(Entry entry, List<String> terms) {
        Set<String> words = new HashSet<>(terms.subList(0, Math.min(terms.size(), COMPARED_WORDS)));
        if (starts.isEmpty() || opens(entry.message(), words)) {
            starts.add(messages.size());
            latestWords.clear();
        }
        latestWords.put(entry.sequence(), words);
        if (latestWords.size() > COMPARED_MESSAGES) {
            latestWords.pollFirstEntry();
        }
    }

    private boolean opens(Message message, Set<String> words) {
        boolean user = message.role() == Role.USER;
        int inLast = messages.size() - starts.get(starts.size() - 1);
        boolean full = inLast >= MAX_MESSAGES || (user && inLast >= ENOUGH_MESSAGES);
        boolean newTopic = user
                && inLast >= MIN_MESSAGES_OF_TOPIC
                && words.size() >= MIN_WORDS_OF_TOPIC
                && !latestWords.isEmpty()
                && latestWords.values().stream().allMatch(before -> Collections.disjoint(before, words));
        return messages.endsPause(message) || full || newTopic;
    }

    /**
     * Follows a renumbering of the messages, after it: a segment begins with the first of its messages that is left, and is gone if none is.
     *
     * @param numbers the new number of each message, by its old one; below 0 if it was removed
     */
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

    /** The id of the segment that has a message, by the message's number. */
    String nameOf(int message) {
        int found = Collections.binarySearch(starts, message);
        return name(found >= 0 ? found : -found - 2);
    }

    private String name(int segment) {
        return Segment.idOf(messages.get(starts.get(segment)).sequence());
    }
}
