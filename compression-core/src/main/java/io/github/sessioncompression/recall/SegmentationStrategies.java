package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The strategies of the library's segmenters. */
final class SegmentationStrategies {
    private SegmentationStrategies() {}

    static final class BySize implements Segmenter.Strategy {
        private final int messages;
        private int size;

        BySize(int messages) {
            this.messages = messages;
        }

        @Override
        public boolean opens(Entry next, List<String> terms) {
            boolean opens = size >= messages && next.message().role() == Role.USER;
            size = opens ? 1 : size + 1;
            return opens;
        }
    }

    static final class ByPause implements Segmenter.Strategy {
        private final Duration pause;
        private @Nullable Instant last;

        ByPause(Duration pause) {
            this.pause = pause;
        }

        @Override
        public boolean opens(Entry next, List<String> terms) {
            Instant time = next.message().timestamp();
            if (time == null) {
                return false;
            }
            boolean opens = last != null && Duration.between(last, time).compareTo(pause) > 0;
            last = time;
            return opens;
        }
    }

    /** Lexical cohesion (Hearst 1997), looking back only, since what comes later is not known yet. */
    static final class ByTopic implements Segmenter.Strategy {
        private static final int ENOUGH_WORDS = 4;
        private static final int MIN_MESSAGES = 6;
        private static final int COMPARED_MESSAGES = 12;
        private static final int WORDS_OF_A_MESSAGE = 200;

        private final Deque<Set<String>> latest = new ArrayDeque<>();
        private int size;

        @Override
        public boolean opens(Entry next, List<String> terms) {
            Set<String> words = new HashSet<>(terms.subList(0, Math.min(terms.size(), WORDS_OF_A_MESSAGE)));
            boolean opens = size >= MIN_MESSAGES
                    && next.message().role() == Role.USER
                    && words.size() >= ENOUGH_WORDS
                    && latest.stream().noneMatch(before -> before.stream().anyMatch(words::contains));
            if (opens) {
                latest.clear();
                size = 0;
            }
            size++;
            latest.add(words);
            if (latest.size() > COMPARED_MESSAGES) {
                latest.remove();
            }
            return opens;
        }
    }

    static final class AnyOf implements Segmenter.Strategy {
        private final List<Segmenter> segmenters;
        private List<Segmenter.Strategy> strategies;

        AnyOf(List<Segmenter> segmenters) {
            this.segmenters = segmenters;
            this.strategies = begun();
        }

        @Override
        public boolean opens(Entry next, List<String> terms) {
            boolean opens = false;
            for (Segmenter.Strategy strategy : strategies) {
                opens |= strategy.opens(next, terms);
            }
            if (opens) {
                strategies = begun();
                strategies.forEach(strategy -> strategy.opens(next, terms));
            }
            return opens;
        }

        private List<Segmenter.Strategy> begun() {
            return segmenters.stream().map(Segmenter::begin).toList();
        }
    }
}
