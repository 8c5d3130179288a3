package io.github.sessioncompression.spring.ai.boot;

import static io.github.sessioncompression.spring.ai.boot.ChattingApplication.chat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import io.github.sessioncompression.spring.boot.CompressionPolicyCustomizer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The advisor that clients get without a word, and what it tells the model. */
class DefaultAdvisorTest {
    private final ApplicationContextRunner runner = ChattingApplication.windowed();
    private final ApplicationContextRunner chatting = ChattingApplication.runner();

    private static List<String> tools(AssertableApplicationContext context) {
        List<Prompt> prompts = context.getBean(ChattingApplication.class).prompts();
        return prompts.get(prompts.size() - 1).getOptions() instanceof ToolCallingChatOptions options
                ? options.getToolCallbacks().stream()
                        .map(tool -> tool.getToolDefinition().name())
                        .toList()
                : List.of();
    }

    @Test
    void clientsGetTheAdvisorUnlessTheSettingSaysOtherwise() {
        chatting.run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(context.getBean(ChattingApplication.class).lastPrompt()).contains("session_state");
        });
        chatting.withPropertyValues("session-compression.guard-models=false").run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(context.getBean(ChattingApplication.class).lastPrompt()).doesNotContain("session_state");
        });
    }

    @Test
    void onePropertyGivesTheModelItsToolsAndSaysSo() {
        chatting.run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(tools(context)).isEmpty();
            assertThat(context.getBean(ChattingApplication.class).lastPrompt()).doesNotContain("search_history");
        });
        chatting.withPropertyValues("session-compression.state.history-tools=true")
                .run(context -> {
                    chat(context, "user-42", "Hello");
                    assertThat(tools(context)).containsExactly("search_history", "expand_segment");
                    assertThat(context.getBean(ChattingApplication.class).lastPrompt())
                            .contains("`search_history`");
                });
        chatting.withPropertyValues("session-compression.conversations[support-*].state.history-tools=true")
                .run(context -> {
                    chat(context, "support-1", "Hello");
                    assertThat(tools(context)).containsExactly("search_history", "expand_segment");
                    chat(context, "user-42", "Hello");
                    assertThat(tools(context)).isEmpty();
                });
    }

    @Test
    void appliesAdvisorAddedTwiceOnce() {
        chatting.withBean(
                        CompressionPolicyCustomizer.class,
                        () -> policy -> policy.withState(policy.state().withAwarenessText("You remember.")))
                .run(context -> {
                    context.getBean(ChatClient.Builder.class)
                            .defaultAdvisors(context.getBean(SessionStateAdvisor.class))
                            .defaultAdvisors(MessageChatMemoryAdvisor.builder(context.getBean(ChatMemory.class))
                                    .build())
                            .build()
                            .prompt("Hello")
                            .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "user-42"))
                            .call()
                            .content();
                    assertThat(context.getBean(ChattingApplication.class).lastPrompt())
                            .containsOnlyOnce("You remember.");
                    assertThat(context.getBean(SessionCompressor.class)
                                    .conversation("user-42")
                                    .transcript())
                            .filteredOn(message -> message.text().equals("Hello"))
                            .hasSize(1);
                });
    }

    @Test
    void aClientWithoutAMemoryChatsOn() {
        chatting.run(context -> {
            assertThat(context.getBean(ChatClient.Builder.class)
                            .build()
                            .prompt("Hello")
                            .call()
                            .content())
                    .isEqualTo("It is on its way.");
            assertThat(context.getBean(ChattingApplication.class).lastPrompt()).doesNotContain("session_state");
        });
    }

    @Test
    void leavesSecondClientWithOtherMemoryAlone() {
        chatting.run(context -> {
            String document = "The tenant pays on the third day. ".repeat(2_000);
            context.getBean(ChatClient.Builder.class)
                    .defaultAdvisors(MessageChatMemoryAdvisor.builder(
                                    MessageWindowChatMemory.builder().build())
                            .build())
                    .build()
                    .prompt(document)
                    .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "user-42"))
                    .call()
                    .content();

            assertThat(context.getBean(ChattingApplication.class).prompts())
                    .singleElement()
                    .satisfies(prompt -> assertThat(prompt.getInstructions())
                            .singleElement()
                            .satisfies(message -> assertThat(message.getText()).isEqualTo(document)));
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation("user-42")
                            .status()
                            .stats()
                            .sentTokens())
                    .isZero();
        });
    }

    @Test
    void aMisspeltSwitchIsRefused() {
        runner.withPropertyValues("session-compression.guard-models=on")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessage("session-compression.guard-models must be true or false, but was 'on'"));
    }

    @Test
    void theApplicationsOwnAdvisorGoesFirst() {
        runner.withUserConfiguration(OwnAdvisor.class).run(context -> assertThat(context)
                .hasSingleBean(SessionStateAdvisor.class)
                .hasBean("ownAdvisor"));
    }

    @Test
    void withoutChatClientsThereIsNoAdvisor() {
        runner.withClassLoader(new FilteredClassLoader(ChatClient.class)).run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(CompressingChatMemory.class)
                .doesNotHaveBean("sessionStateAdvisor"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAdvisor {
        @Bean
        SessionStateAdvisor ownAdvisor(CompressingChatMemory memory) {
            return SessionStateAdvisor.builder(memory).order(7).build();
        }
    }
}
