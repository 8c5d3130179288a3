package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.langchain4j.boot.service.Assistant;
import io.github.sessioncompression.store.SessionStore;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Store of an application's chats with the starter. */
class LangChain4jStoreChoiceTest {
    private final ApplicationContextRunner runner = Applications.windowed(
            Applications.withStarter().withBean("chatModel", ChatModel.class, RecordingChatModel::new));

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    @Test
    void chatsAreKeptInTheApplicationsStore() {
        InMemoryChatMemoryStore store = new InMemoryChatMemoryStore();
        runner.withBean(ChatMemoryStore.class, () -> store).run(context -> {
            context.getBean(Assistant.class).chat("user-42", "Hello");
            assertThat(store.getMessages("user-42")).hasSize(3);
        });
    }

    @Test
    void aSessionStoreGoesBeforeAChatMemoryStore() {
        InMemoryChatMemoryStore lists = new InMemoryChatMemoryStore();
        SessionStore sessions = SessionStore.inMemory();
        runner.withBean(ChatMemoryStore.class, () -> lists)
                .withBean(SessionStore.class, () -> sessions)
                .run(context -> {
                    context.getBean(Assistant.class).chat("user-42", "Hello");
                    assertThat(lists.getMessages("user-42")).isEmpty();
                    assertThat(sessions.head("user-42")).isPresent();
                });
    }

    @Test
    void usesDatabaseWithoutChatMemoryStore() {
        DataSource database = database();
        ApplicationContextRunner withDatabase = runner.withBean(DataSource.class, () -> database);
        withDatabase.run(context -> context.getBean(Assistant.class).chat("user-42", "Hello"));
        withDatabase.run(context -> assertThat(
                        context.getBean(ChatMemoryProvider.class).get("user-42").messages())
                .hasSize(3));
    }

    @Test
    void prefersChatMemoryStoreToDatabaseUnlessConfigured() {
        DataSource database = database();
        InMemoryChatMemoryStore lists = new InMemoryChatMemoryStore();
        ApplicationContextRunner withBoth =
                runner.withBean(DataSource.class, () -> database).withBean(ChatMemoryStore.class, () -> lists);
        withBoth.run(context -> context.getBean(Assistant.class).chat("user-42", "Hello"));
        assertThat(lists.getMessages("user-42")).hasSize(3);
        withBoth.withPropertyValues("session-compression.store=jdbc")
                .run(context -> context.getBean(Assistant.class).chat("user-43", "Hello"));
        assertThat(lists.getMessages("user-43")).isEmpty();
    }

    @Test
    void databaseKeepsMessageAttributes() {
        DataSource database = database();
        UserMessage marked = UserMessage.builder()
                .addContent(TextContent.from("Hello"))
                .attributes(Map.of("from", "the shop's page"))
                .build();
        ApplicationContextRunner withDatabase = runner.withBean(DataSource.class, () -> database);
        withDatabase.run(context ->
                context.getBean(ChatMemoryProvider.class).get("user-42").add(marked));
        withDatabase.run(context -> assertThat(
                        context.getBean(ChatMemoryProvider.class).get("user-42").messages())
                .contains(marked));
    }
}
