package io.github.sessioncompression.spring.ai.session;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.advisor.SessionMemoryAdvisor;
import org.springframework.ai.session.compaction.CompactionStrategy;
import org.springframework.ai.session.compaction.CompactionTrigger;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** A session behind the real advisor and a chat model in OpenAI's wire format, and what was sent to that. */
abstract class ServedSession {
    static final String SYSTEM = "You sell things.";
    static final String LONG = "a long report about stock, prices and deliveries, ".repeat(40);

    private final WireMockServer server =
            new WireMockServer(WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true));
    final DefaultSessionService service = DefaultSessionService.builder()
            .sessionRepository(InMemorySessionRepository.builder().build())
            .build();
    private int replies;

    @BeforeEach
    void start() {
        server.start();
        service.create(CreateSessionRequest.builder().id("s").userId("anna").build());
    }

    /** The session again, without any event. */
    void restartSession() {
        service.delete("s");
        service.create(CreateSessionRequest.builder().id("s").userId("anna").build());
    }

    /** The session and the chat model as they were at first. */
    void restart() {
        server.resetAll();
        replies = 0;
        restartSession();
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
                List.of(Map.of("index", 0, "message", message, "finish_reason", end)));
        replies(okJson(Json.write(body)));
    }

    private void replies(ResponseDefinitionBuilder response) {
        server.stubFor(any(anyUrl())
                .inScenario("chat")
                .whenScenarioStateIs(replies == 0 ? Scenario.STARTED : "after " + replies)
                .willSetStateTo("after " + (replies + 1))
                .willReturn(response));
        replies++;
    }

    /** The next request is refused as too long for a window of so many tokens. */
    void refuses(int window) {
        String message =
                "This model's maximum context length is " + window + " tokens. However, your messages resulted in "
                        + (window + 1_000) + " tokens. Please reduce the length of the messages.";
        replies(jsonResponse(
                Json.write(Map.of(
                        "error",
                        Map.of(
                                "message",
                                message,
                                "type",
                                "invalid_request_error",
                                "code",
                                "context_length_exceeded"))),
                400));
    }

    void answers(String text) {
        replies(Map.of("role", "assistant", "content", text), "stop");
    }

    void callsTools(String id) {
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
    List<List<Message>> sent() {
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

    ChatClient client(CompactionTrigger trigger, CompactionStrategy strategy, Advisor... others) {
        OpenAiChatModel model = OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(server.baseUrl() + "/v1")
                        .apiKey("test")
                        .model("gpt-4o-mini")
                        .maxRetries(0)
                        .build())
                .build();
        return client(model, "report", trigger, strategy, others);
    }

    /** A client of another model, with a tool of that name. */
    ChatClient client(
            ChatModel model, String tool, CompactionTrigger trigger, CompactionStrategy strategy, Advisor... others) {
        ToolCallback reports = FunctionToolCallback.<Map<String, Object>, String>builder(tool, input -> LONG)
                .description("Reports.")
                .inputType(Map.class)
                .build();
        return ChatClient.builder(model)
                .defaultSystem(SYSTEM)
                .defaultTools(reports)
                .defaultAdvisors(SessionMemoryAdvisor.builder(service)
                        .compactionTrigger(trigger)
                        .compactionStrategy(strategy)
                        .build())
                .defaultAdvisors(others)
                .build();
    }

    /** A client whose session is never compacted. */
    ChatClient uncompacted(Advisor... others) {
        return client(
                request -> false,
                SessionStateCompactionStrategy.builder()
                        .policy(CompressionPolicy.forWindow(1_000))
                        .build(),
                others);
    }

    static @Nullable String ask(ChatClient client, String question) {
        return client.prompt()
                .user(question)
                .advisors(request -> request.param(SessionMemoryAdvisor.SESSION_ID_CONTEXT_KEY, "s"))
                .call()
                .content();
    }
}
