package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.RequestGuardAdvisor;
import io.github.sessioncompression.spring.ai.WireFormat;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.advisor.SessionMemoryAdvisor;

/** Requests of the guard for a session, in each provider's wire format. */
@Tag("landing")
class GuardedWireFormatsTest extends ServedSession {
    private static final String TOOL = "lookup";
    private static final int ROUNDS = 20;
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(6_000).withReservedOutputTokens(0);

    private final AtomicInteger results = new AtomicInteger();

    /** Two of the four, the other two with the next seed; all under {@code -Pfuzz}. */
    static Stream<WireFormat> formats() {
        return Stream.of(WireFormat.values()).filter(each -> FuzzCases.runs(2, FuzzCases.factor(each)));
    }

    /** Reply with two calls in each of {@code rounds} rounds, then an answer; invalid requests are refused. */
    private Reply reply(Sent request, int rounds) {
        Optional<String> objection = WireFormat.objection(request);
        if (objection.isPresent()) {
            return new Reply.Failure(400, objection.get());
        }
        if (results.getAndIncrement() < rounds) {
            Reply.Call call = new Reply.Call(TOOL, Map.of("topic", "round " + results.get()));
            return Reply.calls(call, call);
        }
        return Reply.text("All is in stock.");
    }

    private ChatClient uncompacted(WireFormat format, ProviderStub server, RequestGuardAdvisor guard) {
        SessionStateCompactionStrategy never =
                SessionStateCompactionStrategy.builder().policy(POLICY).build();
        return client(format.client(server), TOOL, request -> false, never, guard);
    }

    private static String stream(ChatClient client, String question) {
        return WireFormat.streamed(client.prompt()
                .user(question)
                .advisors(request -> request.param(SessionMemoryAdvisor.SESSION_ID_CONTEXT_KEY, "s")));
    }

    private static void check(List<Sent> requests, String question) {
        assertThat(requests).allSatisfy(request -> {
            assertThat(WireFormat.objection(request)).isEmpty();
            assertThat(request.textTokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
            assertThat(request.messages())
                    .anyMatch(message -> message.role().equals(SentMessage.USER)
                            && message.text().contains(question));
            assertThat(request.system()).isEqualTo(POLICY.state().appendAwareness(SYSTEM));
        });
    }

    @ParameterizedTest
    @MethodSource("formats")
    void toolLoopStaysBelowLimitAndSessionKeepsAll(WireFormat format) {
        try (ProviderStub server = format.start();
                RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            server.answers(request -> reply(request, ROUNDS));

            assertThat(ask(uncompacted(format, server, guard), "What is in stock?"))
                    .isEqualTo("All is in stock.");

            assertThat(server.refusals()).isEmpty();
            assertThat(server.sent()).hasSize(ROUNDS + 1);
            check(server.sent(), "What is in stock?");
        }
        assertThat(service.getEvents("s", EventFilter.active())).hasSize(2 * ROUNDS + 2);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void streamedItIsTheSame(WireFormat format) {
        try (ProviderStub server = format.start();
                RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            server.answers(request -> reply(request, ROUNDS));

            assertThat(stream(uncompacted(format, server, guard), "What is in stock?"))
                    .isEqualTo("All is in stock.");

            assertThat(server.sent()).hasSize(ROUNDS + 1);
            check(server.sent(), "What is in stock?");
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void resendsTooLongRequestShorter(WireFormat format) {
        for (int turn = 0; turn < 8; turn++) {
            service.appendMessage("s", new UserMessage("Order " + turn + " came. " + LONG));
            service.appendMessage("s", new AssistantMessage("Noted " + turn + "."));
        }
        int window = 2_500;
        try (ProviderStub server = format.start();
                RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            server.answers(request -> request.textTokens() > window
                    ? new Reply.Failure(400, format.tooLong(window, request.textTokens()))
                    : reply(request, 0));
            ChatClient client = uncompacted(format, server, guard);

            assertThat(ask(client, "Does it fit?")).isEqualTo("All is in stock.");
            assertThat(ask(client, "And now?")).isEqualTo("All is in stock.");

            List<Sent> requests = server.sent();
            assertThat(requests)
                    .filteredOn(request -> request.textTokens() > window)
                    .hasSizeLessThanOrEqualTo(2);
            check(requests.subList(requests.size() - 1, requests.size()), "And now?");
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void theStateOfACompactionIsSentAsItIs(WireFormat format) {
        for (int turn = 0; turn < 12; turn++) {
            service.appendMessage("s", new UserMessage("Order " + turn + " came. " + LONG));
            service.appendMessage("s", new AssistantMessage("Noted " + turn + "."));
        }
        try (ProviderStub server = format.start();
                SessionStateCompactionStrategy strategy =
                        SessionStateCompactionStrategy.builder().policy(POLICY).build();
                RequestGuardAdvisor guard = RequestGuardAdvisor.of(POLICY)) {
            server.answers(request -> reply(request, 1));
            ChatClient client = client(format.client(server), TOOL, SessionStateTrigger.of(POLICY), strategy, guard);
            ask(client, "First?");
            String state = service.getEvents("s", EventFilter.active()).stream()
                    .filter(SessionEvent::isSynthetic)
                    .map(event -> String.valueOf(event.getMessage().getText()))
                    .findFirst()
                    .orElseThrow();

            assertThat(ask(client, "Second?")).isEqualTo("All is in stock.");

            check(List.of(server.lastSent()), "Second?");
            assertThat(StateEnvelope.holds(state)).isTrue();
            assertThat(server.lastSent().messages())
                    .extracting(SentMessage::text)
                    .contains(state);
        }
    }
}
