package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.model.Waiting;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.Payloads;
import io.github.sessioncompression.store.RetryDelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires a {@link JdbcSessionStore}. Not for use by several threads. */
public final class JdbcStoreBuilder {
    /** Default prefix of the tables' names. */
    public static final String DEFAULT_TABLE_PREFIX = "session_compression_";

    /** Default time for which a failing call is repeated. */
    public static final Duration DEFAULT_RETRY_TIME = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(JdbcSessionStore.class);
    private static final Duration MAX_RETRY_TIME = Duration.ofMinutes(5);
    private static final int MAX_PREFIX_LENGTH = 30;

    private final DataSource dataSource;
    private String tablePrefix = DEFAULT_TABLE_PREFIX;
    private boolean createSchema = true;
    private InstantSource clock = InstantSource.system();
    private MessageCodec codec = MessageCodec.neutral();
    private Duration retryTime = DEFAULT_RETRY_TIME;
    private @Nullable Duration keepFor;
    private @Nullable PayloadCipher cipher;
    private Waiting waiting = Waiting.realTime();
    private LongSupplier nanoTime = System::nanoTime;

    JdbcStoreBuilder(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /**
     * Prefix of the tables' names, {@value #DEFAULT_TABLE_PREFIX} by default; stores with different ones know nothing of each
     * other. The tables are in the schema that connections have as their own.
     *
     * @param prefix 1 to {@value #MAX_PREFIX_LENGTH} letters and digits of ASCII and underscores, a letter first
     * @throws IllegalArgumentException if it is something else
     */
    public JdbcStoreBuilder tablePrefix(String prefix) {
        Objects.requireNonNull(prefix, "tablePrefix");
        boolean plain = !prefix.isEmpty()
                && prefix.length() <= MAX_PREFIX_LENGTH
                && isLetter(prefix.charAt(0))
                && prefix.chars().allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || c == '_');
        if (!plain) {
            throw new IllegalArgumentException("tablePrefix must be 1 to " + MAX_PREFIX_LENGTH
                    + " letters and digits of ASCII and underscores, a letter first, but was '" + prefix + "'");
        }
        tablePrefix = prefix;
        return this;
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /**
     * Lets {@link #build} create missing tables; {@code true} by default. Turn it off where Flyway, Liquibase or an
     * administrator runs the scripts that are beside this class as resources: {@code V1__session_compression.sql} makes the
     * tables, {@code U1__session_compression.sql} takes them away; each has a placeholder for the prefix, <code>${prefix}</code>.
     */
    public JdbcStoreBuilder createSchema(boolean create) {
        createSchema = create;
        return this;
    }

    /**
     * The clock by which leases run and conversations expire; the system's by default. Processes whose clocks differ by more than a lease
     * lasts may compress the same twice; nothing else comes of it.
     */
    public JdbcStoreBuilder clock(InstantSource newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return this;
    }

    /** Codec of messages; {@link MessageCodec#neutral()} by default. */
    public JdbcStoreBuilder messageCodec(MessageCodec newCodec) {
        codec = Objects.requireNonNull(newCodec, "messageCodec");
        return this;
    }

    /**
     * Time for which a call is repeated while the database can't be reached or other transactions are in its way; 10 seconds by default. A
     * running statement is not cut short: the timeouts of the driver and the pool end it.
     *
     * @param newTime 0 (one try) to 5 minutes
     * @throws IllegalArgumentException if it is out of range
     */
    public JdbcStoreBuilder retryFor(Duration newTime) {
        Objects.requireNonNull(newTime, "retryFor");
        if (newTime.isNegative() || newTime.compareTo(MAX_RETRY_TIME) > 0) {
            throw new IllegalArgumentException("retryFor must be 0 to " + MAX_RETRY_TIME + ", but was " + newTime);
        }
        retryTime = newTime;
        return this;
    }

    /**
     * Time that a conversation begun by this store is kept after its last write; by default, and with {@code null}, until it is
     * deleted. {@link JdbcSessionStore#keepFor} sets another time for one. It is not deleted by itself: the application
     * calls {@link JdbcSessionStore#expired} and {@link JdbcSessionStore#deleteIfExpired} now and then.
     *
     * @throws IllegalArgumentException if {@code time} is negative
     */
    public JdbcStoreBuilder keepFor(@Nullable Duration time) {
        Keeping.millis(time);
        keepFor = time;
        return this;
    }

    /**
     * Seals messages, records and segments; by default they are kept in the clear. Ids, roles, sizes, times and counters stay in the clear
     * with it, too. What was kept before stays as it is, and is read.
     */
    public JdbcStoreBuilder cipher(PayloadCipher newCipher) {
        cipher = Objects.requireNonNull(newCipher, "cipher");
        return this;
    }

    /** Clock and pause between two tries, for tests. */
    JdbcStoreBuilder waiting(Waiting newWaiting, LongSupplier newNanoTime) {
        waiting = newWaiting;
        nanoTime = newNanoTime;
        return this;
    }

    /**
     * The store; this connects to the database, and makes the tables if they are missing.
     *
     * @throws JdbcStoreException if the database can't be reached, is not one of those known here, or its tables are missing and not to be
     *     made, or are of a newer version
     */
    public JdbcSessionStore build() {
        Transactions transactions = transactions();
        new Schema(transactions, tablePrefix).require(createSchema);
        Payloads payloads = new Payloads(cipher);
        return new JdbcSessionStore(
                transactions,
                new ConversationTable(tablePrefix),
                new MessageTable(tablePrefix, codec, payloads),
                new AppendKeys(tablePrefix),
                new RecordTables(tablePrefix, payloads),
                clock,
                Keeping.millis(keepFor));
    }

    private Transactions transactions() {
        try (Connection connection = dataSource.getConnection()) {
            int isolation = connection.getTransactionIsolation();
            Dialect dialect = Dialects.of(connection);
            String risk = dialect.risk(new Queries(connection, dialect, false));
            if (risk != null) {
                LOG.warn("{}", risk);
            }
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return new Transactions(dataSource, dialect, isolation, new RetryDelay(retryTime, waiting, nanoTime));
        } catch (SQLException e) {
            throw JdbcStoreException.unreached(e);
        }
    }
}
