package io.github.sessioncompression.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sentence that answers a question, so that both are chosen together.
 *
 * <p><em>Algorithm</em>, from the last unit to the first:
 * <ol>
 *   <li>take the last {@value #MOST_QUESTIONS} questions of each message;
 *   <li>read at most {@value #LONGEST_REPLY} units behind the question's message, up to the next sentence of the asker;
 *   <li>leave out questions, found text, and sentences that end with a colon, which announce an answer and are none;
 *   <li>count the terms that each shares with the question, everyday words aside;
 *   <li>take the last sentence that shares at least half as many as the one that shares most, because long replies
 *       weigh first and end with a verdict; if none shares any, the first sentence.
 * </ol>
 *
 * <p>Linear, since both limits are constants. With the sentence that shares most instead, no verdict of ten replies to
 * "which is better?" was kept in a state of 18 % of the chat; with this and the limit of {@link UsersFirst}, five were.
 * <em>Does nothing when</em> a question has no reply. <em>Threads</em>: changes the units ({@link Unit#answer}, {@link
 * Unit#asked}), so not thread-safe.
 *
 * @see Ties
 */
final class Exchanges {
    /** Questions of one message that get an answer; a bound on time. */
    private static final int MOST_QUESTIONS = 8;
    /** Sentences of a reply that are read for one question; a bound on time. */
    private static final int LONGEST_REPLY = 400;

    private Exchanges() {}

    /** Ties each question to its answer; the units are in the order of the chat. */
    static void tie(List<Unit> units) {
        int end = units.size();
        int questions = 0;
        for (int i = units.size() - 1; i >= 0; i--) {
            Unit unit = units.get(i);
            boolean lastOfMessage = i + 1 == units.size() || units.get(i + 1).message != unit.message;
            end = lastOfMessage ? i + 1 : end;
            questions = lastOfMessage ? 0 : questions;
            if (unit.question && unit.isQuotable() && ++questions <= MOST_QUESTIONS) {
                Unit answer = answer(unit, units.subList(end, Math.min(units.size(), end + LONGEST_REPLY)));
                if (answer != null) {
                    unit.answer = answer;
                    answer.asked = unit;
                }
            }
        }
    }

    /**
     * The sentence of {@code reply} that answers a question; {@code null} if the asker speaks again before anything
     * that may answer.
     *
     * @param reply the units behind the question's message
     */
    private static @Nullable Unit answer(Unit question, List<Unit> reply) {
        Map<Integer, Integer> asked = new HashMap<>();
        question.forEachTerm(word -> !question.light[word], term -> asked.putIfAbsent(term, asked.size()));
        List<Unit> answers = new ArrayList<>();
        for (Unit unit : reply) {
            if (unit.isSpeech() && unit.speaker.equals(question.speaker)) {
                break;
            }
            boolean announces = !unit.words.isEmpty()
                    && unit.words.get(unit.words.size() - 1).after() == ':';
            if (unit.isQuotable() && unit.from == question.from && !unit.question && !announces) {
                answers.add(unit);
            }
        }
        int[] shared = answers.stream().mapToInt(unit -> shared(unit, asked)).toArray();
        int most = Arrays.stream(shared).max().orElse(0);
        for (int i = shared.length - 1; i >= 0 && most > 0; i--) {
            if (2 * shared[i] >= most) {
                return answers.get(i);
            }
        }
        return answers.isEmpty() ? null : answers.get(0);
    }

    /** Number of the question's terms that the sentence has, each counted once. */
    private static int shared(Unit unit, Map<Integer, Integer> asked) {
        BitSet shared = new BitSet();
        unit.forEachTerm(word -> !unit.light[word], term -> {
            Integer place = asked.get(term);
            if (place != null) {
                shared.set(place);
            }
        });
        return shared.cardinality();
    }
}
