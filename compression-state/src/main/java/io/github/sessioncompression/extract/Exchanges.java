package io.github.sessioncompression.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sentence that answers a question: of the others' sentences before the asker speaks again, the last one that shares half as many words
 * with the question as the one that shares most, because long replies weigh first and end with a verdict; if none shares any, the first. A sentence
 * that ends with a colon announces an answer and is none. Reads a bounded part of the reply for a bounded number of questions of each message, so
 * takes linear time.
 */
final class Exchanges {
    private static final int MOST_QUESTIONS = 8;
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

    /** How many of the question's terms the sentence has. */
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
