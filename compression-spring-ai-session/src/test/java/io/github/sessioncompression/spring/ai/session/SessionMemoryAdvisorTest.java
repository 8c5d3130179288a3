package io.github.sessioncompression.spring.ai.session;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.advisor.SessionMemoryAdvisor;
import org.springframework.ai.session.compaction.CompactionStrategy;
import org.springframework.ai.session.compaction.CompactionTrigger;
import org.springframework.ai.session.compaction.SlidingWindowCompactionStrategy;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** The strategy behind the real advisor, which compacts after every model call, inside the tool loop, too. */
class SessionMemoryAdvisorTest {
    private static final String SYSTEM = "You sell things.";
    private static final String LONG = "a long report about stock, prices and deliveries, ".repeat(40);

    private final WireMockServer server =
            new WireMockServer(WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true));
    private final DefaultSessionService service = DefaultSessionService.builder()
            .sessionRepository(InMemorySessionRepository.builder().build())
            .build();
    private int replies;

    @BeforeEach
    void start() {
        server.start();
        service.create(CreateSessionRequest.builder().id("s").userId("anna").build());
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private void replies(Map<String, Object> message, String end) {
        Map<String, Object> body = Map.of(
                "id",
                "chatcmpl-1",
                "object",
                "chat.completion",
                "created",
                1_760_000_000,
                "model",
                "gpt-4o-mini",
                "choices",
                List.of(Map.of("index", 0, "message", message, "finish_reason", end)),
                "usage",
                Map.of("prompt_tokens", 100, "completion_tokens", 10, "total_tokens", 110));
        server.stubFor(any(anyUrl())
                .inScenario("chat")
                .whenScenarioStateIs(replies == 0 ? Scenario.STARTED : "after " + replies)
                .willSetStateTo("after " + (replies + 1))
                .willReturn(okJson(Json.write(body))));
        replies++;
    }

    private void answers(String text) {
        replies(Map.of("role", "assistant", "content", text), "stop");
    }

    private void callsTools(String id) {
        Map<String, Object> function = Map.of("name", "report", "arguments", "{}");
        replies(
                Map.of(
                        "role",
                        "assistant",
                        "content",
                        "",
                        "tool_calls",
                        List.of(
                                Map.of("id", id + "a", "type", "function", "function", function),
                                Map.of("id", id + "b", "type", "function", "function", function))),
                "tool_calls");
    }

    /** The messages of each request as they were sent, nothing repaired. */
    private List<List<Message>> sent() {
        List<List<Message>> requests = new ArrayList<>();
        server.getAllServeEvents().forEach(event -> {
            List<Message> messages = new ArrayList<>();
            Object sent = Json.parseObject(event.getRequest().getBodyAsString()).get("messages");
            ((List<?>) Objects.requireNonNull(sent)).forEach(message -> messages.add(message((Map<?, ?>) message)));
            requests.add(0, messages);
        });
        return requests;
    }

    private static Message message(Map<?, ?> sent) {
        String text = text(sent.get("content"));
        List<ToolCall> calls = new ArrayList<>();
        if (sent.get("tool_calls") instanceof List<?> list) {
            list.forEach(call -> calls.add(new ToolCall(text(((Map<?, ?>) call).get("id")), "report", "{}")));
        }
        return switch (text(sent.get("role"))) {
            case "system" -> Message.system(text);
            case "user" -> Message.user(text);
            case "assistant" -> Message.assistant(text, calls);
            default -> Message.toolResult(text(sent.get("tool_call_id")), "report", text);
        };
    }

    private static String text(@Nullable Object sent) {
        return sent instanceof String text ? text : "";
    }

    private ChatClient client(CompactionTrigger trigger, CompactionStrategy strategy) {
        ToolCallback tool = FunctionToolCallback.<Map<String, Object>, String>builder("report", input -> LONG)
                .description("Reports.")
                .inputType(Map.class)
                .build();
        OpenAiChatModel model = OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(server.baseUrl() + "/v1")
                        .apiKey("test")
                        .model("gpt-4o-mini")
                        .maxRetries(0)
                        .build())
                .build();
        return ChatClient.builder(model)
                .defaultSystem(SYSTEM)
                .defaultTools(tool)
                .defaultAdvisors(SessionMemoryAdvisor.builder(service)
                        .compactionTrigger(trigger)
                        .compactionStrategy(strategy)
                        .build())
                .build();
    }

    private static @Nullable String ask(ChatClient client, String question) {
        return client.prompt()
                .user(question)
                .advisors(request -> request.param(SessionMemoryAdvisor.SESSION_ID_CONTEXT_KEY, "s"))
                .call()
                .content();
    }

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
    void aFailingModelDoesNotFailTheAnswerThatIsThere() {
        CompressionPolicy policy =
                CompressionPolicy.forWindow(2_000).withReservedOutputTokens(0).withFailure(FailurePolicy.KEEP);
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
