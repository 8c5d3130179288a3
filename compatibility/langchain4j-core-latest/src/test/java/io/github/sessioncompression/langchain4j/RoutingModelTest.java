package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.router.ChatModelRouter;
import dev.langchain4j.model.chat.router.ChatModelRoutingRequest;
import dev.langchain4j.model.chat.router.ChatModelRoutingResult;
import dev.langchain4j.model.chat.router.RoutingChatModel;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that send each request to one of several others, as LangChain4j has them since 1.23. */
class RoutingModelTest {
    private static final String CACHE_CONTROL = "cache_control";
    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"logos\":{\"type\":\"string\"}},\"required\":[\"logos\"]}";

    private final List<ChatRequest> sent = new ArrayList<>();
    private final CompressingChatMemory memory = CompressingChatMemory.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .build();

    /** Model of a provider; records its requests. */
    private final class Route implements ChatModel {
        private final ModelProvider provider;
        private final Set<Capability> capabilities;

        Route(ModelProvider provider, Capability... capabilities) {
            this.provider = provider;
            this.capabilities = Set.of(capabilities);
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            sent.add(request);
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("{\"logos\":\"noon\"}"))
                    .tokenUsage(new TokenUsage(100, 5))
                    .build();
        }

        @Override
        public CompletableFuture<ChatResponse> doChatAsync(ChatRequest request) {
            return CompletableFuture.completedFuture(doChat(request));
        }

        @Override
        public ModelProvider provider() {
            return provider;
        }

        @Override
        public Set<Capability> supportedCapabilities() {
            return capabilities;
        }
    }

    private static RoutingChatModel router(String taken, ChatModel big, ChatModel small) {
        return RoutingChatModel.builder()
                .router(request -> ChatModelRoutingResult.route(taken))
                .route("big", "hard questions", big)
                .route("small", "easy questions", small)
                .defaultRoute("big")
                .build();
    }

    private static ModelRequest request() {
        return new ModelRequest("Write the state.", "the messages", "session", SCHEMA, 500);
    }

    @Test
    void asksRouteWithoutSchemaAfterItsRefusal() {
        ChatModel router = router(
                "big",
                new Route(ModelProvider.OTHER),
                new Route(ModelProvider.OTHER, Capability.RESPONSE_FORMAT_JSON_SCHEMA));
        StructuredChatModel model = StructuredChatModel.of(router);

        assertThat(model.answer(request()).text()).contains("noon");
        assertThat(model.answer(request()).text()).contains("noon");

        assertThat(sent)
                .hasSize(2)
                .allSatisfy(asked -> assertThat(asked.messages().toString()).contains("valid under this JSON Schema"));
    }

    @Test
    void sendsSchemaToRouteThatTakesIt() {
        ChatModel router = router(
                "small",
                new Route(ModelProvider.OTHER),
                new Route(ModelProvider.OTHER, Capability.RESPONSE_FORMAT_JSON_SCHEMA));

        StructuredChatModel.of(router).answer(request());

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).responseFormat().jsonSchema()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"guarded router", "router of guarded models", "guarded router of guarded models"})
    void setsBreakpointsForRouteTaken(String kind) {
        ChatModel anthropic = new Route(ModelProvider.ANTHROPIC);
        boolean inside = kind.contains("of guarded");
        ChatModel router =
                router("big", inside ? memory.guard(anthropic) : anthropic, new Route(ModelProvider.OPEN_AI));
        ask(kind.startsWith("guarded") ? memory.guard(router) : router);

        ChatRequest request = sent.get(sent.size() - 1);
        assertThat(marked(request))
                .isNotEmpty()
                .last()
                .isEqualTo(request.messages().get(3));
        assertThat((int) marked(request).count()).isLessThanOrEqualTo(4);
        assertThat(memory.messages()).noneMatch(message -> isMarked(message));
    }

    /** Chooses a route when the caller has returned from its call. */
    private static final class Later implements ChatModelRouter {
        private CompletableFuture<ChatModelRoutingResult> route = new CompletableFuture<>();

        @Override
        public ChatModelRoutingResult route(ChatModelRoutingRequest request) {
            return ChatModelRoutingResult.route("big");
        }

        @Override
        public CompletableFuture<ChatModelRoutingResult> routeAsync(ChatModelRoutingRequest request) {
            route = new CompletableFuture<>();
            return route;
        }
    }

    @Test
    void guardsRouteOfAsynchronousRouterOnce() {
        Later later = new Later();
        ChatModel router = RoutingChatModel.builder()
                .router(later)
                .route("big", "hard questions", memory.guard(new Route(ModelProvider.ANTHROPIC)))
                .route("small", "easy questions", new Route(ModelProvider.OPEN_AI))
                .defaultRoute("big")
                .build();
        ChatModel guarded = memory.guard(router);
        memory.add(SystemMessage.from("You help."));
        for (String asked : List.of("When?", "And then?")) {
            List<ChatMessage> messages = memory.messages();
            UserMessage question = UserMessage.from(asked);
            memory.add(question);
            messages.add(question);
            CompletableFuture<ChatResponse> answer =
                    guarded.chatAsync(ChatRequest.builder().messages(messages).build());
            later.route.complete(ChatModelRoutingResult.route("big"));
            memory.add(answer.join().aiMessage());
        }

        assertThat(sent).hasSize(2).allSatisfy(request -> assertThat(marked(request))
                .isNotEmpty());
        assertThat(memory.conversation().status().stats().chatUsage().calls()).isEqualTo(2);
    }

    @Test
    void setsNoBreakpointsWhereSwitchedOff() {
        CompressingChatMemory off = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .cacheBreakpoints(false)
                .build();
        ChatModel anthropic = off.guard(new Route(ModelProvider.ANTHROPIC));
        ChatModel guarded = off.guard(router("big", anthropic, new Route(ModelProvider.OPEN_AI)));
        off.add(SystemMessage.from("You help."));
        List<ChatMessage> messages = off.messages();
        messages.add(UserMessage.from("When?"));

        guarded.chat(messages);

        assertThat(marked(sent.get(0))).isEmpty();
    }

    private void ask(ChatModel model) {
        memory.add(SystemMessage.from("You help."));
        for (String question : List.of("When?", "And then?")) {
            List<ChatMessage> messages = memory.messages();
            memory.add(UserMessage.from(question));
            messages.add(UserMessage.from(question));
            memory.add(model.chat(messages).aiMessage());
        }
    }

    private static Stream<ChatMessage> marked(ChatRequest request) {
        return request.messages().stream().filter(RoutingModelTest::isMarked);
    }

    private static boolean isMarked(ChatMessage message) {
        return (message instanceof UserMessage user && user.attributes().containsKey(CACHE_CONTROL))
                || (message instanceof AiMessage ai && ai.attributes().containsKey(CACHE_CONTROL));
    }
}
