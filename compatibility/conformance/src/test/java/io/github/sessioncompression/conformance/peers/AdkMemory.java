package io.github.sessioncompression.conformance.peers;

import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.flows.llmflows.Contents;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.sessions.Session;
import com.google.adk.summarizer.EventCompactor;
import com.google.adk.summarizer.EventsCompactionConfig;
import com.google.adk.summarizer.LlmEventSummarizer;
import com.google.adk.summarizer.SlidingWindowEventCompactor;
import com.google.adk.summarizer.TailRetentionEventCompactor;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.conformance.MemorySize;
import io.github.sessioncompression.json.Json;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** ADK's session with one of its compactors, read as {@code Contents} of its flow does. */
final class AdkMemory extends ForeignMemory {
    private static final String AGENT = "agent";

    private final InMemorySessionService service = new InMemorySessionService();
    private final EventCompactor compactor;
    private final boolean afterTurn;
    private final Summariser model;
    private final AtomicLong time = new AtomicLong(1);
    private final List<Part> results = new ArrayList<>();
    private int waiting;
    private int turn;
    private volatile Session session = newSession();

    private AdkMemory(Object id, Summariser model, EventCompactor compactor, boolean afterTurn) {
        super(id);
        this.model = model;
        this.compactor = compactor;
        this.afterTurn = afterTurn;
    }

    /** Compacted above the size in tokens before a model call, half of the messages kept. */
    static AdkMemory tailRetention(Object id, MemorySize size, Function<String, String> summary) {
        Summariser model = new Summariser(summary);
        return new AdkMemory(
                id,
                model,
                new TailRetentionEventCompactor(new LlmEventSummarizer(model), size.messages() / 2, size.tokens()),
                false);
    }

    /** Compacted after each so many turns, which are a quarter of the size in messages, with one turn of overlap. */
    static AdkMemory slidingWindow(Object id, MemorySize size, Function<String, String> summary) {
        Summariser model = new Summariser(summary);
        EventsCompactionConfig config =
                new EventsCompactionConfig(Math.max(1, size.messages() / 4), 1, new LlmEventSummarizer(model));
        return new AdkMemory(id, model, new SlidingWindowEventCompactor(config), true);
    }

    private Session newSession() {
        return service.createSession("app", "user").blockingGet();
    }

    private static final class Summariser extends BaseLlm {
        private final Function<String, String> summary;

        Summariser(Function<String, String> summary) {
            super("summariser");
            this.summary = summary;
        }

        @Override
        public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
            return Flowable.fromCallable(() -> LlmResponse.builder()
                    .content(content("model", List.of(Part.fromText(summary.apply(text(request))))))
                    .build());
        }

        @Override
        public BaseLlmConnection connect(LlmRequest request) {
            throw new UnsupportedOperationException("no live connection");
        }
    }

    private static String text(LlmRequest request) {
        return request.contents().stream()
                .flatMap(content -> content.parts().orElse(List.of()).stream())
                .map(part -> part.text().orElse(""))
                .collect(Collectors.joining("\n"));
    }

    private static Content content(String role, List<Part> parts) {
        return Content.builder().role(role).parts(parts).build();
    }

    /** One event; the results of parallel calls are one, too. Times differ, because the compactor goes by them. */
    @Override
    void append(ChatMessage message) {
        if (message instanceof UserMessage user) {
            turn++;
            append("user", content("user", List.of(Part.fromText(user.singleText()))));
        } else if (message instanceof AiMessage ai) {
            List<Part> parts = new ArrayList<>();
            if (ai.text() != null && !ai.text().isEmpty()) {
                parts.add(Part.fromText(ai.text()));
            }
            ai.toolExecutionRequests().forEach(call -> parts.add(call(call)));
            waiting = ai.toolExecutionRequests().size();
            results.clear();
            append(AGENT, content("model", parts));
        } else if (message instanceof ToolExecutionResultMessage result) {
            results.add(Part.builder()
                    .functionResponse(FunctionResponse.builder()
                            .id(result.id())
                            .name(result.toolName())
                            .response(Map.of("result", result.text()))
                            .build())
                    .build());
            if (results.size() == waiting) {
                append(AGENT, content("user", List.copyOf(results)));
            }
        }
    }

    private static Part call(ToolExecutionRequest call) {
        return Part.builder()
                .functionCall(FunctionCall.builder()
                        .id(call.id())
                        .name(call.name())
                        .args(arguments(call.arguments()))
                        .build())
                .build();
    }

    private static Map<String, Object> arguments(String json) {
        return json.isBlank() ? Map.of() : new LinkedHashMap<>(Json.parseObject(json));
    }

    private void append(String author, Content content) {
        Event event = Event.builder()
                .id(Event.generateEventId())
                .invocationId("invocation-" + turn)
                .author(author)
                .content(content)
                .timestamp(time.getAndIncrement())
                .build();
        Event ignored = service.appendEvent(session, event).blockingGet();
    }

    @Override
    void compress() {
        if (!afterTurn) {
            compactor.compact(session, service).blockingAwait();
        }
    }

    @Override
    void finish() {
        if (afterTurn) {
            compactor.compact(session, service).blockingAwait();
        }
    }

    @Override
    List<ChatMessage> read() {
        InvocationContext context = InvocationContext.builder()
                .sessionService(service)
                .invocationId("invocation")
                .agent(LlmAgent.builder().name(AGENT).model(model).build())
                .session(session)
                .runConfig(RunConfig.builder().build())
                .build();
        LlmRequest request = new Contents()
                .processRequest(context, LlmRequest.builder().build())
                .blockingGet()
                .updatedRequest();
        return request.contents().stream()
                .flatMap(content -> messages(content).stream())
                .toList();
    }

    private static List<ChatMessage> messages(Content content) {
        List<ChatMessage> messages = new ArrayList<>();
        List<ToolExecutionRequest> calls = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Part part : content.parts().orElse(List.of())) {
            part.text().ifPresent(text::append);
            part.functionCall()
                    .ifPresent(call -> calls.add(ToolExecutionRequest.builder()
                            .id(call.id().orElse(""))
                            .name(call.name().orElse(""))
                            .arguments(Json.write(call.args().orElse(Map.of())))
                            .build()));
            part.functionResponse()
                    .ifPresent(response -> messages.add(ToolExecutionResultMessage.from(
                            response.id().orElse(""),
                            response.name().orElse(""),
                            String.valueOf(response.response().orElse(Map.of()).get("result")))));
        }
        if (content.role().orElse("").equals("model")) {
            messages.add(AiMessage.builder()
                    .text(text.toString())
                    .toolExecutionRequests(calls)
                    .build());
        } else if (!text.isEmpty()) {
            messages.add(UserMessage.from(text.toString()));
        }
        return messages;
    }

    @Override
    void reset() {
        session = newSession();
    }
}
