package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.TokenCountEstimator;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.StructuredChatModel;
import io.github.sessioncompression.langchain4j.TokenCountEstimators;
import io.github.sessioncompression.langchain4j.UsageListener;
import io.github.sessioncompression.langchain4j.boot.service.Assistant;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.settings.PinnedMessages;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.spring.boot.SessionCompressorCustomizer;
import io.github.sessioncompression.store.SessionStore;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class LangChain4jCompressionAutoConfigurationTest {
    private final RecordingChatModel model = new RecordingChatModel();
    private final ApplicationContextRunner starter =
            Applications.withStarter().withBean("chatModel", ChatModel.class, () -> model);
    private final ApplicationContextRunner bare = Applications.windowed(Applications.bare());
    private final ApplicationContextRunner runner = Applications.windowed(starter);

    @Test
    void springBootFindsTheAutoConfiguration() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(LangChain4jCompressionAutoConfiguration.class.getName());
    }

    @Test
    void anAiServiceOfTheStarterRemembersThroughTheProvider() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(ChatMemoryProvider.class).doesNotHaveBean(ChatMemory.class);
            Assistant assistant = context.getBean(Assistant.class);
            for (int i = 0; i < 12; i++) {
                assistant.chat("user-42", "Question " + i + ": " + "where is it? ".repeat(40));
            }

            Conversation chat = context.getBean(SessionCompressor.class).conversation("user-42");
            chat.compress();
            assistant.chat("user-42", "And now?");

            assertThat(chat.status().messages()).isGreaterThanOrEqualTo(26);
            assertThat(model.requests()).hasSize(13);
            assertThat(model.requests().get(12).messages())
                    .hasSizeLessThan(8)
                    .anyMatch(message -> message instanceof UserMessage user
                            && user.singleText().contains("<session_state"));
        });
    }

    @Test
    void pinsMessagesOfEachRule() {
        runner.withBean(
                        "rules",
                        PinnedMessages.class,
                        () -> message -> message.text().startsWith("Rule:"))
                .withBean(
                        "cobalt",
                        PinnedMessages.class,
                        () -> message -> message.text().contains("cobalt"))
                .run(context -> {
                    ChatMemory memory =
                            context.getBean(ChatMemoryProvider.class).get("potter");
                    memory.add(UserMessage.from("Rule: answer in one sentence."));
                    memory.add(AiMessage.from("I will."));
                    memory.add(UserMessage.from("I am allergic to cobalt."));
                    assertThat(context.getBean(SessionCompressor.class)
                                    .conversation("potter")
                                    .pins())
                            .extracting(pin -> pin.message().text())
                            .containsExactly("Rule: answer in one sentence.", "I am allergic to cobalt.");
                });
    }

    @Test
    void noChatModelIsEverAdded() {
        bare.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChatModel.class));
        runner.run(context -> assertThat(context).hasSingleBean(ChatModel.class));
    }

    @Test
    void theChatModelCompressesOnlyIfTheSettingSaysSo() {
        runner.run(context -> {
            compress(context);
            assertThat(model.requests()).isEmpty();
        });
        runner.withPropertyValues("session-compression.compression-model=chat-model")
                .run(context -> {
                    compress(context);
                    assertThat(model.requests()).isNotEmpty();
                });
    }

    @Test
    void aModelOfItsOwnForCompressionLeavesTheServicesAlone() {
        RecordingChatModel small = new RecordingChatModel();
        runner.withBean(StructuredModel.class, () -> StructuredChatModel.of(small))
                .run(context -> {
                    context.getBean(Assistant.class).chat("other", "Hello");
                    compress(context);
                    assertThat(model.requests()).hasSize(1);
                    assertThat(small.requests()).isNotEmpty();
                });
    }

    @Test
    void theApplicationsOwnProviderGoesFirst() {
        ChatMemoryProvider own = id -> MessageWindowChatMemory.withMaxMessages(4);
        runner.withBean(ChatMemoryProvider.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(ChatMemoryProvider.class)).isSameAs(own));
    }

    @Test
    void theApplicationsOwnMemoryGoesFirstAndNeedsNoWindow() {
        starter.withBean(ChatMemory.class, () -> MessageWindowChatMemory.withMaxMessages(4))
                .run(context -> {
                    assertThat(context)
                            .hasNotFailed()
                            .hasSingleBean(ChatMemory.class)
                            .doesNotHaveBean(ChatMemoryProvider.class)
                            .doesNotHaveBean(UsageListener.class);
                    assertThat(context.getBeanFactory().containsSingleton("sessionCompressor"))
                            .isFalse();
                });
    }

    @Test
    void withoutAMemoryOfItsOwnTheApplicationNeedsAWindow() {
        starter.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .hasMessageContaining("session-compression.context-window is not set"));
    }

    @Test
    void theApplicationsCustomizersHaveTheLastWord() {
        SessionStore sessions = SessionStore.inMemory();
        runner.withBean(ChatMemoryStore.class, InMemoryChatMemoryStore::new)
                .withBean(SessionCompressorCustomizer.class, () -> builder -> builder.store(sessions))
                .run(context -> {
                    context.getBean(Assistant.class).chat("user-42", "Hello");
                    assertThat(sessions.head("user-42")).isPresent();
                });
    }

    @Test
    void doesNotUseUnqualifiedEstimator() {
        runner.withBean("splitterTokens", TokenCountEstimator.class, Thousand::new)
                .run(context -> assertThat(tokensOfAGreeting(context)).isLessThan(1_000));
    }

    @Test
    void countsByEstimatorOfCustomizer() {
        runner.withBean(
                        SessionCompressorCustomizer.class,
                        () -> builder -> builder.messageCounter(TokenCountEstimators.asMessageCounter(new Thousand())))
                .run(context -> assertThat(tokensOfAGreeting(context)).isGreaterThanOrEqualTo(1_000));
    }

    @Test
    void usageCanBeReportedThroughABean() {
        runner.run(context -> assertThat(context).hasSingleBean(UsageListener.class));
    }

    @Test
    void cacheBreakpointsAreOnUnlessSwitchedOff() {
        RecordingChatModel anthropic = new RecordingChatModel(ModelProvider.ANTHROPIC);
        ApplicationContextRunner chatting = Applications.windowed(
                Applications.withStarter().withBean("chatModel", ChatModel.class, () -> anthropic));
        chatting.run(context -> context.getBean(Assistant.class).chat("user-42", "Hello"));
        assertThat(anthropic.requests().toString()).contains("cache_control");
        anthropic.requests().clear();
        chatting.withPropertyValues("session-compression.cache-breakpoints=false")
                .run(context -> context.getBean(Assistant.class).chat("user-42", "Hello"));
        assertThat(anthropic.requests()).hasSize(1);
        assertThat(anthropic.requests().toString()).doesNotContain("cache_control");
    }

    @Test
    void newChatIsEmpty() {
        runner.run(context -> assertThat(
                        context.getBean(ChatMemoryProvider.class).get("new").messages())
                .isEmpty());
    }

    @Test
    void withoutTheModuleOfAiServicesTheRestWorks() {
        bare.withClassLoader(new FilteredClassLoader(ChatMemoryProvider.class)).run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(SessionCompressor.class)
                .doesNotHaveBean(CompressingChatMemoryProvider.class));
    }

    @Test
    void withoutTheSharedPartsNothingIsSetUp() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LangChain4jCompressionAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(SessionCompressionAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChatMemoryProvider.class));
    }

    private static void compress(AssertableApplicationContext context) {
        filled(context).compress();
    }

    private static Conversation filled(AssertableApplicationContext context) {
        CompressingChatMemory memory = (CompressingChatMemory)
                context.getBean(ChatMemoryProvider.class).get("filled");
        for (int i = 0; i < 3; i++) {
            memory.add(UserMessage.from("Question " + i + ": " + "where is it? ".repeat(40)));
            memory.add(AiMessage.from("Answer " + i + ": " + "on its way. ".repeat(40)));
        }
        memory.add(UserMessage.from("And now?"));
        return memory.conversation();
    }

    private static int tokensOfAGreeting(AssertableApplicationContext context) {
        Conversation chat = context.getBean(SessionCompressor.class).conversation("greeting");
        chat.append(Message.user("Hello"));
        return chat.status().contextTokens();
    }

    /** Takes every message for a thousand tokens. */
    private static final class Thousand implements TokenCountEstimator {
        @Override
        public int estimateTokenCountInText(String text) {
            return 1_000;
        }

        @Override
        public int estimateTokenCountInMessage(ChatMessage message) {
            return 1_000;
        }

        @Override
        public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
            return 1_000
                    * (int) StreamSupport.stream(messages.spliterator(), false).count();
        }
    }
}
