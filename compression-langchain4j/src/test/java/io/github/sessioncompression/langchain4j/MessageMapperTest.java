package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageType;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.message.CallIds;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageMapperTest {
    private static final String ENVELOPE =
            StateEnvelope.wrap(StateOptions.defaults().schema(), StateDocument.EMPTY);

    private final MessageMapper mapper = new MessageMapper(CompressingChatMemory.functionalToolResults());

    @Test
    void givesBackTheVeryInstanceWithAttributesAndThinking() {
        AiMessage thoughtful = AiMessage.builder()
                .text("42")
                .thinking("six times seven")
                .attributes(Map.of("signature", "xyz"))
                .build();
        for (ChatMessage message : List.of(
                SystemMessage.from("Be brief."),
                UserMessage.from("Ann", "Hello"),
                thoughtful,
                Chats.calls("1", "2"),
                Chats.result("1", "one"))) {
            assertThat(mapper.fromCore(mapper.toCore(message))).isSameAs(message);
        }
    }

    @Test
    void keepsThinkingAndAttributesUnderNewCallIds() {
        AiMessage calling = AiMessage.builder()
                .thinking("Let me count.")
                .attributes(Map.of("signature", "s1"))
                .toolExecutionRequests(List.of(ToolExecutionRequest.builder()
                        .name("count")
                        .arguments("{}")
                        .build()))
                .build();
        ToolExecutionResultMessage result = ToolExecutionResultMessage.builder()
                .toolName("count")
                .text("3")
                .isError(true)
                .attributes(Map.of("cache", "yes"))
                .build();

        List<ChatMessage> shown = CallIds.accepted(mapper.toCore(List.of(calling, result))).stream()
                .map(mapper::fromCore)
                .toList();

        AiMessage shownCalling = (AiMessage) shown.get(0);
        ToolExecutionResultMessage shownResult = (ToolExecutionResultMessage) shown.get(1);
        String id = shownCalling.toolExecutionRequests().get(0).id();
        assertThat(id).isNotBlank().isEqualTo(shownResult.id());
        assertThat(shownCalling.thinking()).isEqualTo("Let me count.");
        assertThat(shownCalling.attributes()).isEqualTo(Map.of("signature", "s1"));
        assertThat(shownResult.text()).isEqualTo("3");
        assertThat(shownResult.isError()).isTrue();
        assertThat(shownResult.attributes()).isEqualTo(Map.of("cache", "yes"));
    }

    @Test
    void takesTextsAndNamesOver() {
        assertThat(mapper.toCore(SystemMessage.from("Be brief.")).role()).isEqualTo(Role.SYSTEM);
        Message user = mapper.toCore(UserMessage.from("Ann", "Hello"));
        assertThat(user.role()).isEqualTo(Role.USER);
        assertThat(user.text()).isEqualTo("Hello");
        assertThat(user.name()).isEqualTo("Ann");
    }

    @Test
    void joinsTheTextsAndCountsTheMediaOfAMessage() {
        Message user = mapper.toCore(UserMessage.from(
                TextContent.from("This"),
                ImageContent.from("https://example.org/a.png"),
                TextContent.from("and that")));
        assertThat(user.text()).isEqualTo("This\nand that");
        assertThat(user.mediaCount()).isEqualTo(1);
    }

    @Test
    void readsToolResultsWithSeveralContents() {
        Message result = mapper.toCore(ToolExecutionResultMessage.builder()
                .id("7")
                .toolName("screenshot")
                .contents(TextContent.from("done"), ImageContent.from("https://example.org/a.png"))
                .isError(true)
                .build());
        assertThat(result.text()).isEqualTo("done");
        assertThat(result.mediaCount()).isEqualTo(1);
        assertThat(result.toolCallId()).isEqualTo("7");
        assertThat(result.name()).isEqualTo("screenshot");
        assertThat(result.error()).isTrue();
    }

    @Test
    void readsCallsWithoutIdsOrArguments() {
        AiMessage ai = AiMessage.from(ToolExecutionRequest.builder().name("now").build());
        assertThat(mapper.toCore(ai).toolCalls()).containsExactly(new ToolCall("", "now", ""));
        assertThat(mapper.toCore(ai).text()).isEmpty();
        Message result = mapper.toCore(ToolExecutionResultMessage.builder()
                .toolName("now")
                .text("noon")
                .build());
        assertThat(result.toolCallId()).isEmpty();
    }

    @Test
    void readsAnEmptyAnswer() {
        assertThat(mapper.toCore(AiMessage.builder().build())).satisfies(message -> {
            assertThat(message.role()).isEqualTo(Role.ASSISTANT);
            assertThat(message.text()).isEmpty();
        });
    }

    @Test
    void takesACustomMessageForSomethingSaidToTheModel() {
        CustomMessage custom = CustomMessage.from(Map.of("role", "control", "content", "thinking"));
        Message message = mapper.toCore(custom);
        assertThat(message.role()).isEqualTo(Role.USER);
        assertThat(message.text()).contains("thinking");
        assertThat(mapper.fromCore(message)).isSameAs(custom);
    }

    @Test
    void refusesMessagesOfForeignTypesWithTheirName() {
        ChatMessage foreign = () -> ChatMessageType.USER;
        assertThatThrownBy(() -> mapper.toCore(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(foreign.getClass().getName());
    }

    @Test
    void marksTheStateAndItsAcknowledgementWithStrings() {
        UserMessage state = (UserMessage) mapper.fromCore(Message.user(ENVELOPE));
        assertThat(state.singleText()).isEqualTo(ENVELOPE);
        assertThat(state.attributes())
                .containsEntry("session-compression.kind", "state")
                .containsEntry("session-compression.format", "1");
        AiMessage ack = (AiMessage) mapper.fromCore(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
        assertThat(ack.text()).isEqualTo(StateEnvelope.ACKNOWLEDGEMENT);
        assertThat(ack.attributes())
                .containsEntry("session-compression.kind", "acknowledgement")
                .containsEntry("session-compression.format", "1");
    }

    @Test
    void keepsNoSourceOfGeneratedMessage() {
        ChatMessage state = mapper.fromCore(Message.user(ENVELOPE));
        assertThat(mapper.toCore(state)).isEqualTo(Message.user(ENVELOPE));
    }

    @Test
    void rebuildsMessagesChangedByCore() {
        Message calls = Message.assistant("", List.of(new ToolCall("1", "lookup", "{}"), new ToolCall("", "now", "")));
        AiMessage ai = (AiMessage) mapper.fromCore(calls);
        assertThat(ai.text()).isNull();
        assertThat(ai.toolExecutionRequests())
                .extracting(ToolExecutionRequest::id)
                .containsExactly("1", null);
        ToolExecutionResultMessage cut = (ToolExecutionResultMessage)
                mapper.fromCore(mapper.toCore(Chats.result("1", "long")).withText("short"));
        assertThat(cut).isEqualTo(Chats.result("1", "short"));
        ToolExecutionResultMessage failed = (ToolExecutionResultMessage)
                mapper.fromCore(Message.toolResult("", "now", "gone").withError(true));
        assertThat(failed.id()).isNull();
        assertThat(failed.isError()).isTrue();
    }

    @Test
    void pinsFunctionalToolResultsOnly() {
        for (String attribute : List.of("found_tools", "activated_skill")) {
            assertThat(mapper.toCore(withAttribute(attribute)).pinned()).isTrue();
        }
        assertThat(mapper.toCore(withAttribute("_meta")).pinned()).isFalse();
        assertThat(mapper.toCore(UserMessage.from("found_tools")).pinned()).isFalse();
    }

    @Test
    void appliesPinRuleOfApplication() {
        MessageMapper own = new MessageMapper(message -> message instanceof UserMessage);
        assertThat(own.toCore(UserMessage.from("Rule one")).pinned()).isTrue();
        assertThat(own.toCore(withAttribute("found_tools")).pinned()).isFalse();
    }

    private static ToolExecutionResultMessage withAttribute(String name) {
        return ToolExecutionResultMessage.builder()
                .id("1")
                .toolName("tool_search")
                .text("done")
                .attributes(Map.of(name, List.of("weather")))
                .build();
    }
}
