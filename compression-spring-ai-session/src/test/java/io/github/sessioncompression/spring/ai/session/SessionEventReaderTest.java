package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.SessionEvent;

class SessionEventReaderTest {
    private static final Instant SAID = Instant.parse("2026-03-01T10:00:00Z");

    private static SessionEvent event(org.springframework.ai.chat.messages.Message message) {
        return SessionEvent.builder()
                .sessionId("s")
                .timestamp(SAID)
                .message(message)
                .build();
    }

    @Test
    void everyMessageCarriesTheTime() {
        SessionEvent results = event(ToolResponseMessage.builder()
                .responses(List.of(new ToolResponse("a", "read", "one"), new ToolResponse("b", "read", "two")))
                .build());
        SessionEvent question = event(new UserMessage("Hello"));

        assertThat(SessionEventReader.INSTANCE.messages(question))
                .extracting(Message::text)
                .containsExactly("Hello");
        assertThat(SessionEventReader.INSTANCE.messages(question))
                .extracting(Message::timestamp)
                .containsOnly(SAID);
        assertThat(SessionEventReader.INSTANCE.messages(results))
                .extracting(Message::text)
                .containsExactly("one", "two");
        assertThat(SessionEventReader.INSTANCE.messages(results))
                .extracting(Message::timestamp)
                .containsOnly(SAID);
    }

    @Test
    void anEventWithoutAnyResultIsOneMessageAllTheSame() {
        SessionEvent nothing =
                event(ToolResponseMessage.builder().responses(List.of()).build());

        List<Message> read = SessionEventReader.INSTANCE.messages(nothing);

        assertThat(read).hasSize(1);
        assertThat(read.get(0).role()).isEqualTo(Role.TOOL);
    }

    @Test
    void readsThinkingBeforeAnswerAsNothing() {
        SessionEvent thinking = event(AssistantMessage.builder()
                .content("He may mean the heliotrope.")
                .properties(Map.of("signature", "c2lnbmVk"))
                .build());
        SessionEvent answer = event(new AssistantMessage("Which one?"));

        assertThat(SessionEventReader.INSTANCE.messages(List.of(thinking, answer)))
                .extracting(read -> read.get(0).text())
                .containsExactly("", "Which one?");
        assertThat(SessionEventReader.INSTANCE.messages(List.of(answer, thinking)))
                .extracting(read -> read.get(0).text())
                .containsExactly("Which one?", "He may mean the heliotrope.");
    }

    @Test
    void excludesEventsOfBranches() {
        SessionEvent own = event(new UserMessage("Hello"));
        SessionEvent subAgents = SessionEvent.builder()
                .sessionId("s")
                .timestamp(SAID)
                .message(new UserMessage("Look it up"))
                .branch("orchestrator.researcher")
                .build();

        assertThat(SessionEventReader.INSTANCE.isOwn(own)).isTrue();
        assertThat(SessionEventReader.INSTANCE.isOwn(subAgents)).isFalse();
    }

    @Test
    void ownsAllEventsWithoutBranchSupport() {
        SessionEventReader newer = new SessionEventReader(Object.class);

        assertThat(newer.isOwn(event(new UserMessage("Hello")))).isTrue();
    }
}
