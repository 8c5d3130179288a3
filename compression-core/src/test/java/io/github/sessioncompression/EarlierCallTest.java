package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of earlier calls, as dashboards show them. */
class EarlierCallTest {
    /** Messages of the bundled chat up to an answer without calls. */
    private static final int SHORT = 58;

    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(9_000))
            .executor(Runnable::run)
            .build();
    private final Inspection inspection = compressor.inspection();
    private final Conversation chat = compressor.conversation("chat");
    /** What each call was sent, by the number of its answer. */
    private final Map<Long, View> sent = new HashMap<>();

    private static List<Message> bundled() throws IOException {
        Path file = Path.of(
                "../samples/replay/src/main/resources/io/github/sessioncompression/replay/support-and-coding.json");
        return JsonFields.parse("chat", Files.readString(file)).objects("messages", EarlierCallTest::message);
    }

    private static Message message(JsonFields json) {
        String text = json.text("content", "");
        return switch (json.text("role")) {
            case "system" -> Message.system(text);
            case "user" -> Message.user(text);
            case "tool" -> Message.toolResult(json.text("tool_call_id"), json.text("name"), text);
            default ->
                json.has("tool_calls")
                        ? Message.assistant(text, json.objects("tool_calls", EarlierCallTest::call))
                        : Message.assistant(text);
        };
    }

    private static ToolCall call(JsonFields json) {
        JsonFields function = json.object("function");
        return new ToolCall(json.text("id"), function.text("name"), function.text("arguments"));
    }

    /** Plays the bundled chat up to {@code most} messages; each message of the assistant is the answer to a call. */
    private void play(boolean framework, int most) throws IOException {
        for (Message message : bundled().subList(0, most)) {
            View view = null;
            if (message.role() == Role.ASSISTANT) {
                view = framework ? chat.framework().steadyView() : chat.view();
            }
            chat.append(message);
            if (view != null) {
                sent.put(chat.status().messages(), view);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void equalsWhatWasSentToTheByte(boolean framework) throws IOException {
        play(framework, bundled().size());

        assertThat(chat.history().size()).as("compressions").isGreaterThan(4);
        int known = 0;
        for (Map.Entry<Long, View> call : sent.entrySet()) {
            View found = inspection.view(chat, call.getKey()).orElse(null);
            if (found != null) {
                known++;
                assertThat(found.messages()).isEqualTo(call.getValue().messages());
                assertThat(found.parts()).isEqualTo(call.getValue().parts());
                assertThat(found.tokens()).isEqualTo(call.getValue().tokens());
                assertThat(found.systemTokens()).isEqualTo(call.getValue().systemTokens());
                assertThat(found.stateTokens()).isEqualTo(call.getValue().stateTokens());
                assertThat(found.toolTokens()).isEqualTo(call.getValue().toolTokens());
                assertThat(found.leftOut()).isEqualTo(call.getValue().leftOut());
            }
        }
        assertThat(known).isGreaterThan(20);
        assertThat(known).as("the oldest are forgotten").isLessThan(sent.size());
    }

    @Test
    void findsOnlyAnswers() throws IOException {
        play(false, SHORT);
        long last = chat.status().messages();

        assertThat(inspection.view(chat, last)).as("an answer").isPresent();
        chat.append(Message.user("And now?"));
        assertThat(inspection.view(chat, last + 1)).as("a question").isEmpty();
        assertThat(inspection.view(chat, last + 2)).as("nothing").isEmpty();
        assertThat(inspection.view(chat, 1)).isEmpty();
        assertThat(inspection.view(chat, -1)).isEmpty();
    }

    @Test
    void forgetsCallsOnceMessagesWereErased() throws IOException {
        play(false, SHORT);
        long last = chat.status().messages();
        assertThat(inspection.view(chat, last)).isPresent();

        chat.erase(last - 20);

        assertThat(sent.keySet())
                .allSatisfy(answer -> assertThat(inspection.view(chat, answer)).isEmpty());
    }

    @Test
    void forgetsCallWithoutItsOldestTurns() throws IOException {
        play(false, SHORT);
        chat.append(Message.user("And now?"));
        chat.view(3_000);
        chat.append(Message.assistant("All is done."));
        long last = chat.status().messages();

        assertThat(inspection.view(chat, last)).isEmpty();
    }

    @Test
    void anotherProcessKnowsNoCalls() throws IOException {
        play(false, SHORT);
        long last = chat.status().messages();

        Conversation elsewhere = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(9_000))
                .build()
                .importConversation("chat", chat.export());

        assertThat(compressor.inspection().view(elsewhere, last)).isEmpty();
    }
}
