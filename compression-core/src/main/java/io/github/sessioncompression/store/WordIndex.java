package io.github.sessioncompression.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The words of a store's messages, each with where it occurs, shared by all processes.
 *
 * <p>Which words a message has is said by whoever searches, and follows the messages: what was appended since is added when a conversation
 * is searched, by whichever process does that first. A message that is erased or replaced, and a conversation that is deleted, takes
 * all words of its conversation with it, at once; they are made anew from what is left. The messages of an index have numbers without gaps, from 0.
 * Safe for use by many threads and processes. An implementation that can't reach its data throws an unchecked exception.
 */
public interface WordIndex {
    /**
     * How far the words of a conversation are kept.
     *
     * @param number names the index; one that is made anew has another one
     * @param incarnation the conversation's when it was begun
     * @param revision the conversation's when it was begun
     * @param analysis the version of the rules by which messages were taken apart, as whoever searches has it
     * @param through the last message, by its sequence number, whose words are kept
     */
    record Standing(long number, String incarnation, long revision, int analysis, long through) {
        /** Checks that nothing is {@code null}. */
        public Standing {
            Objects.requireNonNull(incarnation, "incarnation");
        }

        /** Whether it is one of the conversation as it is now, by these rules. */
        public boolean isOf(Head head, int rules) {
            return incarnation.equals(head.incarnation()) && revision == head.revision() && analysis == rules;
        }

        /** The same with more messages. */
        public Standing through(long last) {
            return new Standing(number, incarnation, revision, analysis, last);
        }
    }

    /**
     * What is known of a message beside its words.
     *
     * @param length how many words it has
     * @param kind what kind of message it is, as whoever searches has it
     * @param language its language
     * @param speaker who says it; empty if that is not known
     * @param saidAt when, in seconds since 1970; {@code null} if that is not known
     * @param opensSegment whether a segment begins with it
     * @param print what tells it from other messages, as whoever searches has it
     */
    record Line(
            long sequence,
            int length,
            int kind,
            String language,
            String speaker,
            @Nullable Long saidAt,
            boolean opensSegment,
            long print) {
        /** Checks that what must be there is there. */
        public Line {
            Objects.requireNonNull(language, "language");
            Objects.requireNonNull(speaker, "speaker");
        }
    }

    /**
     * A message whose words are to be kept.
     *
     * @param words how often it has each; of those that are too many or too long for the store it keeps the first
     */
    record Indexed(Line line, Map<String, Integer> words) {
        /** Checks that nothing is {@code null}. */
        public Indexed {
            Objects.requireNonNull(line, "line");
            Objects.requireNonNull(words, "words");
        }
    }

    /** How far the words of a conversation are kept; empty if none are. */
    Optional<Standing> standing(String conversationId);

    /**
     * Begins to keep the words of a conversation, instead of those that are kept of an earlier life of it or by other rules.
     *
     * @param head the conversation as it is thought to be
     * @param analysis the version of the rules by which messages are taken apart
     * @return empty, and nothing changed, if it is another one by now
     */
    Optional<Standing> begin(String conversationId, Head head, int analysis);

    /**
     * Adds the words of the next messages, all or none.
     *
     * @param standing how far they are thought to be kept
     * @param from the number of the first of {@code messages} in the index
     * @param through how far they are kept then
     * @return {@code false}, and nothing changed, if they are kept to another message, or the conversation is another one by now
     */
    boolean add(String conversationId, Standing standing, int from, long through, List<Indexed> messages);

    /**
     * What is known of messages beside their words, in order.
     *
     * @param from the number of the first one
     */
    List<Line> lines(Standing standing, int from, int limit);

    /**
     * In how many messages words occur; those that don't are left out.
     *
     * @param words words
     * @param beginnings words that begin like this are counted, too
     * @param most of each beginning only so many words are looked at
     */
    Map<String, Integer> counts(Standing standing, Collection<String> words, Collection<String> beginnings, int most);

    /**
     * Where words occur: for each the numbers of messages, ascending, times {@value #COUNTS}, plus how often, about, up to one less than
     * that.
     */
    Map<String, int[]> occurrences(Standing standing, Collection<String> words);

    /** A message's number times this, plus how often a word is in it, is one number. */
    int COUNTS = 64;
}
