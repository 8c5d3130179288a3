package io.github.sessioncompression.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Turns over chat memories on a real PostgreSQL.
 *
 * <p>Ours keeps every message and shows what fits into {@value #WINDOW} tokens; it is compressed before the time is taken and not again meanwhile. The
 * window memory over Spring AI's own repository holds just so many messages as there are. Every iteration begins with exactly so many messages, in a
 * conversation of its own.
 */
@Warmup(iterations = 12)
@Measurement(iterations = 12)
public class StoredTurnBenchmark extends SpringAiTurns {
    private static final int WINDOW = 32_000;

    /** Messages that the chat begins with. */
    @Param({"500", "5000", "20000"})
    public int messages;

    private EmbeddedPostgres server;
    private HikariDataSource database;
    private SessionCompressor compressor;
    private int conversations;

    /** Starts the server. */
    @Setup(Level.Trial)
    public void start() throws IOException {
        makePool(messages);
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
        fillMemories();
        compressor.conversation(chat).compress();
    }
}
