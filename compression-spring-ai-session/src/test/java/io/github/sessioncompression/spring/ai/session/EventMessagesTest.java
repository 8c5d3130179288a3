package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.SessionEvent;

class EventMessagesTest {
    private static final Instant SAID = Instant.parse("2026-03-01T10:00:00Z");

    private static SessionEvent event(org.springframework.ai.chat.messages.Message message) {
        return SessionEvent.builder()
                .sessionId("s")
                .timestamp(SAID)
                .message(message)
                .build();
    }

    @Test
    void everyMessageCarriesItsEventAndTheTime() {
        SessionEvent results = event(ToolResponseMessage.builder()
                .responses(List.of(new ToolResponse("a", "read", "one"), new ToolResponse("b", "read", "two")))
                .build());
        SessionEvent question = event(new UserMessage("Hello"));

        assertThat(EventMessages.read(question)).extracting(Message::text).containsExactly("Hello");
        assertThat(EventMessages.read(question)).allSatisfy(message -> {
            assertThat(message.source()).isSameAs(question);
            assertThat(message.timestamp()).isEqualTo(SAID);
        });
        assertThat(EventMessages.read(results)).extracting(Message::text).containsExactly("one", "two");
        assertThat(EventMessages.read(results)).allSatisfy(message -> {
            assertThat(message.source()).isSameAs(results);
            assertThat(message.timestamp()).isEqualTo(SAID);
        });
    }

    @Test
    void anEventWithoutAnyResultIsOneMessageAllTheSame() {
        SessionEvent nothing =
                event(ToolResponseMessage.builder().responses(List.of()).build());

        List<Message> read = EventMessages.read(nothing);

        assertThat(read).hasSize(1);
        assertThat(read.get(0).role()).isEqualTo(Role.TOOL);
        assertThat(read.get(0).source()).isSameAs(nothing);
    }
}
