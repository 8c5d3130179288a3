package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Reply.End;
import io.github.sessioncompression.stub.Sent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --judge}, with a scripted model in OpenAI's format over HTTP. */
@Tag("landing")
class JudgeTest {
    private static final String KEY = "sk-secret";
    private static final Pattern KINDS = Pattern.compile("Kinds: (.*)");
    private static final Pattern FIRST = Pattern.compile("\"n\":(\\d+)");
    private static final Pattern ASKED = Pattern.compile("question (\\d+)");

    private final OpenAiStub server = OpenAiStub.start();
    private final AtomicInteger drawn = new AtomicInteger();
    private final Path directory;

    JudgeTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** Draws numbered questions and grades "known" as correct; questions are answered by the script. */
    private void judges(Function<Sent, Reply> answering) {
        server.answers(sent -> {
            String task = String.valueOf(sent.system());
            if (task.startsWith("You write questions")) {
                return Reply.text(questions(sent.question()));
            } else if (task.startsWith("You grade")) {
                return Reply.text(Json.write(
                        Map.of("a", grade(part(sent.question(), "a")), "b", grade(part(sent.question(), "b")))));
            }
            return answering.apply(sent);
        });
    }

    private String questions(String prompt) {
        Matcher kinds = KINDS.matcher(prompt);
        Matcher first = FIRST.matcher(prompt);
        assertThat(kinds.find() && first.find()).isTrue();
        List<Map<String, Object>> questions = new ArrayList<>();
        for (String kind : kinds.group(1).split(", ", -1)) {
            int number = drawn.incrementAndGet();
            questions.add(Map.of(
                    "kind",
                    kind,
                    "question",
                    "Please answer question " + number + ".",
                    "answer",
                    "known",
                    "message",
                    Long.valueOf(first.group(1))));
        }
        return "Here they are: " + Json.write(Map.of("questions", questions));
    }

    private static String grade(String answer) {
        return answer.equals("known") ? "correct" : "wrong";
    }

    private static String part(String prompt, String tag) {
        int from = prompt.indexOf("<" + tag + ">\n") + tag.length() + 3;
        return prompt.substring(from, prompt.indexOf("\n</" + tag + ">", from));
    }

    private static Reply answer(String text) {
        return Reply.text(Json.write(Map.of("answer", text)));
    }

    private static boolean isOfState(Sent sent) {
        return part(sent.question(), "memory").startsWith("<session_state");
    }

    private static int number(Sent sent) {
        Matcher asked = ASKED.matcher(sent.question().substring(sent.question().lastIndexOf("Question:")));
        assertThat(asked.find()).isTrue();
        return Integer.parseInt(asked.group(1));
    }

    private Run run(String... more) {
        List<String> all = new ArrayList<>(
                List.of("--judge=openai", "--model=small", "--base-url=" + server.baseUrl(), "--out=" + directory));
        all.addAll(List.of(more));
        Run run = Run.with(Map.of("OPENAI_API_KEY", KEY), all.toArray(String[]::new));
        assertThat(run.out() + run.err()).doesNotContain(KEY);
        return run;
    }

    @Test
    void comparesStateWithCuttingOff() {
        judges(sent -> answer(isOfState(sent) || number(sent) % 4 == 0 ? "known" : "unknown"));

        Run run = run("--questions=8");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Judged         questions    state  cut off")
                .contains("  recall               2     1.00     0.00")
                .contains("  decisions            2     1.00     1.00")
                .contains("  all                  8     1.00     0.25")
                .contains("small (openai): 27 calls")
                .doesNotContain("Not graded");
        assertThat(Run.text(directory, "judge.jsonl").lines()).hasSize(8).allSatisfy(line -> assertThat(line)
                .contains("\"fromState\":\"known\"", "\"state\":\"correct\""));
        assertThat(server.sent()).allSatisfy(sent -> assertThat(sent.schema()).isNotNull());
        List<String> graded = server.sent().stream()
                .filter(sent -> Objects.toString(sent.system()).startsWith("You grade"))
                .map(Sent::question)
                .toList();
        assertThat(graded).allSatisfy(prompt -> assertThat(prompt)
                .contains("\"role\":")
                .doesNotContain("session_state", "memory", "state alone", "cut off"));
        assertThat(graded.stream().map(prompt -> part(prompt, "a")).distinct())
                .as("the state's answer is not always the first")
                .containsExactlyInAnyOrder("known", "unknown");
    }

    @Test
    void bothMemoriesTakeTheSameRoom() {
        judges(sent -> answer("known"));
        run("--questions=1");
        List<Sent> answered = server.sent().stream()
                .filter(sent -> Objects.toString(sent.system()).startsWith("You continue"))
                .toList();

        assertThat(answered).hasSize(2);
        assertThat(answered.get(1).textTokens())
                .isBetween(answered.get(0).textTokens() / 2, 2 * answered.get(0).textTokens());
    }

    @Test
    void countsQuestionsThatCannotBeGraded() {
        judges(sent -> switch (number(sent)) {
            case 1 -> new Reply.Answer("", List.of(), End.FILTERED, null);
            case 2 -> Reply.text(" ");
            case 3 -> Reply.text("I'd rather not say.");
            case 4 -> new Reply.Answer("{\"answer\":\"kno", List.of(), End.LENGTH, null);
            case 5 -> new Reply.Failure(500, "Internal error");
            case 6 -> new Reply.Failure(400, "The response was filtered");
            default -> answer("known");
        });

        Run run = run("--questions=8");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("  all                  2     1.00     1.00")
                .contains(
                        "Not graded     6 of 8 questions: 1 blank, 1 cut off, 1 failed, 2 refused, 1 without the JSON asked for");
    }

    @Test
    void asksAgainOnce() {
        AtomicInteger asked = new AtomicInteger();
        judges(sent -> asked.getAndIncrement() == 0 ? new Reply.Failure(503, "Overloaded") : answer("known"));

        assertThat(run("--questions=1").out()).doesNotContain("Not graded");
    }

    @Test
    void countsQuestionsThatWereNotDrawn() {
        judges(sent -> answer("known"));
        server.next(Reply.text(
                "{\"questions\":[{\"kind\":\"recall\",\"question\":\"Please answer question 9.\",\"answer\":\"known\"},"
                        + "{\"kind\":\"gossip\",\"question\":\"Who?\",\"answer\":\"Ann\",\"message\":1}]}"));

        assertThat(run("--questions=8").out()).contains("Not graded     1 of 8 questions: 1 not drawn");
    }

    @Test
    void stopsAtAWrongKey() {
        server.answers(new Reply.Failure(401, "Incorrect API key provided: " + KEY));

        Run run = run("--questions=40");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.out())
                .contains("  all                  0        -        -")
                .contains("Not graded     40 of 40 questions: 4 failed, 36 not asked;"
                        + " the provider answered with status 401, so nothing more was asked");
        assertThat(server.sent()).hasSize(1);
        assertThat(Run.text(directory, "judge.jsonl")).isEmpty();
    }

    @Test
    void needsAState() {
        Run run = run("--context-window=128000");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--judge needs a state, but nothing was compressed");
        assertThat(server.sent()).isEmpty();
    }

    @Test
    void refusesContradictions() {
        assertThat(run("--questions=0").err()).contains("--questions must be 1 to 200, but was 0");
        assertThat(run("--compressor=ollama").err())
                .contains("--model is for one provider, but --compressor is ollama and --judge is openai");
    }
}
