package io.github.sessioncompression.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a database that may lose committed data or connections, each with its cure.
 *
 * <p>Asked once, when a store is built; the answer becomes a WARN. <b>Does nothing when</b> no risk is known: {@code null}. <b>Threads:</b> has no state.
 *
 * @see Dialect#risk
 */
final class DatabaseRisks {
    private static final String UTF8 = "UTF8";

    private DatabaseRisks() {}

    /** {@code null} for a database that holds every character and can be written, without a pool in front of it. */
    static @Nullable String ofPostgres(Queries queries) throws SQLException {
        String encoding = queries.first("SELECT current_setting('server_encoding')", row -> row.text(1))
                .orElse(UTF8);
        if (!encoding.equals(UTF8)) {
            return "The database is encoded in " + encoding
                    + ": messages with characters that it lacks can't be stored. Use one with ENCODING 'UTF8'";
        }
        String proxy = proxy(queries);
        if (proxy != null) {
            return proxy;
        }
        boolean readOnly = queries.first("SELECT current_setting('transaction_read_only')", row -> row.text(1))
                .filter("on"::equals)
                .isPresent();
        return readOnly ? "The database is read-only: no message can be stored. Connect to the primary server" : null;
    }

    /**
     * The risk of a pool between driver and server, which reports a process to the driver that is not the server's. A driver that prepares nothing on the
     * server is not at risk.
     */
    private static @Nullable String proxy(Queries queries) throws SQLException {
        OptionalLong told = queries.driver("org.postgresql.PGConnection", "getBackendPID");
        OptionalLong prepares = queries.driver("org.postgresql.PGConnection", "getPrepareThreshold");
        boolean isProxy = told.isPresent()
                && prepares.orElse(0) != 0
                && queries.first("SELECT pg_backend_pid()", row -> row.number(1))
                        .filter(pid -> pid != told.getAsLong())
                        .isPresent();
        return isProxy
                ? "Something between this process and PostgreSQL pools connections, such as PgBouncer. If it does so by transactions, calls fail"
                        + " once the driver prepares statements on the server: add prepareThreshold=0 to the database's URL"
                : null;
    }

    /** By default H2 writes committed data to disk half a second later, and closes a file if a thread is interrupted. */
    static @Nullable String ofH2(Queries queries, String url) throws SQLException {
        long delay = queries.first(
                        "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY'",
                        row -> row.number(1))
                .orElse(0L);
        String path =
                queries.first("SELECT DATABASE_PATH()", row -> row.text(1)).orElse("");
        if (path.isEmpty()) {
            return null; // in memory
        }
        List<String> risks = new ArrayList<>();
        if (delay > 0) {
            risks.add("H2 writes what was committed only " + delay
                    + " ms later, so a crash loses it; add ;WRITE_DELAY=0 to the database's URL");
        }
        boolean isKeptOpen = Stream.of("async:", "retry:").anyMatch(path::startsWith);
        boolean isServer = Stream.of("jdbc:h2:tcp:", "jdbc:h2:ssl:").anyMatch(url::startsWith);
        if (!isKeptOpen && !isServer) {
            risks.add(
                    "H2 closes the database for all its users when a thread is interrupted in it, as those of a pool are"
                            + " that is shut down; begin the URL with jdbc:h2:retry:");
        }
        return risks.isEmpty() ? null : String.join(". ", risks);
    }
}
