package io.github.sessioncompression.replay;

import static io.github.sessioncompression.replay.Text.count;
import static io.github.sessioncompression.replay.Text.number;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a model found in a state.
 *
 * @param by the model, for people
 * @param asked how many questions were wanted
 * @param faults how many of them could not be graded, by the reason
 * @param end the lasting failure after which nothing more was asked; {@code null} if there was none
 * @param stateTokens tokens of the state
 * @param cutMessages how many of the last covered messages take no more
 */
record Judgement(
        String by,
        int asked,
        List<Graded> graded,
        Map<String, Integer> faults,
        int calls,
        Usage usage,
        @Nullable String end,
        int stateTokens,
        int cutMessages) {

    /** What a question tests. */
    enum Kind {
        RECALL,
        ARTEFACTS,
        CONTINUATION,
        DECISIONS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    enum Grade {
        CORRECT(1),
        PARTLY(0.5),
        WRONG(0);

        private final double points;

        Grade(double points) {
            this.points = points;
        }

        static @Nullable Grade named(@Nullable Object name) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(name))
                    .findFirst()
                    .orElse(null);
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A question with the answer that the transcript has.
     *
     * @param message the number of the message that has it, from 1; any number if the model named none that there is
     */
    record Question(Kind kind, String text, String answer, long message) {
        /** The questions of an answer, those left out that are not whole; {@code null} if there is none. */
        static @Nullable List<Question> read(Map<String, @Nullable Object> json) {
            List<Question> questions = new ArrayList<>();
            if (json.get("questions") instanceof List<?> all) {
                for (Object each : all) {
                    if (each instanceof Map<?, ?> one
                            && one.get("question") instanceof String text
                            && one.get("answer") instanceof String answer
                            && !text.isBlank()
                            && !answer.isBlank()) {
                        Arrays.stream(Kind.values())
                                .filter(kind -> kind.word().equals(one.get("kind")))
                                .forEach(kind -> questions.add(new Question(
                                        kind,
                                        text,
                                        answer,
                                        one.get("message") instanceof Number n ? n.longValue() : 0)));
                    }
                }
            }
            return questions.isEmpty() ? null : questions;
        }
    }

    /** A question, the answers from the state and from what cutting off leaves, and their grades. */
    record Graded(Question question, String ofState, String ofCut, Grade state, Grade cut) {}

    Judgement {
        graded = List.copyOf(graded);
        faults = new LinkedHashMap<>(faults);
    }

    /** A table for a terminal. */
    String table() {
        StringBuilder table = new StringBuilder(
                String.format(Locale.ROOT, "%n%-15s%9s%9s%9s%n", "Judged", "questions", "state", "cut off"));
        for (Kind kind : Kind.values()) {
            row(
                    table,
                    kind.word(),
                    graded.stream()
                            .filter(each -> each.question().kind() == kind)
                            .toList());
        }
        row(table, "all", graded);
        line(
                table,
                "Judge",
                Text.line(by) + ": " + count(calls, "call") + ", " + number(usage.requestTokens()) + " tokens in, "
                        + number(usage.outputTokens()) + " out");
        line(
                table,
                "State",
                number(stateTokens) + " tokens; cut off: the last " + count(cutMessages, "message")
                        + " it covers, no more tokens");
        int missing = asked - graded.size();
        if (missing > 0) {
            line(
                    table,
                    "Not graded",
                    missing + " of " + count(asked, "question") + ": "
                            + faults.entrySet().stream()
                                    .map(fault -> fault.getValue() + " " + fault.getKey())
                                    .collect(Collectors.joining(", "))
                            + (end == null ? "" : "; " + end + ", so nothing more was asked"));
        }
        return table.toString();
    }

    private static void line(StringBuilder table, String title, String text) {
        table.append(String.format("%-15s%s%n", title, text));
    }

    private static void row(StringBuilder table, String title, List<Graded> of) {
        table.append(String.format(
                Locale.ROOT,
                "%-15s%9d%9s%9s%n",
                "  " + title,
                of.size(),
                mean(of, Graded::state),
                mean(of, Graded::cut)));
    }

    private static String mean(List<Graded> of, Function<Graded, Grade> grade) {
        return of.isEmpty()
                ? "-"
                : String.format(
                        Locale.ROOT,
                        "%.2f",
                        of.stream()
                                .mapToDouble(each -> grade.apply(each).points)
                                .average()
                                .orElse(0));
    }

    /** All questions with their answers and grades, one per line. */
    String json() {
        return graded.stream()
                .map(each -> {
                    Map<String, @Nullable Object> one = new LinkedHashMap<>();
                    one.put("kind", each.question().kind().word());
                    one.put("question", each.question().text());
                    one.put("expected", each.question().answer());
                    one.put("message", each.question().message());
                    one.put("fromState", each.ofState());
                    one.put("fromCut", each.ofCut());
                    one.put("state", each.state().word());
                    one.put("cut", each.cut().word());
                    return Json.write(one) + "\n";
                })
                .collect(Collectors.joining());
    }
}
