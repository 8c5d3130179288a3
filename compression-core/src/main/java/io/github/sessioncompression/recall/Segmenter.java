package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.Bounds;
import java.time.Duration;
import java.util.List;

/**
 * Divides a conversation into {@linkplain Segment segments}.
 *
 * <p>A decision depends only on earlier messages, so a closed segment stays as it is when the chat goes on, and must be the same in all
 * processes. Implementations are safe for use by many threads; each {@link Strategy} is used by one at a time.
 */
@FunctionalInterface
public interface Segmenter {
    /** The most messages of a segment, with any segmenter. */
    int MAX_MESSAGES = 200;

    /** Begins to read a conversation. */
    Strategy begin();

    /** Reads one conversation, message by message. */
    @FunctionalInterface
    interface Strategy {
        /**
         * True if a new segment opens with this message. The first one of a conversation opens one in any case.
         *
         * @param terms the message's content words, stemmed, in order
         */
        boolean opens(Entry next, List<String> terms);
    }

    /** By pauses of an hour, by topic, and after forty messages: the default. */
    static Segmenter standard() {
        return anyOf(byPause(Duration.ofHours(1)), byTopic(), bySize(40));
    }

    /**
     * A new segment after {@code messages} messages, at the next message of a user.
     *
     * @param messages 1 to {@value #MAX_MESSAGES}
     * @throws IllegalArgumentException if {@code messages} is out of range
     */
    static Segmenter bySize(int messages) {
        Bounds.within("messages", messages, 1, MAX_MESSAGES);
        return () -> new SegmentationStrategies.BySize(messages);
    }

    /**
     * A new segment after a pause, where messages have timestamps.
     *
     * @param pause a second to 365 days
     * @throws IllegalArgumentException if {@code pause} is out of range
     */
    static Segmenter byPause(Duration pause) {
        Bounds.within("pause", pause, Duration.ofSeconds(1), Duration.ofDays(365));
        return () -> new SegmentationStrategies.ByPause(pause);
    }

    /** A new segment where a user's message has none of the words of the last few turns. */
    static Segmenter byTopic() {
        return SegmentationStrategies.ByTopic::new;
    }

    /** A new segment wherever one of {@code segmenters} opens one; each then begins anew. */
    static Segmenter anyOf(Segmenter... segmenters) {
        List<Segmenter> all = List.of(segmenters);
        return () -> new SegmentationStrategies.AnyOf(all);
    }
}
