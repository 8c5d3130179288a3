package io.github.sessioncompression.recall;

import java.util.List;
import java.util.Objects;

/**
 * Decides for a user's message whether something that left the context comes back with it, and what.
 *
 * <p>Asked once for each message of a user, when it is to be sent. What it chooses is quoted before the message as far as
 * {@link ExpansionOptions} have room; one that throws brings nothing back, and a WARN says so once. Implementations are quick, for
 * the request waits for them, and safe for use by many threads.
 */
@FunctionalInterface
public interface ExpansionTrigger {
    /** The messages that are to come back, the most important first; none for none. */
    List<Hit> choose(Occasion occasion);

    /** Nothing comes back by itself: the default. */
    static ExpansionTrigger off() {
        return StandardTrigger.OFF;
    }

    /** What comes back are the segments that the user's message, or the answer before it, names by a marker: {@code [title →L1:id]}. */
    static ExpansionTrigger markers() {
        return StandardTrigger.MARKERS;
    }

    /**
     * The same, and messages that have the words of the user's message, where no message in the context has more of them, and at least
     * 40 % of their weight.
     */
    static ExpansionTrigger words() {
        return StandardTrigger.WORDS;
    }

    /**
     * The same, and messages that mean the same as the user's: the nearest one of all, and not by chance. Needs
     * {@link RecallOptions#withEmbedder} or {@link RecallOptions#withMeaningStore}, without which it is {@link #words}; the request waits while
     * the user's message and the few new ones are embedded, or for the store to answer.
     */
    static ExpansionTrigger meaning() {
        return StandardTrigger.MEANING;
    }

    /** A user's message, and the ways to look for what it needs. Valid while {@link #choose} runs. */
    interface Occasion {
        /** What the user says. */
        String question();

        /** What the assistant said before; empty if nothing. */
        String before();

        /** What is set of expansions. */
        ExpansionOptions options();

        /** The messages of the whole conversation that answer the question best by their words, best first. */
        List<Found> byWords(int limit);

        /** The same by words and meaning; by words alone if there is no embedding model and no meaning store, or it fails. */
        List<Found> byMeaning(int limit);

        /** The archived messages of a segment, the best for the question first; none if there is no such segment. */
        List<Found> inSegment(String segmentId, int limit);
    }

    /**
     * A message that may come back.
     *
     * @param hit the message
     * @param shown whether the context shows it already
     * @param relevance the share of the weight of the question's words that it has, or its neighbours nearly have, 0 to 1: a rare word
     *     weighs more
     * @param nearness how many standard deviations it is nearer to the question in meaning than the conversation's messages are on
     *     average, 0 or more; 0 if that was not asked for
     */
    record Found(Hit hit, boolean shown, double relevance, double nearness) {
        /** Checks that there is a hit. */
        public Found {
            Objects.requireNonNull(hit, "hit");
        }
    }
}
