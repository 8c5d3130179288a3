package io.github.sessioncompression.spring.ai.boot;

import static io.github.sessioncompression.spring.ai.boot.ChattingApplication.chat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.settings.PinnedMessages;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class SpringAiCompressionAutoConfigurationTest {
    private final ApplicationContextRunner withoutWindow = ChattingApplication.bare();
    private final ApplicationContextRunner runner = ChattingApplication.windowed();
    private final ApplicationContextRunner chatting = ChattingApplication.runner();

    @Test
    void springBootFindsTheAutoConfiguration() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(
                        SpringAiCompressionAutoConfiguration.class.getName(),
                        SessionStateAdvisorAutoConfiguration.class.getName());
    }

    @Test
    void theMemoryTakesThePlaceOfSpringAisOwn() {
        runner.run(context -> {
            assertThat(context)
                    .hasSingleBean(ChatMemory.class)
                    .hasSingleBean(CompressingChatMemory.class)
                    .hasSingleBean(SessionStateAdvisor.class);
            assertThat(context.getBean(CompressingChatMemory.class).compressor())
                    .isSameAs(context.getBean(SessionCompressor.class));
        });
    }

    @Test
    void theApplicationsOwnMemoryGoesFirstAndNeedsNoWindow() {
        withoutWindow
                .withUserConfiguration(ChattingApplication.class)
                .withBean(ChatMemory.class, () -> MessageWindowChatMemory.builder()
                        .build())
                .run(context -> {
                    assertThat(context)
                            .hasNotFailed()
                            .hasSingleBean(ChatMemory.class)
                            .doesNotHaveBean(CompressingChatMemory.class)
                            .doesNotHaveBean(SessionStateAdvisor.class);
                    assertThat(context.getBeanFactory().containsSingleton("sessionCompressor"))
                            .isFalse();
                    chat(context, "user-42", "Hello");
                    assertThat(context.getBean(ChattingApplication.class).lastPrompt())
                            .doesNotContain("session_state");
                });
    }

    @Test
    void withoutAMemoryOfItsOwnTheApplicationNeedsAWindow() {
        withoutWindow.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .hasMessageContaining("session-compression.context-window is not set"));
    }

    @Test
    void compressesWithModelNamedInSetting() {
        chatting.withPropertyValues("session-compression.compression-model=chat-model")
                .run(context -> {
                    compress(context);
                    assertThat(context.getBean(ChattingApplication.class).prompts())
                            .isNotEmpty();
                });
        chatting.run(context -> {
            compress(context);
            assertThat(context.getBean(ChattingApplication.class).prompts()).isEmpty();
        });
    }

    @Test
    void aModelWithTheQualifierCompresses() {
        chatting.withUserConfiguration(Small.class).run(context -> {
            compress(context);
            assertThat(context.getBean(Small.class).model.prompts()).isNotEmpty();
            assertThat(context.getBean(ChattingApplication.class).prompts()).isEmpty();
        });
    }

    @Test
    void withoutTheSharedPartsNothingIsSetUp() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SpringAiCompressionAutoConfiguration.class, SessionStateAdvisorAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(SessionCompressionAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChatMemory.class));
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
                    ChatMemory memory = context.getBean(ChatMemory.class);
                    memory.add("potter", new UserMessage("Rule: answer in one sentence."));
                    memory.add("potter", new AssistantMessage("I will."));
                    memory.add("potter", new UserMessage("I am allergic to cobalt."));
                    memory.add("potter", new AssistantMessage("Noted."));
                    memory.add("potter", new UserMessage("Is the kiln hot?"));
                    assertThat(context.getBean(SessionCompressor.class)
                                    .conversation("potter")
                                    .pins())
                            .extracting(pin -> pin.message().text())
                            .containsExactly("Rule: answer in one sentence.", "I am allergic to cobalt.");
                });
    }

    private static void compress(AssertableApplicationContext context) {
        Conversation chat = context.getBean(SessionCompressor.class).conversation("filled");
        for (int i = 0; i < 3; i++) {
            chat.append(
                    Message.user("Question " + i + ": " + "where is it? ".repeat(40)),
                    Message.assistant("Answer " + i + ": " + "on its way. ".repeat(40)));
        }
        chat.append(Message.user("And now?"));
        chat.compress();
    }

    @Configuration
    static class Small {
        private final RecordingChatModel model = new RecordingChatModel();

        @Bean(defaultCandidate = false)
        @Qualifier("session-compression")
        ChatModel smallModel() {
            return model;
        }
    }
}
