package io.github.sessioncompression.survival;

import java.util.ArrayList;
import java.util.List;

/** The questions that nobody has answered. Not thread-safe; lives for one reading. */
final class OpenQuestions {
    /** Older questions stay open. */
    private static final int MOST = 200;

    private final List<Asked> open = new ArrayList<>();

    /** The place of a question, and who asked it. */
    private record Asked(int place, String speaker) {}

    /** The questions at these places are asked. */
    void add(List<Integer> places, String speaker) {
        places.forEach(place -> open.add(new Asked(place, speaker)));
        open.subList(0, Math.max(0, open.size() - MOST)).clear();
    }

    /** Takes out those of others, which whoever states something answers, and returns their places. */
    List<Integer> answeredBy(String speaker) {
        List<Integer> answered = new ArrayList<>();
        open.removeIf(question -> {
            boolean others = !question.speaker().equals(speaker);
            if (others) {
                answered.add(question.place());
            }
            return others;
        });
        return answered;
    }
}
