package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.StoreBuilder.RetryDelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wires a {@link JdbcSessionStore}. Not for use by several threads.
 *
 * <p>A database does not delete conversations by itself that are {@linkplain #keepFor kept for a time}: the application calls {@link
 * JdbcSessionStore#expired} and {@link JdbcSessionStore#deleteIfExpired} now and then.
 */
public final class JdbcStoreBuilder extends StoreBuilder<JdbcStoreBuilder> {
    /** Default prefix of the tables' names. */
    public static final String DEFAULT_TABLE_PREFIX = "session_compression_";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcSessionStore.class);
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,29}");

    private final DataSource dataSource;
    private String tablePrefix = DEFAULT_TABLE_PREFIX;
    private boolean createSchema = true;

    JdbcStoreBuilder(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    @Override
    protected JdbcStoreBuilder self() {
        return this;
    }

    /**
     * Prefix of the tables' names, {@value #DEFAULT_TABLE_PREFIX} by default; stores with different ones know nothing of each
     * other. The tables are in the schema that connections have as their own.
     *
     * @param prefix 1 to 30 letters and digits of ASCII and underscores, a letter first
     * @throws IllegalArgumentException if it is something else
     */
    public JdbcStoreBuilder tablePrefix(String prefix) {
        Objects.requireNonNull(prefix, "tablePrefix");
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "tablePrefix must be 1 to 30 letters and digits of ASCII and underscores, a letter first, but was '"
                            + prefix + "'");
        }
        tablePrefix = prefix;
        return this;
    }

    /**
     * Lets {@link #build} create missing tables; {@code true} by default. Turn it off where Flyway, Liquibase or an
     * administrator runs the scripts that are beside this class as resources: {@code V1__session_compression.sql} makes the
     * tables, {@code V2__session_compression.sql} adds an index that early ones lack, {@code U1__session_compression.sql} drops them; each has a placeholder for the prefix, <code>${prefix}</code>.
     */
    public JdbcStoreBuilder createSchema(boolean create) {
        createSchema = create;
        return this;
    }

    @Override
    protected JdbcStoreBuilder retryDelay(RetryDelay newDelay) {
        return super.retryDelay(newDelay);
    }

    @Override
    protected JdbcStoreBuilder leaseClock(InstantSource newClock) {
        return super.leaseClock(newClock);
    }

    /**
     * The store; this connects to the database, and makes the tables if they are missing.
     *
     * @throws JdbcStoreException if the database can't be reached, is not one of the supported ones, or its tables are missing and not to be
     *     made, or are of a newer version
     */
    public JdbcSessionStore build() {
        Settings settings = settings();
        Transactions transactions = transactions(settings.retryDelay());
        new Schema(transactions, tablePrefix).require(createSchema);
        return new JdbcSessionStore(transactions, Tables.of(tablePrefix, settings), settings);
    }

    private Transactions transactions(RetryDelay retryDelay) {
        try (Connection connection = dataSource.getConnection()) {
            int isolation = connection.getTransactionIsolation();
            Dialect dialect = Dialect.of(connection);
            String risk = dialect.risk(
                    new Queries(connection, dialect, 0, false),
                    String.valueOf(connection.getMetaData().getURL()));
            if (risk != null) {
                LOG.warn("{}", risk);
            }
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return new Transactions(dataSource, dialect, isolation, retryDelay);
        } catch (SQLException e) {
            throw JdbcStoreException.unreached(e);
        }
    }
}
