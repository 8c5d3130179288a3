package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.survival.SurvivalCheck;
import io.github.sessioncompression.survival.SurvivalCheck.Survival;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** docs/state.md shows the state of the bundled chat as it is written today; {@code -Dstate.page=write} writes it anew. */
class StatePageTest {
    private static final Path CHAT =
            Path.of("../samples/replay/src/main/resources/io/github/sessioncompression/replay/support-and-coding.json");
    private static final Path PAGE = Path.of("../docs/state.md");
    private static final int CAP = 3_245;
    private static final String ANSWER = "/io/github/sessioncompression/strong-states/bundled/one10-01.answer.json";

    @Test
    void showsTheStatesOfTheBundledChat() throws IOException {
        String page = page();
        if (System.getProperty("state.page", "").equals("write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("%s is out of date; -Dstate.page=write writes it", PAGE)
                .isEqualTo(page);
    }

    private static Message message(JsonFields json) {
        String text = json.text("content", "");
        List<ToolCall> calls = json.objects("tool_calls").stream()
                .map(call -> new ToolCall(
                        call.text("id"),
                        call.object("function").text("name"),
                        call.object("function").text("arguments")))
                .toList();
        Message message =
                switch (json.text("role")) {
                    case "system" -> Message.system(text);
                    case "user" -> Message.user(text);
                    case "tool" -> Message.toolResult(json.text("tool_call_id"), json.text("name", ""), text);
                    default -> Message.assistant(text, calls);
                };
        return json.has("timestamp") ? message.withTimestamp(Instant.parse(json.text("timestamp"))) : message;
    }

    private static String page() throws IOException {
        List<Entry> span = Entries.of(JsonFields.parse("chat", Files.readString(CHAT)).objects("messages").stream()
                        .map(StatePageTest::message)
                        .toList())
                .stream()
                .filter(entry -> entry.message().role() != Role.SYSTEM)
                .toList();
        CompileRequest request = new CompileRequest(StateSchema.session(), span, null, null, CAP);
        StateDocument extract = Chats.COMPILER.compile(request);
        StateDocument model = Grounding.of(answer(), request, null).state();
        Survival survival = new SurvivalCheck(StateSchema.session(), Chats.COUNTER::count, false)
                .required(null, span, List.of(), new StatementReader())
                .check(model, CAP);
        StringBuilder page = new StringBuilder(String.format(
                Locale.ROOT,
                """
                # A state, read

                The bundled chat (`samples/replay`, %d messages) compressed as a whole to at most %,d tokens: first without a model, then by a
                strong model whose answer was recorded. A test writes this page and fails if it is out of date.

                # Without a model

                Sentences as they were said, under their speaker and day; an ellipsis marks what is left out. They are
                in order of time, and what tools did follows. What tools returned and people pasted stands apart, in `found`.
                """,
                span.size(),
                CAP));
        write(page, extract);
        page.append(String.format(
                Locale.ROOT,
                """

                # By a strong model

                Its entries as it wrote them. The ledger quotes what people laid down and the entries lack, and then, while there is room, other
                sentences with values: of %d of the first kind the entries cover %d, with the ledger %d.
                """,
                survival.required(),
                survival.held(),
                survival.repaired()));
        write(page, survival.state());
        return page.toString();
    }

    private static StateDocument answer() throws IOException {
        try (InputStream in = Objects.requireNonNull(StatePageTest.class.getResourceAsStream(ANSWER), ANSWER)) {
            StateDocument read =
                    StateJson.read(StateSchema.session(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return StateSchema.session().document(read.texts(), StateItem.Writer.MODEL);
        }
    }

    private static void write(StringBuilder page, StateDocument state) {
        state.texts().forEach((field, texts) -> {
            page.append("\n## `").append(field).append("`\n\n");
            texts.stream().filter(text -> !text.isBlank()).forEach(text -> page.append("- ")
                    .append(text.replace('\n', ' ')
                            .replace("<", "&lt;")
                            .replace("*", "\\*")
                            .replace("_", "\\_"))
                    .append('\n'));
        });
    }
}
