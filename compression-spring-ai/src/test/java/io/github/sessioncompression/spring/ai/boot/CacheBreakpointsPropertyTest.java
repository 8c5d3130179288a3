package io.github.sessioncompression.spring.ai.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.spring.ai.provider.Fluent;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.spring.boot.SessionCompressorCustomizer;
import io.github.sessioncompression.stub.AnthropicCache;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** The property with chats over Anthropic's client. */
@Tag("once")
class CacheBreakpointsPropertyTest {
    private static final int TURNS = 50;
    private static final String ID = "user-42";
    private static final String MARK = "cache_control";

    private final AnthropicStub server = AnthropicStub.start();
    private final AnthropicCache cache = new AnthropicCache();

    @AfterEach
    void stop() {
        server.close();
    }

    private Reply reply(Sent sent) {
        cache.read(sent);
        return sent.question().contains("look it up") && sent.last().answers().isEmpty()
                ? Reply.call("bed", Map.of("number", sent.messages().size()))
                : Reply.text("Noted. " + "I will keep that in mind for the next season. ".repeat(8));
    }

    private static ToolCallback bed() {
        return FunctionToolCallback.<Map<String, Object>, String>builder(
                        "bed", input -> "It holds tulips. " + "It was watered on Monday. ".repeat(20))
                .description("Tells what a bed holds.")
                .inputType(Map.class)
                .inputSchema("{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"integer\"}}}")
                .build();
    }

    private ApplicationContextRunner runner(UnaryOperator<Fluent> options) {
        server.answers(this::reply);
        ChatModel model = Provider.ANTHROPIC.client(
                server.url(), own -> options.apply(own).set("maxTokens", 500));
        return ChattingApplication.windowed()
                .withUserConfiguration(Clients.class)
                .withBean(ChatModel.class, () -> model)
                .withBean(SessionCompressorCustomizer.class, () -> builder -> builder.executor(Runnable::run));
    }

    /** Talks to a client with the memory; each fifth turn calls a tool. */
    private static void talk(BeanFactory beans, int turns) {
        ChatClient client = beans.getBean(ChatClient.Builder.class)
                .defaultSystem("You help in a garden, and you know each bed by its number.")
                .defaultToolCallbacks(bed())
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(beans.getBean(ChatMemory.class))
                        .build())
                .build();
        for (int turn = 0; turn < turns; turn++) {
            client.prompt()
                    .user("Bed " + turn + " holds rose " + turn * 7 + (turn % 5 == 4 ? "; look it up." : ".")
                            + " The neighbour has opinions about hedges.".repeat(6))
                    .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, ID))
                    .call()
                    .content();
        }
    }

    private boolean isMarked(String part) {
        return String.valueOf(server.lastSent().body().get(part)).contains(MARK);
    }

    @Test
    void takesStablePrefixFromTheCache() {
        runner(options -> options).run(context -> {
            talk(context, TURNS);
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation(ID)
                            .status()
                            .stats()
                            .compressions())
                    .isPositive();
        });
        assertThat(cache.mostBreakpoints()).isBetween(3, 4);
        assertThat(cache.share()).isGreaterThan(0.85);
    }

    @Test
    void setsNoBreakpointsIfSwitchedOff() {
        runner(options -> options)
                .withPropertyValues("session-compression.cache-breakpoints=false")
                .run(context -> talk(context, TURNS));
        assertThat(cache.mostBreakpoints()).isZero();
        assertThat(cache.share()).isZero();
    }

    @Test
    void setsNoBreakpointsForChatThatIsOff() {
        runner(options -> options).run(context -> {
            context.getBean(SessionCompressor.class).conversation(ID).enabled(false);
            talk(context, 1);
        });
        assertThat(server.lastSent().raw()).doesNotContain(MARK);
    }

    @Test
    void keepsStrategyOfTheApplication() {
        runner(options -> options.set("cacheOptions", Provider.anthropicCaching("SYSTEM_ONLY")))
                .run(context -> talk(context, 1));
        assertThat(isMarked("system")).isTrue();
        assertThat(isMarked("messages")).isFalse();
    }

    @Test
    void leavesClientWithoutThisMemoryAlone() {
        runner(options -> options)
                .run(context -> Objects.requireNonNull(context.getBean(ChatClient.Builder.class)
                        .build()
                        .prompt("Translate: Prost.")
                        .call()
                        .content()));
        assertThat(server.lastSent().raw()).doesNotContain(MARK);
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {
        @Bean
        @Scope("prototype")
        ChatClient.Builder chatClientBuilder(ChatModel chatModel) {
            return ChatClient.builder(chatModel);
        }
    }
}
