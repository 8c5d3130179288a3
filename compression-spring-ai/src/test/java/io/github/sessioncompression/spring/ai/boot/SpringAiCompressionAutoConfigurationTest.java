package io.github.sessioncompression.spring.ai.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SpringAiCompressionAutoConfigurationTest {
    private final ApplicationContextRunner withoutWindow = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ChatMemoryAutoConfiguration.class,
                    SessionStateAdvisorAutoConfiguration.class,
                    SpringAiCompressionAutoConfiguration.class,
                    SessionCompressionAutoConfiguration.class));
    private final ApplicationContextRunner runner = withoutWindow.withPropertyValues(
            "session-compression.context-window=4000", "session-compression.model.retries=0");
    private final ApplicationContextRunner chatting = runner.withUserConfiguration(Chatting.class);

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
                .withUserConfiguration(Chatting.class)
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
                    assertThat(context.getBean(Chatting.class).lastPrompt()).doesNotContain("session_state");
                });
    }

    @Test
    void withoutAMemoryOfItsOwnTheApplicationNeedsAWindow() {
        withoutWindow.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .hasMessageContaining("session-compression.context-window is not set"));
    }

    @Test
    void chatsAreKeptInTheRepositoryThatSpringAiSetsUp() {
        chatting.run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
                    .containsExactly("user-42");
        });
    }

    @Test
    void chatsAreKeptInTheApplicationsRepository() {
        InMemoryChatMemoryRepository repository = new InMemoryChatMemoryRepository();
        chatting.withBean(ChatMemoryRepository.class, () -> repository).run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(repository.findByConversationId("user-42")).hasSize(2);
        });
    }

    @Test
    void aSessionStoreGoesBeforeARepository() {
        SessionStore sessions = SessionStore.inMemory();
        chatting.withBean(SessionStore.class, () -> sessions).run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(sessions.head("user-42")).isPresent();
            assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
                    .isEmpty();
        });
    }

    @Test
    void aDatabaseGoesBeforeTheRepositoryThatSpringAiSetsUp() {
        DataSource database = database();
        ApplicationContextRunner withDatabase = chatting.withBean(DataSource.class, () -> database);
        withDatabase.run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
                    .isEmpty();
        });
        withDatabase.run(context ->
                assertThat(context.getBean(ChatMemory.class).get("user-42")).hasSize(2));
    }

    @Test
    void metadataAreKeptInADatabaseUnlessTheApplicationHasACodec() {
        DataSource database = database();
        UserMessage question = UserMessage.builder()
                .text("Which plant is this?")
                .metadata(Map.of("bed", "south"))
                .build();
        ApplicationContextRunner withDatabase = chatting.withBean(DataSource.class, () -> database);
        withDatabase.run(context -> context.getBean(ChatMemory.class).add("user-42", question));
        withDatabase.run(context ->
                assertThat(context.getBean(ChatMemory.class).get("user-42")).containsExactly(question));
        withDatabase.withBean(MessageCodec.class, MessageCodec::neutral).run(context -> assertThat(
                        context.getBean(ChatMemory.class).get("user-42"))
                .containsExactly(new UserMessage("Which plant is this?")));
    }

    @Test
    void theApplicationsRepositoryGoesBeforeADatabaseUnlessTheSettingSaysOtherwise() {
        DataSource database = database();
        InMemoryChatMemoryRepository repository = new InMemoryChatMemoryRepository();
        ApplicationContextRunner withBoth = chatting.withBean(DataSource.class, () -> database)
                .withBean(ChatMemoryRepository.class, () -> repository);
        withBoth.run(context -> chat(context, "user-42", "Hello"));
        assertThat(repository.findByConversationId("user-42")).hasSize(2);
        withBoth.withPropertyValues("session-compression.store=jdbc").run(context -> {
            assertThat(context.getBean(ChatMemory.class).get("user-42")).isEmpty();
            chat(context, "user-43", "Hello");
        });
        assertThat(repository.findConversationIds()).containsExactly("user-42");
    }

    @Test
    void theSettingCanAskForTheRepositoryThatSpringAiSetsUp() {
        DataSource database = database();
        chatting.withBean(DataSource.class, () -> database)
                .withPropertyValues("session-compression.store=framework")
                .run(context -> {
                    chat(context, "user-42", "Hello");
                    assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
                            .containsExactly("user-42");
                });
    }

    private static DataSource database() {
        return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @Test
    void withoutSpringAisAutoConfigurationChatsAreKeptInMemory() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SpringAiCompressionAutoConfiguration.class, SessionCompressionAutoConfiguration.class))
                .withPropertyValues("session-compression.context-window=4000")
                .run(context -> assertThat(context)
                        .hasSingleBean(CompressingChatMemory.class)
                        .doesNotHaveBean(ChatMemoryRepository.class));
    }

    @Test
    void aLongChatIsCompressedByTheModelThatTheSettingNames() {
        chatting.withPropertyValues("session-compression.compression-model=chat-model")
                .run(context -> {
                    compress(context);
                    assertThat(context.getBean(Chatting.class).model.prompts).isNotEmpty();
                });
        chatting.run(context -> {
            compress(context);
            assertThat(context.getBean(Chatting.class).model.prompts).isEmpty();
        });
    }

    @Test
    void aModelWithTheQualifierCompresses() {
        chatting.withUserConfiguration(Small.class).run(context -> {
            compress(context);
            assertThat(context.getBean(Small.class).model.prompts).isNotEmpty();
            assertThat(context.getBean(Chatting.class).model.prompts).isEmpty();
        });
    }

    @Test
    void clientsGetTheAdvisorUnlessTheSettingSaysOtherwise() {
        chatting.run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(context.getBean(Chatting.class).lastPrompt()).contains("session_state");
        });
        chatting.withPropertyValues("session-compression.spring-ai.default-advisor=false")
                .run(context -> {
                    chat(context, "user-42", "Hello");
                    assertThat(context.getBean(Chatting.class).lastPrompt()).doesNotContain("session_state");
                });
    }

    @Test
    void onePropertyGivesTheModelItsToolsAndSaysSo() {
        chatting.run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(tools(context)).isEmpty();
            assertThat(context.getBean(Chatting.class).lastPrompt()).doesNotContain("search_history");
        });
        chatting.withPropertyValues("session-compression.state.history-tools=true")
                .run(context -> {
                    chat(context, "user-42", "Hello");
                    assertThat(tools(context)).containsExactly("search_history", "expand_segment");
                    assertThat(context.getBean(Chatting.class).lastPrompt()).contains("`search_history`");
                });
        chatting.withPropertyValues("session-compression.conversations[support-*].state.history-tools=true")
                .run(context -> {
                    chat(context, "support-1", "Hello");
                    assertThat(tools(context)).containsExactly("search_history", "expand_segment");
                    chat(context, "user-42", "Hello");
                    assertThat(tools(context)).isEmpty();
                });
    }

    private static List<String> tools(AssertableApplicationContext context) {
        List<Prompt> prompts = context.getBean(Chatting.class).model.prompts;
        return prompts.get(prompts.size() - 1).getOptions() instanceof ToolCallingChatOptions options
                ? options.getToolCallbacks().stream()
                        .map(tool -> tool.getToolDefinition().name())
                        .toList()
                : List.of();
    }

    @Test
    void aClientThatAddsTheAdvisorTooIsAdvisedOnce() {
        chatting.withPropertyValues("session-compression.state.awareness-text=You remember.")
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
                    assertThat(context.getBean(Chatting.class).lastPrompt()).containsOnlyOnce("You remember.");
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
            assertThat(context.getBean(Chatting.class).lastPrompt()).doesNotContain("session_state");
        });
    }

    @Test
    void aMisspeltSwitchIsRefused() {
        runner.withPropertyValues("session-compression.spring-ai.default-advisor=on")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessage(
                                "session-compression.spring-ai.default-advisor must be true or false, but was 'on'"));
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

    @Test
    void withoutTheSharedPartsNothingIsSetUp() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SpringAiCompressionAutoConfiguration.class, SessionStateAdvisorAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(SessionCompressionAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChatMemory.class));
    }

    private static void chat(AssertableApplicationContext context, String id, String text) {
        context.getBean(ChatClient.Builder.class)
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(context.getBean(ChatMemory.class))
                        .build())
                .build()
                .prompt()
                .system("You sell pottery.")
                .user(text)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id))
                .call()
                .content();
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

    /** Answers every prompt alike and remembers it. */
    static final class RecordingModel implements ChatModel {
        private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

        @Override
        public ChatResponse call(Prompt prompt) {
            prompts.add(prompt);
            return new ChatResponse(List.of(new Generation(new AssistantMessage("It is on its way."))));
        }
    }

    /** As Spring AI's auto-configuration does it: one model, and a new builder for whoever asks. */
    @Configuration
    static class Chatting {
        private final RecordingModel model = new RecordingModel();

        @Bean
        ChatModel chatModel() {
            return model;
        }

        @Bean
        @Scope("prototype")
        ChatClient.Builder chatClientBuilder(ChatModel chatModel) {
            return ChatClient.builder(chatModel);
        }

        String lastPrompt() {
            return model.prompts.get(model.prompts.size() - 1).getContents();
        }
    }

    @Configuration
    static class Small {
        private final RecordingModel model = new RecordingModel();

        @Bean(defaultCandidate = false)
        @Qualifier("session-compression")
        ChatModel smallModel() {
            return model;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAdvisor {
        @Bean
        SessionStateAdvisor ownAdvisor(CompressingChatMemory memory) {
            return SessionStateAdvisor.builder(memory).order(7).build();
        }
    }
}
