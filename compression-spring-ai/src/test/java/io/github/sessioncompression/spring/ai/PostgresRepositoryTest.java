package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.store.jdbc.WatchedPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

@Tag("landing")
class PostgresRepositoryTest extends JdbcRepositoryContract {
    private static WatchedPool database;

    @BeforeAll
    static void start() {
        database = new WatchedPool(PostgreSql.url());
    }

    @AfterAll
    static void end() throws SQLException {
        database.close();
    }

    @Override
    DataSource open() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA public CASCADE");
            statement.execute("CREATE SCHEMA public");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return database;
    }

    @Override
    String schema() {
        return "postgresql";
    }

    /** Two saves at the same moment leave both lists in the table. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoNodesDoubleNothing(boolean beside) throws Exception {
        int rounds = 20;
        List<CompressingChatMemory> nodes = List.of(node(database, beside), node(database, beside));
        ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
        for (int round = 0; round < rounds; round++) {
            CyclicBarrier start = new CyclicBarrier(nodes.size());
            List<Future<?>> adding = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                CompressingChatMemory node = nodes.get(i);
                List<Message> turn = turn("node " + i + ", turn " + round);
                adding.add(threads.submit(() -> {
                    start.await();
                    node.add(SpringChat.ID, turn);
                    return null;
                }));
            }
            for (Future<?> each : adding) {
                each.get();
            }
        }
        threads.shutdown();
        nodes.get(0).add(SpringChat.ID, turn("the last"));

        List<String> rows =
                JdbcChatMemoryRepository.builder()
                        .dataSource(database)
                        .build()
                        .findByConversationId(SpringChat.ID)
                        .stream()
                        .map(Message::getText)
                        .toList();
        assertThat(rows).hasSameSizeAs(new HashSet<>(rows));
        if (beside) {
            assertThat(rows).hasSize(2 * (2 * rounds + 1));
        }
        assertThat(nodes.get(1).get(SpringChat.ID)).extracting(Message::getText).containsAll(rows);
    }

    private static List<Message> turn(String question) {
        return List.of(new UserMessage(question), new AssistantMessage("Answer to " + question));
    }

    private static CompressingChatMemory node(DataSource database, boolean beside) {
        CompressionPolicy policy = CompressionPolicy.forWindow(128_000);
        SideStore side = beside
                ? SideStore.of(JdbcSessionStore.builder(database)
                                .messageCodec(MessageSources.codec())
                                .build())
                        .withStateInList(false)
                : SideStore.none();
        JdbcChatMemoryRepository repository =
                JdbcChatMemoryRepository.builder().dataSource(database).build();
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(policy)
                        .store(ChatMemoryRepositories.asSessionStore(
                                repository, policy.state().schema(), side))
                        .build())
                .build();
    }
}
