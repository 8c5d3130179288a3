package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Segmenter.Course;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stock segmenters' ways through a conversation. */
final class Courses {
    private Courses() {}

    static Course bySize(int messages) {
        return new Course() {
            private int size;

            @Override
            public boolean opens(Entry next, List<String> terms) {
                if (size >= messages && next.message().role() == Role.USER) {
                    size = 1;
                    return true;
                }
                size++;
                return false;
            }
        };
    }

    static Course byPause(Duration pause) {
        return new Course() {
            private @Nullable Instant last;

            @Override
            public boolean opens(Entry next, List<String> terms) {
                Instant when = next.message().timestamp();
                if (when == null) {
                    return false;
                }
                boolean opens = last != null && Duration.between(last, when).compareTo(pause) > 0;
                last = when;
                return opens;
            }
        };
    }

    static Course byTopic() {
        return new TopicCourse();
    }

    /**
     * A topic is at its end where a user says enough, and with none of the words that were in use: lexical cohesion (Hearst 1997) from one
     * side, since what comes later is not known yet.
     */
    private static final class TopicCourse implements Course {
        private static final int ENOUGH_WORDS = 4;
        private static final int MESSAGES_AT_LEAST = 6;
        private static final int MESSAGES_LOOKED_AT = 12;
        private static final int WORDS_OF_A_MESSAGE = 200;

        private final Deque<Set<String>> latest = new ArrayDeque<>();
        private int size;

        @Override
        public boolean opens(Entry next, List<String> terms) {
            Set<String> words = new HashSet<>(terms.subList(0, Math.min(terms.size(), WORDS_OF_A_MESSAGE)));
            boolean opens = size >= MESSAGES_AT_LEAST
                    && next.message().role() == Role.USER
                    && words.size() >= ENOUGH_WORDS
                    && latest.stream().noneMatch(before -> before.stream().anyMatch(words::contains));
            if (opens) {
                latest.clear();
                size = 0;
            }
            size++;
            latest.add(words);
            if (latest.size() > MESSAGES_LOOKED_AT) {
                latest.remove();
            }
            return opens;
        }
    }

    static Course anyOf(List<Segmenter> segmenters) {
        return new Course() {
            private final List<Course> courses = new ArrayList<>();

            @Override
            public boolean opens(Entry next, List<String> terms) {
                if (courses.isEmpty()) {
                    begin();
                }
                boolean opens = false;
                for (Course course : courses) {
                    opens |= course.opens(next, terms);
                }
                if (opens) {
                    courses.clear();
                    begin();
                    courses.forEach(course -> course.opens(next, terms));
                }
                return opens;
            }

            private void begin() {
                segmenters.forEach(segmenter -> courses.add(segmenter.begin()));
            }
        };
    }
}
