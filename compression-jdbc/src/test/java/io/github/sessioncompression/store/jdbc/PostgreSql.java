package io.github.sessioncompression.store.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One server for all tests of a process; it ends with the process, as root or not. */
public final class PostgreSql {
    private static final EmbeddedPostgres SERVER = start();

    private PostgreSql() {}

    private static EmbeddedPostgres start() {
        try {
            // Ends by a hook of its own.
            return EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    // Clients are killed here, never the server.
                    .setServerConfig("fsync", "off")
                    .setServerConfig("full_page_writes", "off")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** JDBC URL of the server. */
    public static String url() {
        return SERVER.getJdbcUrl("postgres", "postgres");
    }
}
