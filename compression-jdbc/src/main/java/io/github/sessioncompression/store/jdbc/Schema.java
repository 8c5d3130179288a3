package io.github.sessioncompression.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Version check and creation of the tables. */
record Schema(Transactions transactions, String prefix) {
    /** The newest version known here. */
    static final int VERSION = 1;

    /**
     * Makes sure that the tables are there, in a version known here.
     *
     * @param create true to make those that are missing
     */
    void require(boolean create) {
        int version = version();
        if (version == 0 && create) {
            create();
            version = version();
        }
        if (version == 0) {
            throw new JdbcStoreException("there are no tables that begin with " + prefix
                    + ": let the store make them, or run /"
                    + Schema.class.getPackageName().replace('.', '/') + "/"
                    + file(transactions.dialect(), 'V') + " of this library");
        }
        if (version > VERSION) {
            throw new JdbcStoreException("the tables that begin with " + prefix + " have schema version " + version
                    + ", but the newest one known here is " + VERSION
                    + ": use the version of this library that made them");
        }
    }

    /** The version of the tables there are, 0 if there are none. */
    private int version() {
        return transactions
                .read("read the schema's version", queries -> {
                    try {
                        return queries.first(
                                "SELECT MAX(version) FROM " + prefix + "schema_version", row -> (int) row.number(1));
                    } catch (SQLException e) {
                        if (transactions.dialect().isMissingTable(e)) {
                            return queries.undo(Optional.<Integer>empty());
                        }
                        throw e;
                    }
                })
                .orElse(0);
    }

    /** Creates the tables. If two processes do so at the same time, the one that fails tries again and finds them. */
    private void create() {
        try {
            for (String statement : statements(script(transactions.dialect(), 'V'), prefix)) {
                transactions.write("make the tables", queries -> queries.update(statement));
            }
        } catch (JdbcStoreException e) {
            throw e.isOfTheConnection() ? e : JdbcStoreException.noTables(e);
        }
    }

    /** A script: {@code 'V'} makes the tables, {@code 'U'} drops them. */
    static String script(Dialect dialect, char direction) {
        String name = file(dialect, direction);
        try (InputStream script = Schema.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException("the library lacks its own resource " + name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String file(Dialect dialect, char direction) {
        return dialect.folder() + "/" + direction + VERSION + "__session_compression.sql";
    }

    /** A script's statements, for the tables that begin with {@code prefix}. */
    static List<String> statements(String script, String prefix) {
        String code = script.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
        return Stream.of(code.split(";", -1))
                .filter(statement -> !statement.isBlank())
                .map(statement -> statement.strip().replace("${prefix}", prefix))
                .toList();
    }
}
