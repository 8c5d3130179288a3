package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.OpenAiClient;
import io.github.sessioncompression.langchain4j.boot.service.Assistant;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with the starter, an AI service, a dependency and two properties: its models are guarded without a word. */
class ModelGuardTest {
    private final StrictOpenAiServer server = StrictOpenAiServer.start();
    private final ApplicationContextRunner runner = Applications.withStarter()
            .withPropertyValues(
                    "session-compression.context-window=4000", "session-compression.compression-model=chat-model");
    private final ApplicationContextRunner openAi = runner.withBean(
            "chatModel", OpenAiChatModel.class, () -> OpenAiClient.of(server).build());

    @AfterEach
    void stop() {
        server.close();
    }

    private static String question(int turn) {
        return "Question " + turn + ": which of the " + (turn + 20) + " beds is dug first, and by whom? "
                + "It should be done before the frost. ".repeat(4);
    }

    @Test
    void usageIsMeasured() {
        server.answers(Reply.text("Hello.").costing(Usage.of(1_500, 4)));
        openAi.run(context -> {
            context.getBean(Assistant.class).chat("user-42", "Hello");
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation("user-42")
                            .status()
                            .contextTokens())
                    .isBetween(1_500, 1_530);
        });
    }

    @Test
    void resendsTooLongRequest() {
        server.withWindow(1_500);
        openAi.run(context -> {
            Assistant assistant = context.getBean(Assistant.class);
            for (int turn = 0; turn < 40; turn++) {
                assistant.chat("user-42", question(turn));
            }
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation("user-42")
                            .transcript())
                    .hasSizeGreaterThanOrEqualTo(80);
        });
        assertThat(server.refusals())
                .filteredOn(why -> why.contains("maximum context length"))
                .isNotEmpty();
    }

    @Test
    void switchedOffTheModelIsTheApplicationsOwn() {
        server.answers(Reply.text("Hello.").costing(Usage.of(1_500, 4)));
        openAi.withPropertyValues("session-compression.guard-models=false").run(context -> {
            assertThat(AopUtils.isAopProxy(context.getBean(ChatModel.class))).isFalse();
            context.getBean(Assistant.class).chat("user-42", "Hello");
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation("user-42")
                            .status()
                            .contextTokens())
                    .isLessThan(1_000);
        });
    }

    @Test
    void aModelKeepsItsClass() {
        openAi.withBean(Injected.class).run(context -> {
            assertThat(context).hasSingleBean(OpenAiChatModel.class).hasSingleBean(ChatModel.class);
            assertThat(AopUtils.isCglibProxy(context.getBean(Injected.class).model))
                    .isTrue();
            OpenAiChatModel model = context.getBean(OpenAiChatModel.class);
            assertThat(model.defaultRequestParameters().modelName()).isEqualTo("gpt-4.1");
            assertThat(model.chat("Hello")).isEqualTo("All right.");
        });
    }

    /** Takes a model by its class. */
    static final class Injected {
        final OpenAiChatModel model;

        Injected(OpenAiChatModel model) {
            this.model = model;
        }
    }

    @Test
    void streamingModelsAreGuardedToo() {
        server.answers(Reply.text("Hello.").costing(Usage.of(1_500, 4)));
        openAi.withBean(OpenAiStreamingChatModel.class, () -> OpenAiStreamingChatModel.builder()
                        .baseUrl(server.baseUrl())
                        .apiKey("none")
                        .modelName("gpt-4.1")
                        .build())
                .run(context -> {
                    CompressingChatMemoryProvider memories = context.getBean(CompressingChatMemoryProvider.class);
                    memories.get("user-42").add(UserMessage.from("Hello"));
                    CompletableFuture<ChatResponse> done = new CompletableFuture<>();
                    List<ChatMessage> request = memories.get("user-42").messages();
                    context.getBean(StreamingChatModel.class).chat(request, new StreamingChatResponseHandler() {
                        @Override
                        public void onCompleteResponse(ChatResponse response) {
                            done.complete(response);
                        }

                        @Override
                        public void onError(Throwable error) {
                            done.completeExceptionally(error);
                        }
                    });
                    done.join();
                    var status = memories.conversation("user-42").status();
                    assertThat(status.contextTokens()).isBetween(1_500, 1_530);
                    assertThat(status.stats().chatUsage().calls()).isEqualTo(1);
                });
    }

    @Test
    void aGuardOfTheApplicationsOwnTellsUsageOnce() {
        server.answers(Reply.text("Hello.").costing(Usage.of(1_500, 4)));
        openAi.run(context -> {
            CompressingChatMemoryProvider memories = context.getBean(CompressingChatMemoryProvider.class);
            ChatModel own = memories.guard(context.getBean(ChatModel.class));
            memories.get("user-42").add(UserMessage.from("Hello"));
            own.chat(memories.get("user-42").messages());
            assertThat(memories.conversation("user-42")
                            .status()
                            .stats()
                            .chatUsage()
                            .calls())
                    .isEqualTo(1);
        });
    }

    @Test
    void anApplicationsOwnMemoryIsLeftAlone() {
        openAi.withBean(ChatMemoryProvider.class, () -> id -> MessageWindowChatMemory.withMaxMessages(10))
                .run(context -> assertThat(context.getBean(Assistant.class).chat("user-42", "Hello"))
                        .isEqualTo("All right."));
    }

    /** A model that can't have a proxy of its class. */
    static final class Sealed implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("Good day."))
                    .tokenUsage(new TokenUsage(1_500, 4))
                    .build();
        }
    }

    @Configuration
    static class DeclaredByInterface {
        @Bean
        ChatModel chatModel() {
            return new Sealed();
        }
    }

    @Test
    void guardsFinalModelDeclaredByInterface() {
        runner.withUserConfiguration(DeclaredByInterface.class).run(context -> {
            context.getBean(Assistant.class).chat("user-42", "Hello");
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation("user-42")
                            .status()
                            .contextTokens())
                    .isBetween(1_500, 1_530);
        });
    }

    @Test
    void leavesFinalModelDeclaredByClassUnguarded() {
        runner.withBean("chatModel", Sealed.class, Sealed::new).run(context -> {
            assertThat(context.getBean(Sealed.class)).isExactlyInstanceOf(Sealed.class);
            assertThat(context.getBean(Assistant.class).chat("user-42", "Hello"))
                    .isEqualTo("Good day.");
        });
    }

    @Test
    void rethrowsModelException() {
        server.answers(new Reply.Failure(400, "Unknown parameter."));
        openAi.run(context -> assertThatThrownBy(
                        () -> context.getBean(Assistant.class).chat("user-42", "Hello"))
                .isInstanceOf(dev.langchain4j.exception.InvalidRequestException.class)
                .hasMessageContaining("Unknown parameter."));
    }
}
