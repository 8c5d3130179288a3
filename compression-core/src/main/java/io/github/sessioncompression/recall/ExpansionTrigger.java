package io.github.sessioncompression.recall;

import java.util.List;
import java.util.Objects;

/**
 * Chooses the earlier messages that come back into the context with a user's message.
 *
 * <p>Called once for each message of a user, before it is sent. What it chooses is quoted before the message, as far as
 * {@link ExpansionOptions} allow; if it throws, nothing comes back and a WARN says so once. Implementations are quick, for the request
 * waits for them, and safe for use by many threads.
 */
@FunctionalInterface
public interface ExpansionTrigger {
    /** The messages to bring back, the most important first. */
    List<Hit> choose(Occasion occasion);

    /** Nothing: the default. */
    static ExpansionTrigger off() {
        return StandardTrigger.OFF;
    }

    /** The segments that the user's message, or the answer before it, names by a marker {@code [title →L1:id]}. */
    static ExpansionTrigger markers() {
        return StandardTrigger.MARKERS;
    }

    /**
     * The same; else the messages that share at least 40 % of the words of the user's message, if no
     * message in the context shares as many.
     */
    static ExpansionTrigger words() {
        return StandardTrigger.WORDS;
    }

    /**
     * A user's message that something may come back for.
     *
     * @param sequence its sequence number; only earlier messages come back
     * @param text the user's message
     * @param before the assistant's message before it; empty if there is none
     * @param shown selects the messages that the context shows in full
     * @param excerptChars the longest excerpt, in UTF-16 units
     */
    record Question(long sequence, String text, String before, MessageSearch.Filter shown, int excerptChars) {
        /** Checks that nothing is {@code null}. */
        public Question {
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(before, "before");
            Objects.requireNonNull(shown, "shown");
        }
    }

    /** A user's message, and the ways to search for what it needs. Valid while {@link #choose} runs. */
    interface Occasion {
        /** The user's message. */
        Question question();

        /** The messages of the whole conversation that answer the question best by their words, best first. */
        List<Found> byWords(int limit);

        /** The messages of a segment, the best for the question first; none if there is no such segment. */
        List<Found> inSegment(String segmentId, int limit);
    }

    /**
     * A message that may come back.
     *
     * @param shown true if the context shows it already
     * @param relevance the share of the question's words that it has, by weight, 0 to 1; a neighbour's words count for less
     */
    record Found(Hit hit, boolean shown, double relevance) {
        /** Checks that there is a hit. */
        public Found {
            Objects.requireNonNull(hit, "hit");
        }
    }
}
