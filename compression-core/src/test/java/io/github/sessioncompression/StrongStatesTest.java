package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.writer.StateWriter;
import io.github.sessioncompression.writer.WrittenState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States that a strong model wrote of two chats are shown as it wrote them, with a ledger beside them. */
class StrongStatesTest {
    /** Largest share of true sentences that grounding may drop, of all answers together. */
    private static final double MOST_TRUE_DROPPED = 0.01;
    /** Least number of the forty planted lies that grounding takes out. */
    private static final int LEAST_LIES_CAUGHT = 2;
    /** Least share of the ledger's sentences that stand in a message, word for word. */
    private static final double LEAST_VERBATIM = 1;

    private static final List<String> ANSWERS =
            List.of("one10-01", "one20-01", "raw10-01", "raw10-02", "raw10-03", "lie20-01");
    private static final String FOLDER = "strong-states/";

    /** A state, and the answer that it was made of. */
    private record Shown(Map<String, List<String>> answer, WrittenState.Written state, int calls) {
        List<String> sentences() {
            return answer.values().stream()
                    .flatMap(List::stream)
                    .flatMap(entry -> List.of(entry.split("(?<=[.!?])\\s+")).stream())
                    .toList();
        }

        boolean shows(String sentence) {
            return state.document().items().stream()
                    .anyMatch(item -> item.writer() == StateItem.Writer.MODEL
                            && item.text().contains(sentence));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bundled, one10-01, 3245", "bundled, one20-01, 6491", "bundled, raw10-01, 3245", "bundled, raw10-02, 3245",
        "bundled, raw10-03, 3245", "mixed, one10-01, 284", "mixed, one20-01, 569", "mixed, raw10-01, 1000",
        "mixed, raw10-02, 1000", "mixed, raw10-03, 1000"
    })
    void keepsAnswerAsWritten(String chat, String answer, int cap) throws IOException {
        List<Entry> messages = messages(chat);

        Shown shown = shown(chat, answer, cap);

        assertThat(shown.calls()).isEqualTo(1);
        assertThat(shown.state().byModel()).isTrue();
        for (StateField field : StateSchema.session().fields()) {
            List<String> written = shown.answer().getOrDefault(field.name(), List.of());
            assertThat(shown.state().document().items(field.name())).allSatisfy(item -> {
                assertThat(item.writer()).isEqualTo(StateItem.Writer.MODEL);
                assertThat(written).anyMatch(entry -> isMadeOf(item.text(), entry));
            });
        }
        assertThat(shown.state().document().texts().keySet())
                .isSubsetOf("logos", "pathos", "abstract", "conversation_summary", "ledger", "left_out");
        List<String> ledger = shown.state().document().texts(StateDocument.LEDGER);
        List<String> unsaid =
                ledger.stream().filter(sentence -> !isSaid(sentence, messages)).toList();
        assertThat(1 - (double) unsaid.size() / Math.max(1, ledger.size()))
                .as("sentences of the ledger that nobody said: %s", unsaid)
                .isGreaterThanOrEqualTo(LEAST_VERBATIM);
    }

    @ParameterizedTest
    @CsvSource({"one10-01, 155", "one20-01, 311"})
    void cutsTooLongAnswerFromItsEnd(String answer, int cap) throws IOException {
        Shown shown = shown("ital", answer, cap);

        List<String> written = shown.answer().getOrDefault("logos", List.of());
        List<String> kept = shown.state().document().texts("logos");
        assertThat(shown.calls()).isEqualTo(2);
        assertThat(kept).isNotEmpty().isEqualTo(written.subList(0, kept.size()));
        assertThat(kept.get(0)).startsWith("Regola di Chiara: mai scrivere");
        assertThat(shown.state().document().texts("conversation_summary"))
                .isEqualTo(shown.answer().get("conversation_summary"));
    }

    @Test
    void dropsHardlyAnyTrueSentence() throws IOException {
        int all = 0;
        List<String> dropped = new ArrayList<>();
        for (String chat : List.of("bundled", "mixed")) {
            List<String> lies = lies(chat);
            for (String answer : ANSWERS) {
                Shown shown = shown(chat, answer, 16_000);
                for (String sentence : shown.sentences()) {
                    if (!lies.contains(sentence)) {
                        all++;
                        if (!shown.shows(sentence)) {
                            dropped.add(answer + ": " + sentence);
                        }
                    }
                }
            }
        }

        assertThat((double) dropped.size() / all)
                .as("%d of %d true sentences are dropped:%n%s", dropped.size(), all, String.join("\n", dropped))
                .isLessThanOrEqualTo(MOST_TRUE_DROPPED);
    }

    @Test
    void takesOutLiesWithUnknownValues() throws IOException {
        int caught = 0;
        for (String chat : List.of("bundled", "mixed")) {
            Shown shown = shown(chat, "lie20-01", 16_000);
            caught += (int) lies(chat).stream().filter(lie -> !shown.shows(lie)).count();
        }

        assertThat(caught).isGreaterThanOrEqualTo(LEAST_LIES_CAUGHT);
    }

    private static boolean isMadeOf(String shown, String entry) {
        return entry.equals(shown)
                || List.of(shown.split("(?<=[.!?])\\s+")).stream().allMatch(entry::contains);
    }

    /** True if a message says it, with or without a label before it. */
    private static boolean isSaid(String sentence, List<Entry> messages) {
        String unlabelled = sentence.substring(sentence.indexOf(": ") < 0 ? 0 : sentence.indexOf(": ") + 2);
        return messages.stream()
                .map(entry -> plain(entry.message().text()))
                .anyMatch(text -> text.contains(plain(sentence)) || text.contains(plain(unlabelled)));
    }

    private static String plain(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /** The whole chat compressed at once by a model that answers so. */
    private static Shown shown(String chat, String answer, int cap) throws IOException {
        String text = resource(chat + "/" + answer + ".answer.json");
        ScriptedModel model = new ScriptedModel().answers(text).answers(text);
        List<Entry> all = messages(chat);
        List<Entry> system = all.stream().filter(StrongStatesTest::isSystem).toList();
        List<Entry> span = all.stream().filter(entry -> !isSystem(entry)).toList();
        CompressTask task = new CompressTask(
                new CompressTask.Basis("life", 0, CompressionRecord.none("session_state")),
                StateDocument.EMPTY,
                List.of(),
                new Pins(system, List.of(), null, span),
                List.of(),
                span,
                List.of(),
                all.get(all.size() - 1).sequence(),
                cap,
                200_000,
                false,
                0,
                false);
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(200_000))
                .model(model)
                .modelCalls(Runnable::run, new MutableTime())
                .build()) {
            WrittenState state =
                    compressor.settings().writer().write(new StateWriter.Job("chat", task, null, null), List.of());
            assertThat(state).isInstanceOf(WrittenState.Written.class);
            return new Shown(
                    fields(text), (WrittenState.Written) state, model.requests().size());
        }
    }

    private static boolean isSystem(Entry entry) {
        return entry.message().role() == Role.SYSTEM;
    }

    private static Map<String, List<String>> fields(String answer) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        Json.parseObject(answer)
                .forEach((name, value) -> fields.put(
                        name,
                        value instanceof List<?> list
                                ? list.stream().map(String::valueOf).toList()
                                : List.of(String.valueOf(value))));
        return fields;
    }

    private static List<String> lies(String chat) throws IOException {
        return objects(Json.parseObject(resource("lies.json")).get(chat)).stream()
                .map(lie -> String.valueOf(lie.get("text")))
                .toList();
    }

    private static List<Entry> messages(String chat) throws IOException {
        String text = chat.equals("bundled") ? bundled() : resource(chat + ".json");
        Object json = Json.parse(text);
        List<Entry> entries = new ArrayList<>();
        for (Map<?, ?> each : objects(json instanceof Map<?, ?> whole ? whole.get("messages") : json)) {
            Message message = message(each);
            entries.add(new Entry(entries.size() + 1, message, message.text().length() / 4 + 4));
        }
        return entries;
    }

    private static Message message(Map<?, ?> json) {
        String text = json.get("content") instanceof String content ? content : "";
        String role = String.valueOf(json.get("role"));
        Message message =
                switch (role) {
                    case "system" -> Message.system(text);
                    case "user" -> Message.user(text);
                    case "tool" ->
                        Message.toolResult(
                                String.valueOf(json.get("tool_call_id")),
                                json.get("name") instanceof String name ? name : "tool",
                                text);
                    default ->
                        Message.assistant(
                                text,
                                objects(json.get("tool_calls")).stream()
                                        .map(StrongStatesTest::call)
                                        .toList());
                };
        return json.get("timestamp") instanceof String time ? message.withTimestamp(Instant.parse(time)) : message;
    }

    private static ToolCall call(Map<?, ?> json) {
        Map<?, ?> function = (Map<?, ?>) Objects.requireNonNull(json.get("function"));
        return new ToolCall(
                String.valueOf(json.get("id")),
                String.valueOf(function.get("name")),
                String.valueOf(function.get("arguments")));
    }

    private static List<Map<?, ?>> objects(@Nullable Object list) {
        return list instanceof List<?> elements
                ? elements.stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).collect(Collectors.toList())
                : List.of();
    }

    /** The replay sample's chat. */
    private static String bundled() throws IOException {
        Path file = Path.of(
                "../samples/replay/src/main/resources/io/github/sessioncompression/replay/support-and-coding.json");
        return Files.readString(file);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = StrongStatesTest.class.getResourceAsStream(FOLDER + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
