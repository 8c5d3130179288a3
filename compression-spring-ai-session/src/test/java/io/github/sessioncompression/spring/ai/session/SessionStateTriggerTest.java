package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.Session;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionRequest;

class SessionStateTriggerTest {
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(4_000).withReservedOutputTokens(0);
    private static final String LONG = "word and word, ".repeat(1_000);

    private final SessionStateTrigger trigger = SessionStateTrigger.of(POLICY);

    private static SessionEvent event(String id, Message message) {
        return SessionEvent.builder().id(id).sessionId("s").message(message).build();
    }

    private boolean says(SessionEvent... events) {
        Session session = Session.builder().id("s").userId("anna").build();
        return trigger.shouldCompact(CompactionRequest.of(session, List.of(events)));
    }

    @Test
    void saysYesAboveThePolicysTrigger() {
        assertThat(says(event("1", new UserMessage("Hello")))).isFalse();
        assertThat(says(event("2", new UserMessage(LONG)))).isTrue();
    }

    @Test
    void countsCallsAndResults() {
        assertThat(says(event(
                        "1",
                        AssistantMessage.builder()
                                .content("")
                                .toolCalls(List.of(new AssistantMessage.ToolCall("c", "function", "write", LONG)))
                                .build())))
                .isTrue();
        assertThat(says(event(
                        "2",
                        ToolResponseMessage.builder()
                                .responses(List.of(
                                        new ToolResponse("c", "read", "short"), new ToolResponse("d", "read", LONG)))
                                .build())))
                .isTrue();
    }

    @Test
    void countsEachEventOnce() {
        assertThat(says(event("1", new UserMessage("Hello")))).isFalse();
        assertThat(says(event("1", new UserMessage(LONG)))).isFalse();
        assertThat(says(event("2", new UserMessage(LONG)))).isTrue();
    }

    @Test
    void ignoresEventsOfSubAgents() {
        assertThat(says(SessionEvent.builder()
                        .sessionId("s")
                        .branch("researcher")
                        .message(new UserMessage(LONG))
                        .build()))
                .isFalse();
    }

    @Test
    void wantsToKnowTheWindow() {
        assertThatThrownBy(() -> SessionStateTrigger.of(CompressionPolicy.defaults()))
                .isInstanceOf(IllegalStateException.class);
    }
}
