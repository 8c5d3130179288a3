package io.github.sessioncompression.spring.ai.boot;

import static io.github.sessioncompression.spring.ai.boot.ChattingApplication.chat;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.LogLines;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import io.github.sessioncompression.store.SessionStore;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Store of an application's chats. */
@Tag("once")
class SpringAiStoreChoiceTest {
    private final ApplicationContextRunner chatting = ChattingApplication.runner();

    private static DataSource database() {
        return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @Test
    void usesRepositoryOfSpringAi() {
        chatting.run(context -> {
            chat(context, "user-42", "Hello");
            assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
                    .containsExactly("user-42");
        });
    }

    @Test
    void logsThatChatsInMemoryGoWithTheProcess() {
        DataSource database = database();
        assertThat(firstLine(chatting)).contains("ChatMemoryRepository in memory", "gone when this process ends");
        assertThat(firstLine(chatting.withBean(ChatMemoryRepository.class, InMemoryChatMemoryRepository::new)))
                .contains("gone when this process ends");
        assertThat(firstLine(chatting.withPropertyValues("session-compression.store=memory")))
                .contains("this process's memory", "gone when it ends");
        assertThat(firstLine(chatting.withBean(DataSource.class, () -> database)))
                .doesNotContain("gone");
    }

    private static String firstLine(ApplicationContextRunner application) {
        try (LogLines lines = new LogLines(Level.INFO)) {
            application.run(context -> chat(context, "user-42", "Hello"));
            return lines.at(Level.INFO).get(0);
        }
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
    void prefersDatabaseToRepositoryOfSpringAi() {
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
    void prefersApplicationRepositoryToDatabaseUnlessConfigured() {
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
    void usesRepositoryOfSpringAiIfConfigured() {
        DataSource database = database();
        chatting.withBean(DataSource.class, () -> database)
                .withPropertyValues("session-compression.store=framework")
                .run(context -> {
                    chat(context, "user-42", "Hello");
                    assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
                            .containsExactly("user-42");
                });
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
}
