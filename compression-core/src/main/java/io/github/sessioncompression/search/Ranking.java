package io.github.sessioncompression.search;

import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import io.github.sessioncompression.search.IndexedMessages.Indexed;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The scores of an index's messages for one query.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>A message's own words count by BM25 (Robertson and Zaragoza, <i>The Probabilistic Relevance Framework</i>, 2009): for each word
 *       {@code idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / averageLength))}, with {@code tf} occurrences in a message of {@code length} content
 *       words, k1 = 1.2 and b = 0.75 as in Lucene, and the {@code idf} of {@link ConversationIndex#rarity}.
 *   <li>A chat's messages are short and refer to each other, so a neighbour's word counts too: 0.2 of its value one and two messages later (0.5 one later
 *       if the neighbour asks a question), 0.15 and 0.1 before it. Each word counts once, at its best place, and 0.2 for its whole window.
 *   <li>Words of {@link Feedback} may at most double what the query's own words are worth.
 *   <li>The sum is multiplied by factors: the speaker, role and day that the query names raise it, first person too; few words or mere questions lower it.
 * </ol>
 *
 * <p>Arrays with a place for each message hold the scores: a word's neighbours are reached by adding to a number, and clearing an array for each word is
 * cheaper than a map. Takes time for each word and message, with no store and no text.
 *
 * <p><b>Does nothing when</b> no word of the query is in the index: then no message has a score. <b>Threads:</b> not safe; made for one search.
 *
 * @see Query
 * @see Feedback
 */
final class Ranking {
    private static final double K1 = 1.2;
    private static final double B = 0.75;

    // The weights below were tuned on the chats that docs/search.md names under "Quality", with the figures of held-out
    // chats.

    private static final float ONE_AFTER = 0.2f;
    /** An answer seldom repeats the words of its question. */
    private static final float AFTER_QUESTION = 0.5f;

    private static final float TWO_AFTER = 0.2f;
    private static final float ONE_BEFORE = 0.15f;
    private static final float TWO_BEFORE = 0.1f;
    private static final float SAME_WINDOW = 0.2f;

    /** The most that feedback words may make of what the query's own words are worth. */
    private static final double WITH_FEEDBACK = 2;

    private static final double OF_SPEAKER = 1.5;
    private static final double OF_ROLE = 1.5;
    private static final double FIRST_PERSON = 1.2;
    private static final double ON_DAY = 2;

    /** A message of fewer words is worth less, one of no words this share. */
    private static final int ENOUGH_WORDS = 8;

    private static final double OF_NO_WORDS = 0.8;

    /** The part that a message loses if it only asks. */
    private static final double ASKS = 0.4;

    static final Comparator<Scored> WORST_FIRST =
            Comparator.comparingDouble(Scored::score).thenComparingInt(Scored::message);

    private final IndexedMessages messages;
    private final Query query;
    private final LongPredicate filter;
    /** The worth of each message by all words so far, without its window. */
    private final float[] sums;
    /** The worth of each window by all words so far: the best place of each word in it. */
    private final float[] windowSums;
    /** The worth of each message by the word that is added at present. */
    private final float[] word;
    /** The worth of each message before feedback; {@code null} until there is some. */
    private float @Nullable [] ofQuery;

    /** A message, by its number in the index, with its score. */
    record Scored(int message, double score) {}

    /** The ranking of the messages that the filter selects, by the query's words. */
    Ranking(Query query, LongPredicate filter) {
        this.messages = query.index().messages();
        this.query = query;
        this.filter = filter;
        int size = messages.size();
        sums = new float[size];
        word = new float[size];
        windowSums = new float[size == 0 ? 0 : messages.get(size - 1).window() + 1];
        query.words().forEach(this::add);
    }

    /** Adds the words of a feedback, once, after those of the query. A message without a word of the query gets no score by them. */
    void addFeedback(List<Query.Word> words) {
        float[] worth = new float[sums.length];
        for (int message = 0; message < worth.length; message++) {
            worth[message] = (float) byWords(message);
        }
        ofQuery = worth;
        words.forEach(this::add);
    }

    /** The worth of a message by the query's own words. */
    double ofQuery(int message) {
        return ofQuery == null ? byWords(message) : ofQuery[message];
    }

    /** Adds one word: each message gets the best of the terms that match it, own or a neighbour's. */
    private void add(Query.Word added) {
        Arrays.fill(word, 0);
        added.alternatives().forEach(this::spread);
        float[] windowBest = new float[windowSums.length];
        for (int message = 0; message < word.length; message++) {
            if (word[message] > 0) {
                sums[message] += word[message];
                int window = messages.get(message).window();
                windowBest[window] = Math.max(windowBest[window], word[message]);
            }
        }
        for (int window = 0; window < windowBest.length; window++) {
            windowSums[window] += windowBest[window];
        }
    }

    /** Gives the worth of one term to the messages that have it, and a part of it to their neighbours. */
    private void spread(Query.Word.Alternative alternative) {
        Postings postings = alternative.postings();
        double average = messages.averageLength();
        for (int i = 0; i < postings.messages(); i++) {
            int message = postings.message(i);
            int count = postings.count(i);
            double norm = K1 * (1 - B + B * messages.get(message).length() / average);
            float value = (float) (alternative.worth() * count * (K1 + 1) / (count + norm));
            raise(message, value);
            raise(message + 1, value * oneAfter(message));
            raise(message + 2, value * TWO_AFTER);
            raise(message - 1, value * ONE_BEFORE);
            raise(message - 2, value * TWO_BEFORE);
        }
    }

    private float oneAfter(int message) {
        return messages.get(message).traits().question() ? AFTER_QUESTION : ONE_AFTER;
    }

    /** The larger value counts: a word in three messages in a row is one word. */
    private void raise(int message, float value) {
        if (message >= 0 && message < word.length) {
            word[message] = Math.max(word[message], value);
        }
    }

    /** The worth of a message by all words; 0 if it has none, even if its window has some. */
    private double byWords(int message) {
        if (sums[message] == 0) {
            return 0;
        }
        double all =
                sums[message] + SAME_WINDOW * windowSums[messages.get(message).window()];
        return ofQuery == null ? all : Math.min(all, WITH_FEEDBACK * ofQuery[message]);
    }

    /**
     * The best messages by their words, best first; of equals the later one.
     *
     * @param limit the most messages, 1 or more
     */
    List<Scored> best(int limit) {
        return best(limit, this::byWords);
    }

    /**
     * The best messages by what a {@link SecondSearch} found, best first; a message counts for its successor, too.
     *
     * @param nearness of each message, 0 or more
     */
    List<Scored> nearest(int limit, float[] nearness) {
        return best(
                limit,
                message -> message == 0
                        ? nearness[0]
                        : Math.max(nearness[message], nearness[message - 1] * oneAfter(message - 1)));
    }

    /** A queue of the {@code limit} best so far, with the worst at its head, so most messages cost one comparison and no sort. */
    private List<Scored> best(int limit, IntToDoubleFunction worth) {
        PriorityQueue<Scored> best = new PriorityQueue<>(limit + 1, WORST_FIRST);
        double atLeast = 0;
        for (int message = 0; message < sums.length; message++) {
            double own = worth.applyAsDouble(message);
            double score = own == 0 ? 0 : own * fit(messages.get(message));
            if (score > 0 && score >= atLeast && mayBeFound(message)) {
                best.add(new Scored(message, score));
                if (best.size() > limit) {
                    best.remove();
                    atLeast = best.element().score();
                }
            }
        }
        return best.stream().sorted(WORST_FIRST.reversed()).toList();
    }

    /** True if the filter selects the message and it does not only repeat others. */
    boolean mayBeFound(int number) {
        Indexed message = messages.get(number);
        return !message.traits().echo() && filter.test(message.sequence());
    }

    /** The factor for the message's length and person, and for the speaker, role and day that the query names. */
    private double fit(Indexed message) {
        double fullness = Math.min(1, (double) message.length() / ENOUGH_WORDS);
        double fit = OF_NO_WORDS + (1 - OF_NO_WORDS) * fullness;
        fit *= message.traits().firstPerson() ? FIRST_PERSON : 1;
        fit *= 1 - ASKS * ((double) message.traits().asking() / TextTraits.ALL);
        fit *= query.speakers().contains(message.speaker()) ? OF_SPEAKER : 1;
        fit *= message.role() == query.role() ? OF_ROLE : 1;
        LocalDate day = query.days().mentions().isEmpty() ? null : message.day();
        return day != null && query.days().has(day) ? fit * ON_DAY : fit;
    }
}
