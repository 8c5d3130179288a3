package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A PostgreSQL that is locked, full, read-only, or has another encoding. */
@Tag("landing")
class PostgreSqlLimitsTest {
    private static final String PREFIX = "limits_";
    private static final String CHAT = "chat";

    private final WatchedPool pool = new WatchedPool(PostgreSql.url());

    @AfterEach
    void drop() throws Exception {
        pool.execute(Schema.statements(Schema.script(Dialect.POSTGRESQL, 'U'), PREFIX)
                .toArray(String[]::new));
        pool.close();
    }

    private static JdbcStoreBuilder builder(DataSource database) {
        return JdbcSessionStore.builder(database).tablePrefix(PREFIX).retryFor(Duration.ofSeconds(1));
    }

    @Test
    void pausedTransactionHoldsNobodyUpForLong() throws Exception {
        try (SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(128_000))
                        .store(builder(pool).build())
                        .build();
                Connection paused = DriverManager.getConnection(PostgreSql.url());
                Statement statement = paused.createStatement()) {
            Conversation chat = compressor.conversation(CHAT);
            chat.append(Message.user("one"));
            paused.setAutoCommit(false);
            statement.execute("UPDATE " + PREFIX + "conversation SET messages = messages");

            assertThat(chat.view().messages()).isNotEmpty();
            long began = System.nanoTime();
            assertThatThrownBy(() -> chat.append(Message.user("two")))
                    .isInstanceOf(JdbcStoreException.class)
                    .hasMessageContaining("open transaction of another process");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(60));

            paused.rollback();
            chat.append(Message.user("three"));
            assertThat(chat.transcript()).extracting(Message::text).containsExactly("one", "three");
        }
    }

    @Test
    void tellsOfMissingTable() {
        JdbcSessionStore store = builder(pool).build();
        pool.execute("DROP TABLE " + PREFIX + "record");
        assertThatThrownBy(() -> store.history(CHAT))
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining("a table of the store is missing")
                .hasMessageContaining(PREFIX + "record");
    }

    @Test
    void tellsOfFullPool() {
        AtomicBoolean full = new AtomicBoolean();
        AtomicInteger asked = new AtomicInteger();
        DataSource limited = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (full.get()) {
                        asked.incrementAndGet();
                        throw new SQLTransientConnectionException("pool-1 - Connection is not available");
                    }
                    return method.invoke(pool, arguments);
                });
        JdbcSessionStore store =
                builder(limited).retryFor(Duration.ofMinutes(1)).build();
        full.set(true);
        assertThatThrownBy(() -> store.head(CHAT))
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining("no connection to be had")
                .hasMessageContaining("pool-1 - Connection is not available");
        assertThat(asked).as("the pool has waited itself").hasValue(1);
    }

    @Test
    void tellsOfReadOnlyDatabase() throws Exception {
        builder(pool).build();
        try (WatchedPool replica =
                        new WatchedPool(PostgreSql.url() + "&options=-c%20default_transaction_read_only=on");
                Warnings warnings = new Warnings()) {
            JdbcSessionStore store = builder(replica).build();
            assertThat(warnings.lines()).singleElement().asString().contains("read-only");
            assertThatThrownBy(() -> store.delete(CHAT)).hasMessageContaining("the database is read-only");
        }
    }

    @Test
    void tellsOfAnotherEncoding() throws Exception {
        pool.execute("DROP DATABASE IF EXISTS latin");
        pool.execute("CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
        try (WatchedPool latin = new WatchedPool(PostgreSql.url().replace("/postgres?", "/latin?"));
                Warnings warnings = new Warnings()) {
            builder(latin).build();
            assertThat(warnings.lines()).singleElement().asString().contains("LATIN1", "UTF8");
        }
    }
}
