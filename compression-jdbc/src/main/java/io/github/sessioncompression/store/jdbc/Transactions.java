package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.StoreBuilder.RetryDelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs reads and writes, each in one short transaction on a connection of its own, and repeats what failed for a temporary reason.
 *
 * <p><b>Algorithm</b> of a write.
 * <ol>
 *   <li>A connection is borrowed and set to READ COMMITTED if it is at another level.
 *   <li>One statement that does everything is tried first, if there is one; else the statements run and are committed, or rolled back if they ask for it.
 *   <li>The connection is given back as it came: with its autocommit and its isolation, nothing open. One that can't be restored is aborted.
 * </ol>
 *
 * <p><b>Threads:</b> safe for use by many; in H2, which loses updates, one at a time writes. <b>On failure</b> conflicts, duplicate keys and lost
 * connections are tried again within the time of {@link RetryDelay}; a try after a commit whose answer was lost finds {@link Queries#mayBeDone}. Then a
 * {@link JdbcStoreException} is thrown, which says so if the write may have happened.
 */
final class Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcSessionStore.class);

    private static final String NOT_SUPPORTED = "0A";

    private static final int DEFAULT_STATEMENT_SECONDS = (int) StoreBuilder.DEFAULT_RETRY_TIME.toSeconds();

    private final DataSource dataSource;
    private final Dialect dialect;
    /** True if the isolation of connections is right for reads without a change. */
    private final boolean readsIsolated;

    private final boolean isolated;

    private final RetryDelay retryDelay;
    /** Held by who writes, where the database loses updates; {@code null} for others. */
    private final @Nullable Lock writing;

    /** Statements on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T run(Queries queries) throws SQLException;
    }

    Transactions(DataSource dataSource, Dialect dialect, int isolation, RetryDelay retryDelay) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.readsIsolated = isolation != Connection.TRANSACTION_READ_UNCOMMITTED;
        this.isolated = dialect.isIsolated(isolation);
        this.retryDelay = retryDelay;
        this.writing = dialect.losesUpdates() ? new ReentrantLock() : null;
    }

    Dialect dialect() {
        return dialect;
    }

    /** One statement that reads. */
    <T> T read(String what, Work<T> work) {
        return repeat(what, work, false, true);
    }

    /**
     * Statements that write, all or none.
     *
     * @param work what is done; where an earlier try {@linkplain Queries#mayBeDone() may be done}, it says what that one would have said
     */
    <T> T write(String what, Work<T> work) {
        return repeat(what, work, true, true);
    }

    /**
     * One statement that does all of it, or nothing, and statements in its place if it does nothing. On a connection with autocommit the one
     * statement is a transaction of its own, in one round trip.
     *
     * @param statement empty if it has done nothing, as is assumed if the server does not support it
     */
    <T> T write(String what, Work<Optional<T>> statement, Work<T> otherwise) {
        return repeat(what, statement, otherwise, true, true);
    }

    /** Statements that write and must not be repeated once they may have been done. */
    <T> T writeOnce(String what, Work<T> work) {
        return repeat(what, work, true, false);
    }

    /**
     * Seconds after which a single statement is cancelled, so that nobody waits for ever behind a transaction that another process has left
     * open; 0 for databases with a limit of their own.
     */
    private int statementSeconds() {
        if (!dialect.waitsForLocks()) {
            return 0;
        }
        long millis = retryDelay.longest().toMillis();
        return millis == 0 ? DEFAULT_STATEMENT_SECONDS : (int) ((millis + 999) / 1_000);
    }

    private <T> T repeat(String what, Work<T> work, boolean writes, boolean again) {
        return repeat(what, null, work, writes, again);
    }

    private <T> T repeat(
            String what, @Nullable Work<Optional<T>> statement, Work<T> work, boolean writes, boolean again) {
        RetryDelay.Tries tries = retryDelay.begin();
        Call call = new Call();
        while (true) {
            try {
                return call.once(statement, work, writes);
            } catch (SQLException e) {
                // A row that a transaction found missing, and that is there now, was inserted by a faster one.
                boolean passes = call.connected ? isPassing(e, again || !call.mayBeDone) : !hasWaited(e);
                if (!passes || !tries.again()) {
                    String problem = call.mayBeDone ? what + " for certain, though it may have happened" : what;
                    throw call.connected
                            ? JdbcStoreException.of(tries.failed(problem), e, dialect)
                            : JdbcStoreException.noConnection(tries.failed(problem), e);
                }
            }
        }
    }

    private boolean isPassing(SQLException failure, boolean again) {
        return dialect.isConflict(failure) || dialect.isDuplicate(failure) || (dialect.isDisconnect(failure) && again);
    }

    /** True if a pool has waited for a connection already, as long as its own limit allows: nobody is kept waiting beyond that. */
    private boolean hasWaited(SQLException failure) {
        return failure instanceof SQLTransientConnectionException || !dialect.isDisconnect(failure);
    }

    /** One call with all its tries. */
    private final class Call {
        /** True if a commit was sent that may have arrived. */
        private boolean mayBeDone;

        /** True if the last try has got a connection. */
        private boolean connected;

        <T> T once(@Nullable Work<Optional<T>> statement, Work<T> work, boolean writes) throws SQLException {
            if (writing == null || !writes) {
                return onConnection(statement, work, writes);
            }
            writing.lock();
            try {
                return onConnection(statement, work, true);
            } finally {
                writing.unlock();
            }
        }

        private <T> T onConnection(@Nullable Work<Optional<T>> statement, Work<T> work, boolean writes)
                throws SQLException {
            connected = false;
            Connection connection = dataSource.getConnection();
            connected = true;
            Lent lent = new Lent(connection);
            try {
                lent.prepare();
                Queries queries = new Queries(connection, dialect, statementSeconds(), mayBeDone);
                if (!dialect.runsBlocks() || statement == null) {
                    lent.isolate(writes);
                }
                Optional<T> done = statement == null ? Optional.empty() : alone(lent, queries, statement);
                if (done.isPresent()) {
                    lent.ended = true;
                    return done.get();
                }
                lent.isolate(writes);
                lent.begin(writes);
                T result = work.run(queries);
                if (writes || !lent.autoCommit) {
                    if (queries.isUndone()) {
                        connection.rollback();
                    } else {
                        commit(connection, writes);
                    }
                }
                lent.ended = true;
                return result;
            } finally {
                lent.giveBack();
            }
        }

        /** Runs the one statement, at once or as a transaction; what it has done is committed. */
        private <T> Optional<T> alone(Lent lent, Queries queries, Work<Optional<T>> statement) throws SQLException {
            Optional<T> done;
            try {
                done = statement.run(queries);
            } catch (SQLException e) {
                if (JdbcStoreException.stateClass(e).equals(NOT_SUPPORTED)) { // by a server of PostgreSQL's protocol
                    if (!lent.autoCommit) {
                        lent.connection.rollback();
                    }
                    return Optional.empty();
                }
                mayBeDone |= (lent.autoCommit || dialect.runsBlocks()) && dialect.isDisconnect(e);
                throw e;
            }
            if (done.isPresent() && !lent.autoCommit) {
                commit(lent.connection, true);
            }
            return done;
        }

        private void commit(Connection connection, boolean writes) throws SQLException {
            try {
                connection.commit();
            } catch (SQLException e) {
                mayBeDone |= writes && !dialect.isConflict(e);
                throw e;
            }
        }
    }

    /** A connection with its settings at the time it was borrowed. */
    private final class Lent {
        private final Connection connection;
        private boolean autoCommit;
        private @Nullable Integer isolation;
        private boolean prepared;
        private boolean isIsolated;
        private boolean ended;

        Lent(Connection connection) {
            this.connection = connection;
        }

        void prepare() throws SQLException {
            autoCommit = connection.getAutoCommit();
            prepared = true;
        }

        /** Sets READ COMMITTED unless connections have it, once. */
        void isolate(boolean writes) throws SQLException {
            if (isIsolated || (writes ? isolated : readsIsolated)) {
                return;
            }
            isIsolated = true;
            String next = dialect.isolateNext();
            if (next != null) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(next);
                }
                return;
            }
            int level = connection.getTransactionIsolation();
            if (level != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                isolation = level;
            }
        }

        /** Begins a transaction for statements that write. */
        void begin(boolean writes) throws SQLException {
            if (autoCommit && writes) {
                connection.setAutoCommit(false);
            }
        }

        /** Restores the connection's settings. A failure here does not change the result of the call; the connection is then abandoned. */
        void giveBack() {
            try {
                if (prepared) {
                    if (!ended && !connection.getAutoCommit()) {
                        connection.rollback();
                    }
                    if (connection.getAutoCommit() != autoCommit) {
                        connection.setAutoCommit(autoCommit);
                    }
                    if (isolation != null) {
                        connection.setTransactionIsolation(isolation);
                    }
                }
            } catch (SQLException e) {
                giveUp(e);
            }
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.warn(
                        "A connection could not be given back: {}", e.getClass().getName());
            }
        }

        private void giveUp(SQLException why) {
            LOG.warn(
                    "A connection is given up, because it could not be put back as it came: {}",
                    why.getClass().getName());
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                LOG.warn("A connection could not be given up: {}", e.getClass().getName());
            }
        }
    }
}
