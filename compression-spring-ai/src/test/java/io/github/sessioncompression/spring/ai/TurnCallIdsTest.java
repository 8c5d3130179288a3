package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;

/** Turns side by side in one conversation, of a model that gives its calls no ids. */
class TurnCallIdsTest {
    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .build();

    private final Conversation chat = compressor.conversation(SpringChat.ID);

    /** A turn that has asked its question. */
    private Turn asking(String question) {
        UserMessage user = new UserMessage(question);
        Turn turn = new Turn(chat, List.of(user));
        add(turn, user);
        return turn;
    }

    private static void add(Turn turn, Message message) {
        turn.append(MessageMapper.toCore(List.of(message)));
    }

    /** Calls {@code tool:argument}. */
    private static AssistantMessage calls(String... calls) {
        return AssistantMessage.builder()
                .content("")
                .toolCalls(Stream.of(calls)
                        .map(call -> call.split(":"))
                        .map(call -> new ToolCall("", "function", call[0], "{\"at\":\"" + call[1] + "\"}"))
                        .toList())
                .build();
    }

    private static ToolResponseMessage results(String... calls) {
        return ToolResponseMessage.builder()
                .responses(Stream.of(calls)
                        .map(call -> call.split(":"))
                        .map(call -> new ToolResponse("", call[0], "result of " + call[1]))
                        .toList())
                .build();
    }

    /** A view's calls and results as a provider without ids reads them: one line for each of Spring AI's messages. */
    private List<String> traffic() {
        List<String> lines = new ArrayList<>();
        for (Message message : MessageMapper.fromCore(chat.view().messages())) {
            if (message instanceof AssistantMessage assistant && assistant.hasToolCalls()) {
                lines.add(String.join(
                        " ",
                        assistant.getToolCalls().stream()
                                .map(call -> call.name() + call.arguments())
                                .toList()));
            } else if (message instanceof ToolResponseMessage results) {
                lines.add(String.join(
                        " ",
                        results.getResponses().stream()
                                .map(ToolResponse::responseData)
                                .toList()));
            }
        }
        return lines;
    }

    @Test
    void pairsResultsWithCallsOfTheirTurn() {
        Turn one = asking("How is the soil?");
        add(one, calls("look:shed"));
        Turn other = asking("When do the seeds come?");
        add(other, calls("look:field", "order:4711"));
        add(one, results("look:shed"));
        add(other, results("look:field", "order:4711"));
        add(other, new AssistantMessage("On Friday."));
        add(one, calls("look:barn", "order:4712"));
        Turn third = asking("And the tulips?");
        add(third, calls("look:greenhouse"));
        add(one, results("look:barn", "order:4712"));
        add(third, results("look:greenhouse"));
        add(third, new AssistantMessage("Not yet."));
        add(one, new AssistantMessage("It is dry."));

        assertThat(traffic())
                .containsExactly(
                        "look{\"at\":\"shed\"}",
                        "result of shed",
                        "look{\"at\":\"field\"} order{\"at\":\"4711\"}",
                        "result of field result of 4711",
                        "look{\"at\":\"barn\"} order{\"at\":\"4712\"}",
                        "result of barn result of 4712",
                        "look{\"at\":\"greenhouse\"}",
                        "result of greenhouse");
    }

    @Test
    void givesIdsThatCountAsNone() {
        Turn turn = asking("How is the soil?");
        add(turn, calls("look:shed", "look:barn"));
        add(turn, results("look:shed", "look:barn"));

        assertThat(chat.transcript().get(1).toolCalls())
                .allMatch(call -> Contents.originalId(call.id()).isEmpty())
                .extracting(call -> call.id())
                .containsExactly(
                        chat.transcript().get(2).toolCallId(),
                        chat.transcript().get(3).toolCallId())
                .doesNotHaveDuplicates();
    }

    @Test
    void leavesCallsOfSwitchedOffChat() {
        chat.enabled(false);
        Turn turn = asking("How is the soil?");
        add(turn, calls("look:shed"));
        add(turn, results("look:shed"));

        assertThat(chat.transcript().get(1).toolCalls().get(0).id()).isEmpty();
        assertThat(chat.transcript().get(2).toolCallId()).isEmpty();
    }
}
