package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionStrategy;
import org.springframework.ai.session.compaction.SlidingWindowCompactionStrategy;

/** The strategy behind the real advisor, which compacts after every model call, inside the tool loop, too. */
class SessionMemoryAdvisorTest extends ServedSession {
    /** Six turns of three rounds with two parallel calls each; gives the requests. */
    private List<List<Message>> chat(CompactionStrategy strategy) {
        ChatClient client = client(request -> true, strategy);
        for (int turn = 0; turn < 6; turn++) {
            for (int round = 0; round < 3; round++) {
                callsTools("t" + turn + "r" + round);
            }
            answers("Answer " + turn + ". " + LONG.substring(0, 200));
            assertThat(ask(client, "Question " + turn + "? " + LONG.substring(0, 300)))
                    .startsWith("Answer " + turn);
        }
        return sent();
    }

    @Test
    void sendsNoOrphanAndKeepsTheQuestionInsideAToolLoop() {
        CompressionPolicy policy = CompressionPolicy.forWindow(6_000).withReservedOutputTokens(0);
        List<List<Message>> requests;
        try (SessionStateCompactionStrategy strategy =
                SessionStateCompactionStrategy.builder().policy(policy).build()) {
            requests = chat(strategy);
        }

        assertThat(requests).hasSize(24);
        for (int i = 0; i < requests.size(); i++) {
            List<Message> request = requests.get(i);
            ValidSequence.check(request);
            String question = "Question " + i / 4 + "?";
            assertThat(request)
                    .anyMatch(message ->
                            message.role() == Role.USER && message.text().startsWith(question));
            assertThat(request.get(0).text()).isEqualTo(SYSTEM);
        }
        assertThat(requests.get(23)).anyMatch(message -> StateEnvelope.holds(message.text()));
    }

    /** Why that is worth a test: the same chat with the project's own window. */
    @Test
    void theSlidingWindowSendsOrphansInsideAToolLoop() {
        List<List<Message>> requests =
                chat(SlidingWindowCompactionStrategy.builder().maxEvents(4).build());

        long refused = requests.stream()
                .filter(request -> !ValidSequence.problems(request).isEmpty())
                .count();
        assertThat(refused).isPositive();
    }

    @Test
    void failingModelKeepsAnswerOfChat() {
        CompressionPolicy policy =
                CompressionPolicy.forWindow(2_000).withReservedOutputTokens(0).withFailure(FailurePolicy.TRUNCATE);
        policy = policy.withModel(policy.model().withRetries(0));
        for (int turn = 0; turn < 10; turn++) {
            service.appendMessage("s", new UserMessage("Question. " + LONG.substring(0, 500)));
            service.appendMessage(
                    "s", new org.springframework.ai.chat.messages.AssistantMessage(LONG.substring(0, 500)));
        }
        int before = service.getEvents("s", EventFilter.active()).size();
        try (SessionStateCompactionStrategy strategy = SessionStateCompactionStrategy.builder()
                .policy(policy)
                .model(request -> {
                    throw new IllegalStateException("429");
                })
                .build()) {
            answers("It is there.");

            assertThat(ask(client(SessionStateTrigger.of(policy), strategy), "Is it there?"))
                    .isEqualTo("It is there.");
        }
        List<SessionEvent> after = service.getEvents("s", EventFilter.active());
        assertThat(after).hasSize(before + 2).noneMatch(SessionEvent::isSynthetic);
    }
}
