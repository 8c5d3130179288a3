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
 * How well each message of an index answers a query.
 *
 * <p>A message's own words count by BM25 (Robertson and Zaragoza 2009, with Lucene's usual k1 and b). A chat's messages are short and lean
 * on each other, so a word of a neighbour counts too, for less the farther away it is, and for more where the neighbour is a question
 * that this message answers; each word counts once, where it counts most. So does, a little, what is said in the same
 * stretch of the chat. What the query tells of speaker, role and day then raises those messages, and a message of a few words is worth a
 * little less. Cost follows the number of occurrences of the query's words.
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

    private static final double NOT_ASKED = 2;

    private static final double OF_SPEAKER = 1.5;
    private static final double OF_ROLE = 1.5;
    private static final double FIRST_PERSON = 1.2;
    /** A message of fewer words hardly says what is asked for; one of hardly any is worth so much less. */
    private static final int ENOUGH_WORDS = 8;

    private static final double OF_NO_WORDS = 0.8;

    /** Who only asks tells nothing: a message of nothing but questions is worth so much less. */
    private static final double ASKS = 0.4;

    private static final double ON_DAY = 2;

    private static final Comparator<Scored> WORST_FIRST =
            Comparator.comparingDouble(Scored::score).thenComparingInt(Scored::message);

    private final IndexedMessages messages;
    private final Query query;
    private final Searched among;
    private final float[] sums;
    private final float[] windowSums;
    private final float[] word;
    private final float[] windowBest;
    private float @Nullable [] asked;
    private int[] touched = new int[1024];
    private int touchedSize;
    private final int[] touchedWindows;
    private int touchedWindowsSize;

    /**
     * A message with its score.
     *
     * @param message its number in the index
     */
    record Scored(int message, double score) {}

    /**
     * The ranking by no word yet.
     *
     * @param among the messages that may be found
     */
    Ranking(ConversationIndex index, Query query, Searched among) {
        this.messages = index.messages();
        this.query = query;
        this.among = among;
        int size = messages.size();
        this.sums = new float[size];
        this.word = new float[size];
        int windows = size == 0 ? 0 : messages.window(size - 1) + 1;
        this.windowSums = new float[windows];
        this.windowBest = new float[windows];
        this.touchedWindows = new int[windows];
    }

    /** The words of the query are counted in: what follows can double what they are worth to a message, and no more. */
    void asked() {
        float[] worth = new float[sums.length];
        for (int message = 0; message < worth.length; message++) {
            worth[message] = (float) fromWords(message);
        }
        asked = worth;
    }

    /** What the words of the query alone are worth to a message. */
    double asked(int message) {
        return asked == null ? fromWords(message) : asked[message];
    }

    /** Counts a word in. */
    void add(SoughtWord sought) {
        for (SoughtWord.Alternative alternative : sought.alternatives()) {
            spread(alternative);
        }
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

    private void spread(SoughtWord.Alternative alternative) {
        Postings postings = alternative.postings();
        double average = messages.averageLength();
        for (int i = 0; i < postings.messages(); i++) {
            int message = postings.message(i);
            int count = postings.count(i);
            double norm = K1 * (1 - B + B * messages.length(message) / average);
            float value = (float) (alternative.worth() * count * (K1 + 1) / (count + norm));
            raise(message, value);
            raise(message + 1, value * (messages.is(IndexedMessages.QUESTION, message) ? AFTER_QUESTION : ONE_AFTER));
            raise(message + 2, value * TWO_AFTER);
            raise(message - 1, value * ONE_BEFORE);
            raise(message - 2, value * TWO_BEFORE);
        }
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

    /** The {@code limit} messages that answer best by their words, best first; of equals the later one. */
    List<Scored> best(int limit) {
        return best(limit, this::fromWords);
    }

    /**
     * The same by their meaning, which leans on its neighbours, too.
     *
     * @param nearness how near each message is to the query, 0 or more
     */
    List<Scored> nearest(int limit, float[] nearness) {
        return best(limit, message -> {
            double near = nearness[message];
            if (message > 0) {
                boolean answers = messages.is(IndexedMessages.QUESTION, message - 1);
                near = Math.max(near, nearness[message - 1] * (answers ? AFTER_QUESTION : ONE_AFTER));
            }
            return near;
        });
    }

    /** The messages that {@code worth} finds to be worth something, with what else the query tells counted in. */
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

    /** Whether the message is one of those asked for, and does not only repeat others. */
    boolean mayBeFound(int message) {
        return !messages.is(IndexedMessages.ECHO, message)
                && among.has(messages.sequence(message), messages.role(message));
    }

    private double fromWords(int message) {
        if (sums[message] == 0) {
            return 0;
        }
        double all = sums[message] + SAME_WINDOW * windowSums[messages.window(message)];
        return asked == null ? all : Math.min(all, NOT_ASKED * asked[message]);
    }

    /** Words of a neighbour raise a message that has none of its own, too. */
    private double fullness(int message) {
        double share = Math.min(1, (double) messages.length(message) / ENOUGH_WORDS);
        return OF_NO_WORDS + (1 - OF_NO_WORDS) * share;
    }

    /** How well the message fits what the query tells beside its words; about 1 if it tells nothing. */
    private double fit(int message) {
        double fit = fullness(message) * (messages.is(IndexedMessages.FIRST_PERSON, message) ? FIRST_PERSON : 1);
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
