package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;

/** Repositories that bring back nothing, or messages with nothing in the place of a part: whatever Spring AI's types let through. */
@Tag("once")
@NullUnmarked
class NullsInRepositoriesTest {
    private final Map<String, List<Message>> data = new HashMap<>();
    private List<String> ids;
    private final ChatMemoryRepository repository = new ChatMemoryRepository() {
        @Override
        public List<String> findConversationIds() {
            return ids;
        }

        @Override
        public List<Message> findByConversationId(String conversationId) {
            return data.get(conversationId);
        }

        @Override
        public void saveAll(String conversationId, List<Message> messages) {
            data.put(conversationId, new ArrayList<>(messages));
        }

        @Override
        public void deleteByConversationId(String conversationId) {
            data.remove(conversationId);
        }
    };
    private final Warnings warnings = new Warnings();

    @AfterEach
    void close() {
        warnings.close();
    }

    private CompressingChatMemory memory() {
        return RepositoriesTest.memory(repository);
    }

    private static List<Message> turn(int number) {
        return List.of(
                new UserMessage("Order " + (1_000 + number) + " needs " + number + " bags of soil, "
                        + "rake and hose ".repeat(10)),
                new AssistantMessage("Order " + (1_000 + number) + " is noted, " + "pot and fence ".repeat(10)));
    }

    @Test
    void warningKeepsIdOnOneLine() {
        data.put("evil\n2026-11-26 ERROR forged", Arrays.asList(new UserMessage("Hello"), null));

        memory().get("evil\n2026-11-26 ERROR forged");

        assertThat(warnings.lines())
                .anyMatch(line -> line.contains("evil?2026-11-26"))
                .noneMatch(line -> line.contains("\n"));
    }

    @Test
    void noListIsOneWithoutMessages() {
        CompressingChatMemory memory = memory();

        assertThat(memory.get("chat")).isEmpty();
        memory.clear("chat");
        memory.add("chat", new UserMessage("Hello?"));

        assertThat(memory.get("chat")).extracting(Message::getText).containsExactly("Hello?");
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void noIdsAreThoseOfThisProcess() {
        SessionStore store = ChatMemoryRepositories.asSessionStore(
                repository, RepositoriesTest.POLICY.state().schema());
        assertThat(store.conversations(null, 10)).isEmpty();
        ids = Arrays.asList("b", null, "a");
        assertThat(store.conversations(null, 10)).containsExactly("a", "b");
    }

    @Test
    void skipsNullsInListAndWarnsOnce() {
        data.put("chat", Arrays.asList(null, new UserMessage("Hello?"), null, new AssistantMessage("Yes."), null));
        CompressingChatMemory memory = memory();

        assertThat(memory.get("chat")).extracting(Message::getText).containsExactly("Hello?", "Yes.");
        for (int i = 0; i < 40; i++) {
            memory.add("chat", turn(i));
            assertThat(memory.get("chat")).doesNotContainNull();
        }

        assertThat(data.get("chat")).doesNotContainNull().hasSizeGreaterThan(82);
        assertThat(warnings.lines()).singleElement().asString().contains("null");
    }

    @Test
    void messagesWithNothingForAPartAreSentWithoutIt() {
        data.put(
                "chat",
                List.of(
                        new UserMessage("How many rakes?"),
                        AssistantMessage.builder()
                                .toolCalls(Arrays.asList(
                                        null, new AssistantMessage.ToolCall("a", "function", "stock", "{}")))
                                .build(),
                        ToolResponseMessage.builder()
                                .responses(Arrays.asList(null, new ToolResponse("a", "stock", "3")))
                                .build(),
                        new AssistantMessage("Three."),
                        new UserMessage("And hoses?"),
                        AssistantMessage.builder()
                                .toolCalls(Arrays.asList((AssistantMessage.ToolCall) null))
                                .build(),
                        AssistantMessage.builder()
                                .toolCalls(List.of(new AssistantMessage.ToolCall(null, null, null, null)))
                                .build(),
                        ToolResponseMessage.builder().responses(null).build(),
                        ToolResponseMessage.builder()
                                .responses(List.of(new ToolResponse(null, null, null)))
                                .build(),
                        new AssistantMessage(null),
                        new UserMessage("Hello?")));

        List<Message> messages = memory().get("chat");

        assertThat(((AssistantMessage) messages.get(1)).getToolCalls())
                .hasSize(1)
                .doesNotContainNull();
        assertThat(((ToolResponseMessage) messages.get(2)).getResponses())
                .hasSize(1)
                .doesNotContainNull();
        for (Message message : messages) {
            if (message instanceof AssistantMessage assistant) {
                assertThat(assistant.getToolCalls()).doesNotContainNull();
            } else if (message instanceof ToolResponseMessage results) {
                assertThat(results.getResponses()).isNotEmpty().doesNotContainNull();
            }
        }
        assertThat(messages.get(messages.size() - 1).getText()).isEqualTo("Hello?");
    }
}
