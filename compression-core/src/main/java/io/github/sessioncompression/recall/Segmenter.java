package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.Bounds;
import java.time.Duration;
import java.util.List;

/**
 * Divides a conversation into {@linkplain Segment segments}.
 *
 * <p>It goes by what came before a message alone, so that a segment that is closed stays as it is when the chat goes on, and it must say the
 * same of the same messages in all processes. Implementations are safe for use by many threads; each {@link Course} is used by one
 * at a time.
 */
@FunctionalInterface
public interface Segmenter {
    /** The most messages that a segment has, whatever the segmenter says. */
    int MAX_MESSAGES = 200;

    /** Begins to go through a conversation. */
    Course begin();

    /** One way through a conversation, message by message. */
    @FunctionalInterface
    interface Course {
        /**
         * Whether a new segment opens with this message. The first one of a conversation opens one in any case.
         *
         * @param terms the message's words of content, stemmed, in order
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
        return () -> Courses.bySize(messages);
    }

    /**
     * A new segment after a pause, where messages have timestamps.
     *
     * @param pause from a second to 365 days
     * @throws IllegalArgumentException if {@code pause} is out of range
     */
    static Segmenter byPause(Duration pause) {
        Bounds.within("pause", pause, Duration.ofSeconds(1), Duration.ofDays(365));
        return () -> Courses.byPause(pause);
    }

    /** A new segment where a user says something with none of the words of the last few turns. */
    static Segmenter byTopic() {
        return Courses::byTopic;
    }

    /** A new segment wherever one of {@code segmenters} opens one; each then begins anew. */
    static Segmenter anyOf(Segmenter... segmenters) {
        List<Segmenter> all = List.of(segmenters);
        return () -> Courses.anyOf(all);
    }
}
