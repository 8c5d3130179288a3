package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.CallIds;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

class MessageMapperTest {
    private static final AssistantMessage CALLS = AssistantMessage.builder()
            .toolCalls(List.of(
                    new AssistantMessage.ToolCall("a", "function", "stock", "{\"item\":1}"),
                    new AssistantMessage.ToolCall("b", "function", "price", "{}")))
            .properties(Map.of("signature", "abc"))
            .build();
    private static final ToolResponseMessage RESULTS = ToolResponseMessage.builder()
            .responses(List.of(new ToolResponse("a", "stock", "3 left"), new ToolResponse("b", "price", "4.20")))
            .metadata(Map.of("trace", "xyz"))
            .build();

    @Test
    void givesBackTheVeryMessagesItWasGiven() {
        List<org.springframework.ai.chat.messages.Message> messages = List.of(
                new SystemMessage("Be brief."),
                UserMessage.builder()
                        .text("What is this?")
                        .media(new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[] {1, 2})))
                        .metadata(Map.of("tenant", 7))
                        .build(),
                CALLS,
                RESULTS,
                new AssistantMessage("A rake."));

        List<org.springframework.ai.chat.messages.Message> back =
                MessageMapper.fromCore(MessageMapper.toCore(messages));

        assertThat(back).hasSameSizeAs(messages);
        for (int i = 0; i < back.size(); i++) {
            assertThat(back.get(i)).isSameAs(messages.get(i));
        }
    }

    @Test
    void readsTimesOfRepositories() {
        Instant said = Instant.parse("2025-03-12T09:00:00Z");
        Map<String, Object> metadata =
                Map.of("JdbcChatMemoryRepository_message_timestamp", said, "sent", Instant.EPOCH);
        List<Message> read = MessageMapper.toCore(List.of(
                UserMessage.builder().text("Hi.").metadata(metadata).build(),
                AssistantMessage.builder()
                        .content("Hello.")
                        .properties(metadata)
                        .build(),
                new UserMessage("Now.")));
        assertThat(read).extracting(Message::timestamp).containsExactly(said, said, null);
    }

    @Test
    void keepsMetadataUnderNewCallIds() {
        AssistantMessage calling = AssistantMessage.builder()
                .content("Let me count.")
                .properties(Map.of("signature", "s1"))
                .toolCalls(List.of(
                        new AssistantMessage.ToolCall("", "function", "count", "{}"),
                        new AssistantMessage.ToolCall("", "function", "weigh", "{}")))
                .build();
        ToolResponseMessage results = ToolResponseMessage.builder()
                .responses(List.of(
                        new ToolResponseMessage.ToolResponse("", "count", "3"),
                        new ToolResponseMessage.ToolResponse("", "weigh", "4")))
                .metadata(Map.of("kept", "yes"))
                .build();

        List<org.springframework.ai.chat.messages.Message> shown =
                MessageMapper.fromCore(CallIds.accepted(MessageMapper.toCore(List.of(calling, results))));

        AssistantMessage shownCalling = (AssistantMessage) shown.get(0);
        ToolResponseMessage shownResults = (ToolResponseMessage) shown.get(1);
        assertThat(shown).hasSize(2);
        assertThat(shownCalling.getText()).isEqualTo("Let me count.");
        assertThat(shownCalling.getMetadata()).containsEntry("signature", "s1");
        assertThat(shownResults.getMetadata()).containsEntry("kept", "yes");
        assertThat(shownResults.getResponses())
                .extracting(ToolResponseMessage.ToolResponse::id)
                .doesNotContain("")
                .isEqualTo(shownCalling.getToolCalls().stream()
                        .map(AssistantMessage.ToolCall::id)
                        .toList());
    }

    @Test
    void takesTheResultsOfParallelCallsApart() {
        List<Message> read = MessageMapper.toCore(List.of(CALLS, RESULTS));

        assertThat(read).extracting(Message::role).containsExactly(Role.ASSISTANT, Role.TOOL, Role.TOOL);
        assertThat(read.get(0).toolCalls())
                .extracting(call -> call.id() + call.name())
                .containsExactly("astock", "bprice");
        assertThat(read.get(1).toolCallId()).isEqualTo("a");
        assertThat(read.get(2).text()).isEqualTo("4.20");
    }

    @Test
    void keepsCallIdAndMetadataOfPrunedResult() {
        List<Message> read = new ArrayList<>(MessageMapper.toCore(List.of(CALLS, RESULTS)));
        read.set(1, read.get(1).withText("[pruned]"));

        ToolResponseMessage written =
                (ToolResponseMessage) MessageMapper.fromCore(read).get(1);

        assertThat(written.getResponses())
                .containsExactly(new ToolResponse("a", "stock", "[pruned]"), new ToolResponse("b", "price", "4.20"));
        assertThat(written.getMetadata()).containsEntry("trace", "xyz");
    }

    @Test
    void buildsMessagesWithoutSource() {
        List<Message> stored = new ArrayList<>();
        for (Message message : MessageMapper.toCore(List.of(new UserMessage("Hello"), CALLS, RESULTS))) {
            stored.add(message.withSource(null));
        }

        List<org.springframework.ai.chat.messages.Message> written = MessageMapper.fromCore(stored);

        assertThat(written.get(0).getText()).isEqualTo("Hello");
        assertThat(((AssistantMessage) written.get(1)).getToolCalls()).isEqualTo(CALLS.getToolCalls());
        assertThat(((ToolResponseMessage) written.get(2)).getResponses()).isEqualTo(RESULTS.getResponses());
    }

    @Test
    void keepsResultsOfDifferentMessagesApart() {
        ToolResponseMessage other = ToolResponseMessage.builder()
                .responses(List.of(new ToolResponse("c", "stock", "none")))
                .build();

        assertThat(MessageMapper.fromCore(MessageMapper.toCore(List.of(RESULTS, other))))
                .containsExactly(RESULTS, other);
    }

    @Test
    void countsMediaAndTakesNoTextForAnEmptyOne() {
        List<Message> read = MessageMapper.toCore(List.of(
                UserMessage.builder()
                        .text("Look")
                        .media(new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[] {1})))
                        .build(),
                CALLS));

        assertThat(read.get(0).mediaCount()).isEqualTo(1);
        assertThat(read.get(1).text()).isEmpty();
    }
}
