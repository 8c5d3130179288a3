package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("endurance")
@Tag("landing")
class H2FileStoreTest extends JdbcStoreContract {
    private static final Entry HELLO = new Entry(1, Message.user("Hello"), 4);

    private static WatchedPool pool;

    @BeforeAll
    static void open(@TempDir Path folder) {
        pool = new WatchedPool("jdbc:h2:retry:" + folder.resolve("store") + ";WRITE_DELAY=0");
    }

    @AfterAll
    static void close() throws SQLException {
        pool.close();
    }

    @Test
    void warnsOfDelayedWrites(@TempDir Path folder) throws SQLException {
        String url = "jdbc:h2:retry:" + folder.resolve("late");
        try (Warnings warnings = new Warnings()) {
            try (WatchedPool safe = new WatchedPool(url + ";WRITE_DELAY=0")) {
                JdbcSessionStore.builder(safe).build();
            }
            JdbcSessionStore.builder(new WatchedPool("jdbc:h2:mem:late")).build();
            assertThat(warnings.lines()).isEmpty();
            try (WatchedPool late = new WatchedPool(url + ";WRITE_DELAY=500")) {
                JdbcSessionStore.builder(late).build();
            }
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("500 ms")
                    .contains("WRITE_DELAY=0");
        }
    }

    @Test
    void warnsOfFilesClosedByInterrupts(@TempDir Path folder) throws SQLException {
        try (Warnings warnings = new Warnings();
                WatchedPool plain = new WatchedPool("jdbc:h2:file:" + folder.resolve("plain") + ";WRITE_DELAY=0")) {
            JdbcSessionStore.builder(plain).build();
            assertThat(warnings.lines()).singleElement().asString().contains("jdbc:h2:retry:");
        }
    }

    @Test
    void secondWriterWaitsForFirst() throws Exception {
        try (WatchedPool own = new WatchedPool("jdbc:h2:mem:waits;DB_CLOSE_DELAY=-1")) {
            SessionStore store = JdbcSessionStore.builder(own).build();
            Thread second = new Thread(() -> store.append("two", "life", 0, "b", List.of(HELLO)));
            AtomicBoolean waits = new AtomicBoolean();
            own.fault((real, method) -> {
                if (method.equals("commit") && second.getState() == Thread.State.NEW) {
                    int given = own.given();
                    second.start();
                    while (second.isAlive() && second.getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                    waits.set(second.isAlive() && own.given() == given);
                }
                return false;
            });

            store.append("one", "life", 0, "a", List.of(HELLO));
            second.join();

            assertThat(waits).isTrue();
            assertThat(store.head("two")).isPresent();
        }
    }

    @Test
    void staysOpenWhenCompressionsAreAborted(@TempDir Path folder) throws SQLException {
        String url = "jdbc:h2:file:" + folder.resolve("aborted") + ";WRITE_DELAY=0";
        try (WatchedPool shared = new WatchedPool(url);
                Connection others = shared.getConnection();
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(8_000))
                        .store(JdbcSessionStore.builder(shared).build())
                        .build()) {
            Conversation chat = compressor.conversation("chat");
            for (int i = 0; i < 60; i++) {
                chat.append(
                        Message.user("Bed " + i + " holds roses. " + "They need water and some sun. ".repeat(20)),
                        Message.assistant("Noted for bed " + i + ". " + "I will see to it in time. ".repeat(20)));
                CompletableFuture<Outcome> running = chat.compressAsync(Focus.none());
                for (int asked = 0; asked < i % 6; asked++) {
                    chat.transcript();
                }
                chat.abort();
                running.exceptionally(aborted -> new Outcome.Failed("ABORTED")).join();
                assertThat(others.isValid(1)).as("after %s", i).isTrue();
            }
            assertThat(chat.transcript()).hasSize(120);
        }
    }

    @Override
    WatchedPool pool() {
        return pool;
    }
}
