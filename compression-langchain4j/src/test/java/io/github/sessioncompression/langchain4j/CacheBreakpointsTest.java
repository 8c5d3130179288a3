package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.stub.AnthropicCache;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.Reply;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CacheBreakpointsTest {
    private static final int TURNS = 60;
    private static final Map<String, Object> MARK = Map.of("cache_control", "ephemeral");

    private static final ToolSpecification BED =
            ToolSpecification.builder().name("bed").build();

    private final AnthropicStub server = AnthropicStub.start();
    private final SessionCompressor compressor = immediate(CompressionPolicy.forWindow(8_000)
            .withPrune(PruneOptions.defaults()
                    .withMinContextTokens(0)
                    .withProtectTokens(0)
                    .withMinSavingsTokens(0)));
    private final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().compressor(compressor).build();
    private final ChatModel model = model(false);

    interface Gardener {
        @dev.langchain4j.service.SystemMessage("You help in a garden, and you know each bed by its number.")
        String chat(String question);
    }

    /** A tool. */
    public static final class Beds {
        /** Contents of a bed. */
        @dev.langchain4j.agent.tool.Tool("tells what a bed holds")
        public String bed(int number) {
            return "bed " + number + " holds tulip " + number * 3 + ". " + "It was watered on Monday. ".repeat(20);
        }
    }

    @AfterEach
    void stop() {
        server.close();
        compressor.close();
    }

    private ChatModel model(boolean caching) {
        return AnthropicChatModel.builder()
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("claude-sonnet-4-5")
                .httpClientBuilder(JdkHttpClient.builder())
                .cacheSystemMessages(caching ? true : null)
                .cacheTools(caching ? true : null)
                .maxRetries(0)
                .build();
    }

    /** True if the client tells of its own breakpoints, and reads them at every kind of message. */
    private boolean isNewer() {
        return AnthropicParameters.of(model.defaultRequestParameters()).isTold();
    }

    private int breakpointsSent() {
        return server.lastSent().raw().split("cache_control", -1).length - 1;
    }

    @Test
    void takeStablePrefixFromTheCache() {
        AnthropicCache cache = new AnthropicCache();
        server.answers(sent -> {
            cache.read(sent);
            return sent.question().contains("look it up")
                            && sent.last().answers().isEmpty()
                    ? Reply.call("bed", Map.of("number", sent.messages().size()))
                    : Reply.text("Noted. " + "I will keep that in mind for the next season. ".repeat(8));
        });
        Gardener gardener = AiServices.builder(Gardener.class)
                .chatModel(memories.guard(model))
                .chatMemoryProvider(memories)
                .tools(new Beds())
                .build();
        for (int turn = 0; turn < TURNS; turn++) {
            gardener.chat("Bed " + turn + " holds rose " + turn * 7 + (turn % 5 == 4 ? "; look it up." : ".")
                    + " The neighbour has opinions about hedges.".repeat(6));
        }
        assertThat(memories.conversation("default").status().stats().compressions())
                .isPositive();
        assertThat(cache.mostBreakpoints()).isBetween(2, 4);
        assertThat(cache.share()).isGreaterThan(0.85);
        assertThat(memories.get("default").messages().toString()).doesNotContain("cache_control");
        assertThat(memories.conversation("default").transcript().toString()).doesNotContain("cache_control");
    }

    @Test
    void standAtSystemStatePrunedResultAndLastMessage() {
        memories.guard(model).chat(request());
        String sent = server.lastSent().raw().replaceAll("\\s", "");
        assertThat(breakpointsSent()).isEqualTo(isNewer() ? 4 : 2);
        assertThat(String.valueOf(server.lastSent().body().get("system")).contains("cache_control"))
                .isEqualTo(isNewer());
        assertThat(sent)
                .containsPattern(
                        "\\{\"type\":\"text\",\"cache_control\":\\{\"type\":\"ephemeral\"},\"text\":\"<session_state"
                                + "|</session_state>\",\"cache_control\":\\{\"type\":\"ephemeral\"}")
                .containsPattern("\"cache_control\":\\{\"type\":\"ephemeral\"},\"text\":\"Andnow"
                        + "|Andnow\\?\",\"cache_control\"")
                .doesNotContain("session-compression");
    }

    @Test
    void standBehindThePinsBeforeTheState() {
        CompressingChatMemory memory = memories.get("default");
        memory.add(UserMessage.from("Never book night trains."));
        memory.add(AiMessage.from("I never will."));
        memory.conversation().pin(2);
        ChatRequest request = request();
        assertThat(Marks.isState(request.messages().get(3))).isTrue();

        ChatMessage pin = CacheBreakpoints.in(request, new Parameters(null, null))
                .messages()
                .get(2);
        assertThat(((AiMessage) pin).text()).isEqualTo("I never will.");
        assertThat(Marks.attributes(pin)).containsAllEntriesOf(MARK);
    }

    @Test
    void standInStreamedRequests() throws Exception {
        GuardedStreamingModelTest.Told told = new GuardedStreamingModelTest.Told();
        memories.guard(AnthropicStreamingChatModel.builder()
                        .baseUrl(server.baseUrl())
                        .apiKey("none")
                        .modelName("claude-sonnet-4-5")
                        .httpClientBuilder(JdkHttpClient.builder())
                        .build())
                .chat(request(), told);
        told.done.get();
        assertThat(breakpointsSent()).isEqualTo(isNewer() ? 4 : 2);
    }

    @Test
    void leaveRoomForThoseOfTheApplication() {
        memories.guard(model(true))
                .chat(ChatRequest.builder()
                        .messages(request().messages())
                        .toolSpecifications(BED)
                        .build());
        assertThat(breakpointsSent()).isEqualTo(4);
        List<ChatMessage> request = request().messages().stream()
                .map(message -> message instanceof AiMessage || !(message instanceof UserMessage user)
                        ? message
                        : user.toBuilder().attributes(MARK).build())
                .skip(2)
                .limit(6)
                .toList();
        assertThat(request.stream().filter(UserMessage.class::isInstance)).hasSize(3);
        ChatRequest marked =
                CacheBreakpoints.in(ChatRequest.builder().messages(request).build(), new Parameters(null, true));
        assertThat(marked.messages()).isEqualTo(request);
    }

    @Test
    void respectTheSystemSettingOfTheModel() {
        ChatRequest request = ChatRequest.builder()
                .messages(SystemMessage.from("Be brief."), UserMessage.from("Hello."))
                .build();
        assertThat(((Parameters) CacheBreakpoints.in(request, new Parameters(null, null))
                                .parameters())
                        .system)
                .isTrue();
        assertThat(CacheBreakpoints.in(request, new Parameters(false, null)).parameters())
                .isNotInstanceOf(Parameters.class);
        assertThat(CacheBreakpoints.in(request, new Parameters(true, null)).parameters())
                .isNotInstanceOf(Parameters.class);
    }

    @Test
    void neverStandAtBlankTexts() {
        ChatRequest request = ChatRequest.builder()
                .messages(UserMessage.from("Hello."), AiMessage.from(" "))
                .build();
        List<ChatMessage> marked =
                CacheBreakpoints.in(request, new Parameters(null, null)).messages();
        assertThat(Marks.attributes(marked.get(0))).containsAllEntriesOf(MARK);
        assertThat(marked.get(1)).isEqualTo(AiMessage.from(" "));
    }

    @Test
    void canBeSwitchedOffByMemoryOrForOneChat() {
        CompressingChatMemoryProvider without = CompressingChatMemoryProvider.builder()
                .compressor(compressor)
                .cacheBreakpoints(false)
                .build();
        ChatRequest request = request();
        without.get("default").messages();
        without.guard(model).chat(request);
        assertThat(breakpointsSent()).isZero();

        memories.conversation("default").enabled(false);
        List<ChatMessage> off = memories.get("default").messages();
        off.add(UserMessage.from("And now?"));
        memories.guard(model).chat(off);
        assertThat(breakpointsSent()).isZero();
    }

    @Test
    void otherProvidersAndRequestsOfNoChatGetNone() {
        ChatModel other = new FakeChatModel(request -> {
            assertThat(request.toString()).doesNotContain("cache_control");
            return FakeChatModel.answer("Well.", null);
        });
        memories.guard(other).chat(request());
        memories.guard(model).chat(UserMessage.from("Translate: Prost."));
        assertThat(breakpointsSent()).isZero();
    }

    /** The next request of a chat with a state and pruned results. */
    private ChatRequest request() {
        CompressingChatMemory memory = memories.get("default");
        memory.add(SystemMessage.from("You are a travel agent."));
        talk(memory, 0, 40);
        memory.conversation().compress();
        talk(memory, 40, 1);
        for (int i = 0; i < 6; i++) {
            memory.add(UserMessage.from("Show me table " + i));
            memory.add(calls("t" + i));
            memory.add(result("t" + i, "row of numbers; ".repeat(100)));
            memory.add(AiMessage.from("Here it is."));
        }
        memory.conversation().prune();
        talk(memory, 41, 1);
        List<ChatMessage> request = memory.messages();
        request.add(UserMessage.from("And now?"));
        return ChatRequest.builder().messages(request).build();
    }

    /** Parameters as those of Anthropic's client since 1.17. */
    public static final class Parameters extends DefaultChatRequestParameters {
        private final @Nullable Boolean system;
        private final @Nullable Boolean tools;

        Parameters(@Nullable Boolean system, @Nullable Boolean tools) {
            super(DefaultChatRequestParameters.builder());
            this.system = system;
            this.tools = tools;
        }

        /** Begins. */
        public static Builder builder() {
            return new Builder();
        }

        /** True if the client marks the system prompt. */
        public @Nullable Boolean cacheSystemMessages() {
            return system;
        }

        /** True if the client marks the tools. */
        public @Nullable Boolean cacheTools() {
            return tools;
        }

        @Override
        public ChatRequestParameters overrideWith(ChatRequestParameters other) {
            return this;
        }

        /** Its builder. */
        public static final class Builder extends DefaultChatRequestParameters.Builder<Builder> {
            private @Nullable Boolean system;

            /** Marks the system prompt. */
            public Builder cacheSystemMessages(Boolean on) {
                system = on;
                return this;
            }

            @Override
            public Parameters build() {
                return new Parameters(system, null);
            }
        }
    }
}
