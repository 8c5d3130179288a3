package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.Warnings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stores that bring back nothing, or messages with nothing in the place of a part: whatever LangChain4j's types let through. */
@Tag("once")
@NullUnmarked
class NullsInStoresTest {
    private final Map<Object, List<ChatMessage>> data = new HashMap<>();
    private final ChatMemoryStore store = new ChatMemoryStore() {
        @Override
        public List<ChatMessage> getMessages(Object memoryId) {
            return data.get(memoryId);
        }

        @Override
        public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            data.put(memoryId, new ArrayList<>(messages));
        }

        @Override
        public void deleteMessages(Object memoryId) {
            data.remove(memoryId);
        }
    };
    private final Warnings warnings = new Warnings();

    @AfterEach
    void close() {
        warnings.close();
    }

    private CompressingChatMemory memory() {
        return Chats.memory(Chats.immediate(
                Chats.SMALL,
                ChatMemoryStores.asSessionStore(store, Chats.SMALL.state().schema())));
    }

    @Test
    void noListIsOneWithoutMessages() {
        CompressingChatMemory memory = memory();

        assertThat(memory.messages()).allMatch(SystemMessage.class::isInstance);
        memory.clear();
        memory.add(Chats.question(1));

        assertThat(memory.messages()).contains(Chats.question(1));
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void skipsNullsInListAndWarnsOnce() {
        data.put("default", Arrays.asList(null, Chats.question(1), null, Chats.answer(1), null));
        CompressingChatMemory memory = memory();

        memory.add(Chats.question(2));
        Chats.talk(memory, 3, 30);

        assertThat(memory.messages()).doesNotContainNull();
        assertThat(data.get("default")).doesNotContainNull().contains(Chats.question(1), Chats.answer(1));
        assertThat(warnings.lines()).singleElement().asString().contains("null");
    }

    @Test
    void messagesWithNothingForAPartAreSentWithoutIt() {
        data.put(
                "default",
                List.of(
                        SystemMessage.from("Be brief."),
                        new UserMessage(Arrays.asList(TextContent.from("How many"), null, TextContent.from("rakes?"))),
                        AiMessage.builder()
                                .toolExecutionRequests(Arrays.asList(
                                        null,
                                        ToolExecutionRequest.builder()
                                                .id("a")
                                                .name("stock")
                                                .arguments("{}")
                                                .build()))
                                .build(),
                        ToolExecutionResultMessage.builder()
                                .id("a")
                                .toolName("stock")
                                .contents(Arrays.asList(TextContent.from("3"), null))
                                .build(),
                        AiMessage.from("Three."),
                        new UserMessage(Arrays.asList((dev.langchain4j.data.message.Content) null)),
                        AiMessage.builder().build(),
                        Chats.question(1)));

        List<ChatMessage> messages = memory().messages();

        assertThat(((UserMessage) messages.get(1)).contents())
                .containsExactly(TextContent.from("How many"), TextContent.from("rakes?"));
        assertThat(((AiMessage) messages.get(2)).toolExecutionRequests())
                .hasSize(1)
                .doesNotContainNull();
        assertThat(((ToolExecutionResultMessage) messages.get(3)).contents()).containsExactly(TextContent.from("3"));
        for (ChatMessage message : messages) {
            if (message instanceof UserMessage user) {
                assertThat(user.contents()).isNotEmpty().doesNotContainNull();
            }
        }
        Chats.checkValid(messages);
    }

    @Test
    void compressesIncompleteMessagesReadFromJson() {
        String json = "[{\"type\":\"USER\",\"contents\":[null]},null,"
                + "{\"type\":\"AI\",\"toolExecutionRequests\":[null]},"
                + "{\"type\":\"AI\",\"toolExecutionRequests\":[{}]},"
                + "{\"type\":\"TOOL_EXECUTION_RESULT\",\"contents\":[null]},"
                + "{\"type\":\"CUSTOM\"}]";
        data.put("default", ChatMessageDeserializer.messagesFromJson(json));
        CompressingChatMemory memory = memory();

        Chats.talk(memory, 0, 30);

        Chats.checkValid(memory.messages());
        assertThat(memory.messages()).contains(Chats.answer(29));
        assertThat(warnings.lines()).hasSize(1);
    }
}
