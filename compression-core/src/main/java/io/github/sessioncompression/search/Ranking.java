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
 * <p><b>Does nothing when</b> no word of the query is in the index: then no message has a score. Linear in the postings. Not thread-safe.
 */
final class Ranking {
    private static final double K1 = 1.2;
    private static final double B = 0.75;

    private static final float ONE_AFTER = 0.2f;
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
    private final float[] sums;
    private final float[] windowSums;
    private final float[] word;
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

    private void raise(int message, float value) {
        if (message >= 0 && message < word.length) {
            word[message] = Math.max(word[message], value);
        }
    }

    private double byWords(int message) {
        if (sums[message] == 0) {
            return 0;
        }
        double all =
                sums[message] + SAME_WINDOW * windowSums[messages.get(message).window()];
        return ofQuery == null ? all : Math.min(all, WITH_FEEDBACK * ofQuery[message]);
    }

    /** The best messages by their words, best first; of equals the later one. */
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

    /** The factor for speaker, role and day that the query names. */
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
