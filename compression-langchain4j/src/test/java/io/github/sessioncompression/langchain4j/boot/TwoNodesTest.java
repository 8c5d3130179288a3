package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.langchain4j.boot.service.Assistant;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.store.jdbc.WatchedPool;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Two applications with a pool each over one PostgreSQL, a chat memory store that keeps a list as one row, and the side store that the
 * library sets up by itself: callers of both in one conversation lose and double nothing.
 */
@Tag("endurance")
@Tag("landing")
class TwoNodesTest {
    private static final String CHAT = "user-42";
    private static final int TURNS = 25;

    private final WatchedPool database = new WatchedPool(PostgreSql.url());

    /** A row of JSON for each chat; the last one to write it wins. */
    private record TableStore(DataSource database) implements ChatMemoryStore {
        private void write(String sql, String... values) {
            try (Connection connection = database.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setString(i + 1, values[i]);
                }
                statement.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<ChatMessage> getMessages(Object memoryId) {
            try (Connection connection = database.getConnection();
                    PreparedStatement statement =
                            connection.prepareStatement("SELECT messages FROM own_chats WHERE id = ?")) {
                statement.setString(1, memoryId.toString());
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? ChatMessageDeserializer.messagesFromJson(row.getString(1)) : List.of();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            write(
                    "INSERT INTO own_chats VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET messages = excluded.messages",
                    memoryId.toString(),
                    ChatMessageSerializer.messagesToJson(messages));
        }

        @Override
        public void deleteMessages(Object memoryId) {
            write("DELETE FROM own_chats WHERE id = ?", memoryId.toString());
        }
    }

    /** Repeats the question in its answer. */
    private static final class Repeating implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            String question = request.messages().stream()
                    .filter(UserMessage.class::isInstance)
                    .map(message -> ((UserMessage) message).singleText())
                    .reduce("", (before, last) -> last);
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("Answer to " + question))
                    .build();
        }
    }

    @BeforeEach
    void begin() {
        TableStore table = new TableStore(database);
        table.write("DROP SCHEMA public CASCADE");
        table.write("CREATE SCHEMA public");
        table.write("CREATE TABLE own_chats (id text PRIMARY KEY, messages text NOT NULL)");
    }

    @AfterEach
    void end() throws SQLException {
        database.close();
    }

    private static ApplicationContextRunner application(WatchedPool pool) {
        return Applications.withStarter()
                .withPropertyValues("session-compression.context-window=128000")
                .withBean("chatModel", ChatModel.class, Repeating::new)
                .withBean(DataSource.class, () -> pool)
                .withBean(ChatMemoryStore.class, () -> new TableStore(pool));
    }

    private static String question(int caller, int turn) {
        return "How is bed " + turn + " of caller " + caller + "?";
    }

    private static void ask(List<Assistant> nodes, int callers) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        List<Callable<Void>> asking = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int who = caller;
            asking.add(() -> {
                for (int turn = 0; turn < TURNS; turn++) {
                    nodes.get(who % nodes.size()).chat(CHAT, question(who, turn));
                }
                return null;
            });
        }
        for (Future<Void> each : threads.invokeAll(asking)) {
            each.get();
        }
        threads.shutdown();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void callersOfTwoNodesKeepEachQuestionOnce(int callers) throws Exception {
        List<String> questions = IntStream.range(0, callers)
                .boxed()
                .flatMap(caller -> IntStream.range(0, TURNS).mapToObj(turn -> question(caller, turn)))
                .toList();
        try (WatchedPool first = new WatchedPool(PostgreSql.url());
                WatchedPool second = new WatchedPool(PostgreSql.url());
                Warnings warnings = new Warnings()) {
            application(first).run(one -> application(second).run(other -> {
                ask(List.of(one.getBean(Assistant.class), other.getBean(Assistant.class)), callers);

                List<String> said = other.getBean(SessionCompressor.class).conversation(CHAT).transcript().stream()
                        .filter(message -> message.role() != Role.SYSTEM)
                        .map(Message::text)
                        .toList();
                assertThat(said).filteredOn(questions::contains).containsExactlyInAnyOrderElementsOf(questions);
                assertThat(said).filteredOn(text -> text.startsWith("Answer")).hasSize(questions.size());
                assertThat(new TableStore(database).getMessages(CHAT))
                        .as("read by another program")
                        .hasSize(said.size() + 1);
                assertThat(warnings.lines()).hasSizeLessThanOrEqualTo(2).allSatisfy(line -> assertThat(line)
                        .contains("at the same moment", "session-compression.store=jdbc"));
            }));
        }
    }
}
