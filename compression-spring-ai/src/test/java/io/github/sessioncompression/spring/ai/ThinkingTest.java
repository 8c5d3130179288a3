package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** Answers of a model that thinks first, which Spring AI hands over as messages of their own. */
class ThinkingTest {
    private static final String THOUGHT = "The customer may mean the heliotrope.";

    private final ProviderStub server = AnthropicStub.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private static Map<String, Object> thought() {
        return Map.of("type", "thinking", "thinking", THOUGHT, "signature", "c2lnbmVk");
    }

    private static Map<String, Object> redacted() {
        return Map.of("type", "redacted_thinking", "data", "c2VjcmV0");
    }

    private static Map<String, Object> said(String text) {
        return Map.of("type", "text", "text", text);
    }

    private static Reply reply(String end, List<Map<String, Object>> blocks) {
        return new Reply.Raw(
                200,
                Json.write(Map.of(
                        "id",
                        "msg_1",
                        "type",
                        "message",
                        "role",
                        "assistant",
                        "model",
                        "claude-sonnet-4-5",
                        "content",
                        blocks,
                        "stop_reason",
                        end,
                        "usage",
                        Map.of("input_tokens", 10, "output_tokens", 5))));
    }

    private ChatClient client(CompressingChatMemory memory, Lookup... tools) {
        return SpringChat.client(
                server,
                memory,
                List.of(tools),
                SessionStateAdvisor.builder(memory).build());
    }

    private static Conversation chat(CompressingChatMemory memory) {
        return memory.compressor().conversation(SpringChat.ID);
    }

    @Test
    void keepsThinkingOutOfChatAndState() {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(2_000));
        ChatClient client = client(memory);
        for (int turn = 0; turn < 8; turn++) {
            server.next(reply("end_turn", List.of(thought(), redacted(), said(GardenChat.question(turn + 20)))));
            SpringChat.call(client, SpringChat.ID, GardenChat.question(turn + 1));
        }

        assertThat(chat(memory).transcript())
                .hasSize(16)
                .extracting(Message::text)
                .doesNotContain(THOUGHT, "");
        assertThat(server.lastSent().messages())
                .extracting(SentMessage::text)
                .noneMatch(text -> text.equals(THOUGHT) || text.startsWith("(Go on"));
        assertThat(server.lastSent().raw()).doesNotContain("\"thinking\"", "\"redacted_thinking\"");
        chat(memory).compress();
        assertThat(chat(memory).view().messages())
                .extracting(Message::text)
                .noneMatch(text -> text.contains("heliotrope"));
    }

    @Test
    void keepsThinkingOutOfToolLoop() {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));
        Advisor[] advisors = {
            SpringChat.nested(memory),
            SpringChat.toolAdvisorWithoutHistory(),
            SessionStateAdvisor.builder(memory).build()
        };
        ChatClient client = SpringChat.client(server, List.of(new Lookup(GardenChat::found)), List.of(advisors));
        server.next(
                reply(
                        "tool_use",
                        List.of(
                                thought(),
                                Map.of(
                                        "type",
                                        "tool_use",
                                        "id",
                                        "toolu_1",
                                        "name",
                                        Lookup.NAME,
                                        "input",
                                        Map.of("topic", "roses")))),
                reply("end_turn", List.of(thought(), said("In bloom."))));

        assertThat(SpringChat.call(client, SpringChat.ID, "Which of them are in bloom?"))
                .isNotNull();

        assertThat(chat(memory).transcript())
                .extracting(Message::role)
                .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT);
        assertThat(server.lastSent().messages()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsStoredListsWithoutThinking(boolean thought) {
        InMemoryChatMemoryRepository repository = new InMemoryChatMemoryRepository();
        repository.saveAll(
                SpringChat.ID,
                List.of(
                        new UserMessage("Hello"),
                        AssistantMessage.builder()
                                .content(THOUGHT)
                                .properties(thought ? Map.of("isThought", true) : Map.of("signature", "c2lnbmVk"))
                                .build(),
                        new AssistantMessage("Good day.")));
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .chatMemoryRepository(repository)
                .build();

        assertThat(memory.get(SpringChat.ID))
                .extracting(message -> String.valueOf(message.getText()))
                .containsExactly("Hello", "Good day.");
    }

    @Test
    void keepsAnswersThatOnlyLookLikeThinking() {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));
        AssistantMessage streamed = AssistantMessage.builder()
                .content("Streamed.")
                .properties(Map.of("signature", "c2lnbmVk", "thinking", true))
                .build();
        AssistantMessage alone = AssistantMessage.builder()
                .content("Alone.")
                .properties(Map.of("signature", "c2lnbmVk"))
                .build();

        memory.add(SpringChat.ID, List.of(new UserMessage("Hello"), streamed, new AssistantMessage("Second.")));
        memory.add(SpringChat.ID, List.of(new UserMessage("And?"), alone));

        assertThat(chat(memory).transcript())
                .extracting(Message::text)
                .containsExactly("Hello", "Streamed.", "Second.", "And?", "Alone.");
    }

    @Test
    void tellsOnceOfThinkingInToolLoopWithoutAdvisor() {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));
        AssistantMessage calling = AssistantMessage.builder()
                .content("")
                .properties(Map.of("signature", "c2lnbmVk", "thinking", true))
                .toolCalls(List.of(new AssistantMessage.ToolCall("call-1", "function", "lookup", "{}")))
                .build();
        try (LogLines lines = new LogLines(Level.INFO)) {
            for (int i = 0; i < 2; i++) {
                memory.add("chat-" + i, List.of(new UserMessage("Look."), calling));
            }
            assertThat(lines.at(Level.INFO))
                    .filteredOn(line -> line.contains("thinking"))
                    .singleElement()
                    .asString()
                    .contains("SessionStateAdvisor", "system prompt");
        }
    }
}
