package io.github.sessioncompression.store.jdbc;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool that sees how each connection comes back, and can let a connection fail.
 *
 * <p>A connection that comes back in another state than it was given away is noted as a fault.
 */
public final class WatchedPool implements DataSource, AutoCloseable {
    private final String url;
    private final boolean autoCommit;
    private final int isolation;
    private final Deque<Connection> free = new ArrayDeque<>();
    private final List<String> faults = new ArrayList<>();
    private final AtomicInteger lent = new AtomicInteger();
    private final AtomicInteger given = new AtomicInteger();
    private volatile @Nullable Fault fault;

    /** Action before a call, possibly in its place. */
    @FunctionalInterface
    public interface Fault {
        /**
         * Called before each call to a connection.
         *
         * @return whether it has done what the call was to do
         */
        boolean before(Connection real, String method) throws SQLException;
    }

    /** Connections with autocommit, and the database's own isolation. */
    public WatchedPool(String url) {
        this(url, true, 0);
    }

    /**
     * A pool.
     *
     * @param isolation 0 for the database's own
     */
    public WatchedPool(String url, boolean autoCommit, int isolation) {
        this.url = url;
        this.autoCommit = autoCommit;
        this.isolation = isolation;
    }

    /** Calls {@code next} before each call to a connection; {@code null} lets all of them through. */
    void fault(@Nullable Fault next) {
        fault = next;
    }

    /** Number of connections handed out so far. */
    int given() {
        return given.get();
    }

    /** Faults of returned connections, and the number not returned. */
    synchronized List<String> faults() {
        List<String> all = new ArrayList<>(faults);
        if (lent.get() != 0) {
            all.add(lent + " connections did not come back");
        }
        return all;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection real;
        synchronized (this) {
            real = free.poll();
        }
        if (real == null) {
            real = DriverManager.getConnection(url);
            if (isolation != 0) {
                real.setTransactionIsolation(isolation);
            }
            real.setAutoCommit(autoCommit);
        }
        lent.incrementAndGet();
        given.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(
                WatchedPool.class.getClassLoader(), new Class<?>[] {Connection.class}, watching(real));
    }

    private InvocationHandler watching(Connection real) throws SQLException {
        int before = real.getTransactionIsolation();
        if (!autoCommit) {
            real.rollback();
        }
        return (proxy, method, arguments) -> {
            if (method.getName().equals("close")) {
                giveBack(real, before);
                return null;
            }
            Fault now = fault;
            if (now != null && now.before(real, method.getName())) {
                return null;
            }
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
    }

    private synchronized void giveBack(Connection real, int before) throws SQLException {
        lent.decrementAndGet();
        if (real.isClosed()) {
            return;
        }
        if (real.getAutoCommit() != autoCommit) {
            faults.add("autocommit came back as " + real.getAutoCommit());
        }
        if (real.getTransactionIsolation() != before) {
            faults.add("isolation came back as " + real.getTransactionIsolation());
        }
        if (!autoCommit) {
            real.rollback();
        }
        free.push(real);
    }

    /** Runs statements one by one, each for itself. */
    void execute(String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first column of what a query finds. */
    List<String> rows(String query) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(String.valueOf(result.getString(1)));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        for (Connection connection : free) {
            connection.close();
        }
        free.clear();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLoginTimeout(int seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
