package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.RequestGuardAdvisor;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionEvent;

/** Requests of sessions stay below the limit between two compactions, too. */
@Tag("landing")
class RequestGuardTest extends ServedSession {
    private static final int WINDOW = 6_000;
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(WINDOW).withReservedOutputTokens(0);

    private final MessageTokens tokens = MessageTokens.of(POLICY.tokens());

    private int size(List<Message> request) {
        return request.stream().mapToInt(tokens::count).sum();
    }

    /** A question whose answer takes so many rounds of two calls each, with the largest request that was sent for it. */
    private List<List<Message>> longTurn(ChatClient client, int rounds) {
        for (int round = 0; round < rounds; round++) {
            callsTools("r" + round);
        }
        answers("All is in stock.");
        assertThat(ask(client, "What is in stock?")).isEqualTo("All is in stock.");
        return sent();
    }

    @Test
    void toolLoopStaysBelowLimitAndSessionKeepsAll() {
        try (RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            List<List<Message>> requests = longTurn(uncompacted(guard), 20);

            assertThat(requests).hasSize(21).allSatisfy(request -> {
                ValidSequence.check(request);
                assertThat(size(request)).isLessThanOrEqualTo(POLICY.hardLimitTokens());
                assertThat(request)
                        .anyMatch(message ->
                                message.role() == Role.USER && message.text().equals("What is in stock?"));
            });
        }
        assertThat(service.getEvents("s", EventFilter.active())).hasSize(42);
    }

    /** Why that is worth a test: the same turn without the guard. */
    @Test
    void withoutTheGuardTheSameTurnOutgrowsTheWindow() {
        List<List<Message>> requests = longTurn(uncompacted(), 20);

        assertThat(size(requests.get(20))).isGreaterThan(WINDOW);
    }

    @Test
    void belowTheLimitARequestIsTheSameButForTheAwareness() {
        List<List<Message>> without = longTurn(uncompacted(), 2);
        List<Message> plain = without.get(2);
        try (RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            restart();
            List<Message> guarded = longTurn(uncompacted(guard), 2).get(2);

            assertThat(guarded.subList(1, guarded.size())).isEqualTo(plain.subList(1, plain.size()));
            assertThat(guarded.get(0).text()).isEqualTo(POLICY.state().appendAwareness(SYSTEM));
        }
    }

    @Test
    void eachRequestOfALoopExtendsTheOneBeforeUntilTheLimit() {
        try (RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            List<List<Message>> requests = longTurn(uncompacted(guard), 20);

            int rewritten = 0;
            for (int i = 1; i < requests.size(); i++) {
                List<Message> before = requests.get(i - 1);
                List<Message> now = requests.get(i);
                boolean extended = now.size() >= before.size()
                        && now.subList(0, before.size()).equals(before);
                rewritten += extended ? 0 : 1;
            }
            assertThat(rewritten).isBetween(1, 9);
        }
    }

    @Test
    void theStateOfACompactionStaysTheSameBytes() {
        try (SessionStateCompactionStrategy strategy =
                        SessionStateCompactionStrategy.builder().policy(POLICY).build();
                RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            for (int turn = 0; turn < 13; turn++) {
                service.appendMessage("s", new UserMessage("Order " + turn + " came. " + LONG));
                service.appendMessage("s", new AssistantMessage("Noted " + turn + "."));
            }
            ChatClient client = client(SessionStateTrigger.of(POLICY), strategy, guard);
            answers("One.");
            answers("Two.");
            ask(client, "First?");
            String state = service.getEvents("s", EventFilter.active()).stream()
                    .filter(SessionEvent::isSynthetic)
                    .map(event -> String.valueOf(event.getMessage().getText()))
                    .findFirst()
                    .orElseThrow();

            ask(client, "Second?");

            List<Message> last = sent().get(1);
            ValidSequence.check(last);
            assertThat(StateEnvelope.holds(state)).isTrue();
            assertThat(last).extracting(Message::text).contains(state);
        }
    }

    @Test
    void resendsTooLongRequestShorter() {
        try (RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            for (int turn = 0; turn < 6; turn++) {
                service.appendMessage("s", new UserMessage("Order " + turn + " came. " + LONG));
                service.appendMessage("s", new AssistantMessage("Noted " + turn + "."));
            }
            refuses(2_000);
            answers("It fits.");

            assertThat(ask(uncompacted(guard), "Does it fit?")).isEqualTo("It fits.");

            List<List<Message>> requests = sent();
            assertThat(requests).hasSize(2);
            assertThat(size(requests.get(1))).isLessThan(2_000);
            assertThat(requests.get(1)).last().isEqualTo(Message.user("Does it fit?"));
        }
    }

    @Test
    void sendsEditedSession() {
        try (RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            ChatClient client = uncompacted(guard);
            answers("One.");
            answers("Two.");
            ask(client, "First?");
            restartSession();

            ask(client, "Second?");

            assertThat(sent().get(1))
                    .extracting(Message::text)
                    .contains("Second?")
                    .doesNotContain("First?");
        }
    }
}
