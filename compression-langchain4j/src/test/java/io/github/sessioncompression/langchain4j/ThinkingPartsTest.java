package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.Reply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Thinking as LangChain4j's messages hold it: which of it goes back to the provider, and what stores keep of it. */
class ThinkingPartsTest {
    private static final Map<String, Object> CALL =
            Map.of("type", "tool_use", "id", "toolu_1", "name", "lookup", "input", Map.of("row", 1));

    private final AnthropicStub server = AnthropicStub.start();

    interface Assistant {
        String chat(String question);
    }

    /** A tool. */
    public static final class Stock {
        /** Always the same. */
        @Tool("looks up a row")
        public String lookup(int row) {
            return "row " + row + ": roses";
        }
    }

    /** Lists as JSON, as a database has them; the data outlives the store. */
    private record JsonStore(Map<Object, String> lists) implements ChatMemoryStore {
        @Override
        public List<ChatMessage> getMessages(Object id) {
            return ChatMessageDeserializer.messagesFromJson(lists.getOrDefault(id, "[]"));
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            lists.put(id, ChatMessageSerializer.messagesToJson(messages));
        }

        @Override
        public void deleteMessages(Object id) {
            lists.remove(id);
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private ChatModel model() {
        return AnthropicChatModel.builder()
                .httpClientBuilder(JdkHttpClient.builder())
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("claude-sonnet-5-5")
                .maxTokens(500)
                .returnThinking(true)
                .sendThinking(true)
                .maxRetries(0)
                .build();
    }

    private static CompressingChatMemory memory() {
        return CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(100_000))
                .build();
    }

    private static Map<String, Object> thought(String text) {
        return Map.of("type", "thinking", "thinking", text, "signature", "c2lnbmVk" + text);
    }

    private static Map<String, Object> redacted(String data) {
        return Map.of("type", "redacted_thinking", "data", data);
    }

    private static Map<String, Object> said(String text) {
        return Map.of("type", "text", "text", text);
    }

    private static Reply reply(List<Map<String, Object>> blocks) {
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
                        "claude-sonnet-5-5",
                        "content",
                        blocks,
                        "stop_reason",
                        "tool_use",
                        "usage",
                        Map.of("input_tokens", 10, "output_tokens", 5))));
    }

    /** The request with the tool's result, after an answer of these blocks. */
    private String secondRequest(List<Map<String, Object>> blocks) {
        CompressingChatMemory memory = memory();
        server.next(reply(blocks), Reply.text("In row 1."));
        AiServices.builder(Assistant.class)
                .chatModel(memory.guard(model()))
                .chatMemory(memory)
                .tools(new Stock())
                .build()
                .chat("Where are the roses?");
        return server.lastSent().raw();
    }

    static Stream<List<Map<String, Object>>> severalBlocks() {
        return Stream.of(
                List.of(thought("one"), said("Let me look."), thought("two"), CALL),
                List.of(redacted("one"), redacted("two"), CALL),
                List.of(redacted("one"), thought("two"), CALL));
    }

    @ParameterizedTest
    @MethodSource("severalBlocks")
    void joinedBlocksNeverGoBack(List<Map<String, Object>> blocks) {
        assertThat(secondRequest(blocks)).contains("toolu_1").doesNotContain("\"thinking\"", "\"redacted_thinking\"");
    }

    @Test
    void oneBlockGoesBack() {
        assertThat(secondRequest(List.of(thought("one"), CALL))).contains("\"c2lnbmVkone\"");
        assertThat(secondRequest(List.of(redacted("one"), CALL))).contains("\"redacted_thinking\"");
    }

    @Test
    void listsKeepPrefixForOtherProcesses() {
        Map<Object, String> lists = new ConcurrentHashMap<>();
        CompressingChatMemory here = over(lists);
        here.add(SystemMessage.from("You know plants."));
        AiMessage answer = AiMessage.builder()
                .text("A rose.")
                .thinking("Thorns.")
                .attributes(Map.of("thinking_signature", "c2lnbmVk"))
                .build();
        here.messages();
        here.add(UserMessage.from("Which plant is this?"));
        here.add(answer);
        assertThat(here.messages()).contains(answer);

        CompressingChatMemory there = over(lists);
        assertThat(there.messages()).isEqualTo(here.messages()).contains(answer);
        there.add(SystemMessage.from("You know animals."));
        assertThat(there.messages()).doesNotContain(answer).contains(AiMessage.from("A rose."));
        assertThat(lists.values()).singleElement().asString().contains("Thorns.");
    }

    private static CompressingChatMemory over(Map<Object, String> lists) {
        return CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(100_000))
                .chatMemoryStore(new JsonStore(lists))
                .build();
    }

    @Test
    void countsNoThinking() {
        CompressingChatMemory with = memory();
        CompressingChatMemory without = memory();
        for (CompressingChatMemory memory : List.of(with, without)) {
            memory.messages();
            memory.add(UserMessage.from("Which plant is this?"));
            memory.add(
                    memory == with
                            ? AiMessage.builder()
                                    .text("A rose.")
                                    .thinking("Thorns. ".repeat(1_000))
                                    .build()
                            : AiMessage.from("A rose."));
        }

        assertThat(with.conversation().view().tokens())
                .isEqualTo(without.conversation().view().tokens());
    }

    @Test
    void usageListenerBindsThinkingToAugmentedQuestion() {
        server.bindingThinking();
        CompressingChatMemory memory = memory();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model())
                .chatMemory(memory)
                .contentRetriever(query -> List.of(Content.from("Roses need sun.")))
                .storeRetrievedContentInChatMemory(false)
                .registerListener(memory.usageListener())
                .build();

        for (int turn = 0; turn < 4; turn++) {
            assertThat(assistant.chat("Question " + turn)).isNotNull();
        }
        assertThat(server.refusals()).isEmpty();
    }
}
