package io.github.sessioncompression.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * One turn over chat memories on a real PostgreSQL: what Spring AI's memory advisor does around a call.
 *
 * <p>Ours keeps every message and shows what fits into {@value #WINDOW} tokens; it is compressed before the time is taken and not again meanwhile. The
 * window memory over Spring AI's own repository holds just so many messages as there are. Every iteration begins with exactly so many messages, in a
 * conversation of its own.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 12)
@Measurement(iterations = 12)
@Fork(1)
public class StoredTurnBenchmark {
    private static final int TURNS = 50;
    private static final int WINDOW = 32_000;
    private static final int TOKENS = 60;

    /** Messages that the chat begins with. */
    @Param({"500", "5000", "20000"})
    public int messages;

    private final List<Message> pool = new ArrayList<>();
    private EmbeddedPostgres server;
    private HikariDataSource database;
    private SessionCompressor compressor;
    private ChatMemory compressing;
    private ChatMemory window;
    private int conversations;
    private String chat = "";

    /** Starts the server. */
    @Setup(Level.Trial)
    public void start() throws IOException {
        for (io.github.sessioncompression.message.Message message :
                new MadeUpChat().talk(messages + 2 * TURNS, TOKENS)) {
            pool.add(
                    message.role() == Role.USER
                            ? new UserMessage(message.text())
                            : new AssistantMessage(message.text()));
        }
        server = EmbeddedPostgres.start();
        database = new HikariDataSource();
        database.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
        compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .store(JdbcSessionStore.builder(database).build())
                .build();
        compressing = CompressingChatMemory.builder().compressor(compressor).build();
        new ResourceDatabasePopulator(new ClassPathResource(
                        "org/springframework/ai/chat/memory/repository/jdbc/schema-postgresql.sql"))
                .execute(database);
        window = MessageWindowChatMemory.builder()
                .chatMemoryRepository(JdbcChatMemoryRepository.builder()
                        .jdbcTemplate(new JdbcTemplate(database))
                        .build())
                .maxMessages(messages)
                .build();
    }

    /** Stops it. */
    @TearDown(Level.Trial)
    public void stop() throws IOException {
        compressor.close();
        database.close();
        server.close();
    }

    /** Begins a conversation in each, with so many messages. */
    @Setup(Level.Iteration)
    public void fill() {
        chat = "chat " + ++conversations;
        for (ChatMemory memory : List.of(compressing, window)) {
            memory.add(chat, new ArrayList<>(pool.subList(0, messages)));
            memory.get(chat);
        }
        compressor.conversation(chat).compress();
    }

    /** Ours. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int compressing() {
        return turns(compressing);
    }

    /** Spring AI's own. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int messageWindow() {
        return turns(window);
    }

    private int turns(ChatMemory memory) {
        int size = 0;
        for (int i = 0; i < 2 * TURNS; i += 2) {
            size += memory.get(chat).size();
            memory.add(chat, pool.get(messages + i));
            memory.add(chat, pool.get(messages + i + 1));
        }
        return size;
    }
}
