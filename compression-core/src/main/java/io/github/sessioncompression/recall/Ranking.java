package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Role;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The scores of an index's messages for one query.
 *
 * <p>A message's own words count by BM25 (Robertson and Zaragoza 2009, with Lucene's k1 and b). A chat's messages are short and lean on
 * each other, so a neighbour's word counts too: less the farther away it is, more if the neighbour is a question that this message answers.
 * Each word counts once, where it counts most, and a little for its whole window. The speaker, role and day that the query names raise the
 * messages they fit; a message of few words, or of questions only, is worth less. The cost follows the occurrences of the query's words.
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

    private static final Comparator<Scored> WORST_FIRST =
            Comparator.comparingDouble(Scored::score).thenComparingInt(Scored::message);

    private final IndexedMessages messages;
    private final Query query;
    private final MessageSearch.Filter filter;
    private final float[] sums;
    private final float[] windowSums;
    private final float[] word;
    private final float[] windowBest;
    private float @Nullable [] ofQuery;
    private int[] touched = new int[1024];
    private int touchedSize;
    private final int[] touchedWindows;
    private int touchedWindowsSize;

    /** A message, by its number in the index, with its score. */
    record Scored(int message, double score) {}

    /** The ranking of the messages that the filter selects, by the query's words. */
    Ranking(ConversationIndex index, Query query, MessageSearch.Filter filter) {
        this.messages = index.messages();
        this.query = query;
        this.filter = filter;
        int size = messages.size();
        sums = new float[size];
        word = new float[size];
        int windows = size == 0 ? 0 : messages.window(size - 1) + 1;
        windowSums = new float[windows];
        windowBest = new float[windows];
        touchedWindows = new int[windows];
        query.words().forEach(this::add);
    }

    /** Counts the words that feedback found. */
    void addFeedback(List<QueryWord> words) {
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

    private void add(QueryWord queryWord) {
        queryWord.alternatives().forEach(this::spread);
        for (int i = 0; i < touchedSize; i++) {
            int message = touched[i];
            float value = word[message];
            word[message] = 0;
            sums[message] += value;
            int window = messages.window(message);
            if (windowBest[window] == 0) {
                touchedWindows[touchedWindowsSize++] = window;
            }
            windowBest[window] = Math.max(windowBest[window], value);
        }
        for (int i = 0; i < touchedWindowsSize; i++) {
            int window = touchedWindows[i];
            windowSums[window] += windowBest[window];
            windowBest[window] = 0;
        }
        touchedSize = 0;
        touchedWindowsSize = 0;
    }

    private void spread(QueryWord.Alternative alternative) {
        Postings postings = alternative.postings();
        double average = messages.averageLength();
        for (int i = 0; i < postings.messages(); i++) {
            int message = postings.message(i);
            int count = postings.count(i);
            double norm = K1 * (1 - B + B * messages.length(message) / average);
            float value = (float) (alternative.worth() * count * (K1 + 1) / (count + norm));
            raise(message, value);
            raise(message + 1, value * oneAfter(message));
            raise(message + 2, value * TWO_AFTER);
            raise(message - 1, value * ONE_BEFORE);
            raise(message - 2, value * TWO_BEFORE);
        }
    }

    private float oneAfter(int message) {
        return messages.is(IndexedMessages.QUESTION, message) ? AFTER_QUESTION : ONE_AFTER;
    }

    private void raise(int message, float value) {
        if (message < 0 || message >= word.length || value <= word[message]) {
            return;
        }
        if (word[message] == 0) {
            if (touchedSize == touched.length) {
                touched = Arrays.copyOf(touched, 2 * touchedSize);
            }
            touched[touchedSize++] = message;
        }
        word[message] = value;
    }

    private double byWords(int message) {
        if (sums[message] == 0) {
            return 0;
        }
        double all = sums[message] + SAME_WINDOW * windowSums[messages.window(message)];
        return ofQuery == null ? all : Math.min(all, WITH_FEEDBACK * ofQuery[message]);
    }

    /** The best messages by their words, best first; of equals the later one. */
    List<Scored> best(int limit) {
        return best(limit, this::byWords);
    }

    /**
     * The best messages by their meaning, best first; a message counts for its successor, too.
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
        double bestFit = FIRST_PERSON
                * (query.speakers().isEmpty() ? 1 : OF_SPEAKER)
                * (query.role() == null ? 1 : OF_ROLE)
                * (query.days().isEmpty() ? 1 : ON_DAY);
        double atLeast = 0;
        for (int message = 0; message < sums.length; message++) {
            double own = worth.applyAsDouble(message);
            if (own == 0 || own * bestFit < atLeast) {
                continue;
            }
            double score = own * fit(message);
            if (score >= atLeast && mayBeFound(message)) {
                best.add(new Scored(message, score));
                if (best.size() > limit) {
                    best.remove();
                    atLeast = best.element().score();
                }
            }
        }
        List<Scored> found = new ArrayList<>(best);
        found.sort(WORST_FIRST.reversed());
        return found;
    }

    /** True if the filter selects the message and it does not only repeat others. */
    boolean mayBeFound(int message) {
        return !messages.is(IndexedMessages.ECHO, message)
                && filter.accepts(messages.sequence(message), messages.role(message));
    }

    /** The factor for all that the query says beside its words. */
    private double fit(int message) {
        double fullness = Math.min(1, (double) messages.length(message) / ENOUGH_WORDS);
        double fit = OF_NO_WORDS + (1 - OF_NO_WORDS) * fullness;
        fit *= messages.is(IndexedMessages.FIRST_PERSON, message) ? FIRST_PERSON : 1;
        fit *= 1 - ASKS * messages.askingShare(message);
        if (messages.speaker(message) > 0 && query.speakers().contains(messages.speaker(message))) {
            fit *= OF_SPEAKER;
        }
        Role role = query.role();
        if (role != null && role == messages.role(message)) {
            fit *= OF_ROLE;
        }
        LocalDate day = query.days().isEmpty() ? null : messages.day(message);
        if (day != null && query.days().has(day)) {
            fit *= ON_DAY;
        }
        return fit;
    }
}
