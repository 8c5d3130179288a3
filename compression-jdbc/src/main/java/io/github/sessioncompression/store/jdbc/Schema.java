package io.github.sessioncompression.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Version check and creation of the tables.
 *
 * <p>Each version has a script for each database, {@code V1}, {@code V2} and so on, and the table {@code schema_version} has the versions that were run.
 * <b>Does nothing when</b> all tables are there in the newest version. <b>Threads:</b> used once, when a store is built; several processes may do so at one
 * time. <b>On failure</b> {@link JdbcStoreException} is thrown, which names the missing table or version and the scripts to run.
 */
record Schema(Transactions transactions, String prefix) {
    /** The newest version known here. */
    static final int VERSION = 2;

    private static final List<String> TABLES = List.of("conversation", "message", "append_key", "record", "segment");

    /**
     * Makes sure that the tables are there, in a version known here.
     *
     * @param create true to make those that are missing, and to bring those of an earlier version up to date
     */
    void require(boolean create) {
        int version = version();
        if (version > VERSION) {
            throw new JdbcStoreException("the tables that begin with " + prefix + " have schema version " + version
                    + ", but the newest one known here is " + VERSION
                    + ": use the version of this library that made them");
        }
        Optional<String> missing = version == 0 ? Optional.empty() : missingTable();
        if (create && (version < VERSION || missing.isPresent())) {
            create(missing.isPresent() ? 0 : version);
            version = version();
            missing = missingTable();
        }
        if (version == 0) {
            throw new JdbcStoreException("there are no tables that begin with " + prefix + letRun(1, VERSION));
        }
        if (missing.isPresent()) {
            throw new JdbcStoreException("the table " + missing.get() + " is missing" + letRun(1, VERSION));
        }
        if (version < VERSION) {
            throw new JdbcStoreException("the tables that begin with " + prefix + " have schema version " + version
                    + letRun(version + 1, VERSION));
        }
    }

    /** The cure: names the scripts of these versions. */
    private String letRun(int first, int last) {
        return ": let the store make them, or run "
                + IntStream.rangeClosed(first, last)
                        .mapToObj(version -> "/" + Schema.class.getPackageName().replace('.', '/') + "/"
                                + file(transactions.dialect(), 'V', version))
                        .collect(Collectors.joining(" and "))
                + " of this library";
    }

    /** A table that is not there; empty if all are. */
    private Optional<String> missingTable() {
        return TABLES.stream()
                .map(table -> prefix + table)
                .filter(this::isMissing)
                .findFirst();
    }

    private boolean isMissing(String table) {
        return transactions.read("look for a table", queries -> {
            try {
                queries.list("SELECT 1 FROM " + table + " WHERE 1 = 0", row -> row.number(1));
                return false;
            } catch (SQLException e) {
                if (transactions.dialect().isMissingTable(e)) {
                    return queries.undo(true);
                }
                throw e;
            }
        });
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

    /** Runs the scripts after a version. If two processes do so at the same time, the one that fails tries again and finds the tables. */
    private void create(int after) {
        try {
            for (int version = after + 1; version <= VERSION; version++) {
                for (String statement : statements(script(transactions.dialect(), 'V', version), prefix)) {
                    transactions.write("make the tables", queries -> queries.update(statement));
                }
            }
        } catch (JdbcStoreException e) {
            throw e.isOfTheConnection() ? e : JdbcStoreException.noTables(e);
        }
    }

    /** The scripts of all versions together: {@code 'V'} makes the tables, {@code 'U'} drops them. */
    static String script(Dialect dialect, char direction) {
        return IntStream.rangeClosed(1, direction == 'V' ? VERSION : 1)
                .mapToObj(version -> script(dialect, direction, version))
                .collect(Collectors.joining("\n"));
    }

    private static String script(Dialect dialect, char direction, int version) {
        String name = file(dialect, direction, version);
        try (InputStream script = Schema.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException("the library lacks its own resource " + name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String file(Dialect dialect, char direction, int version) {
        return dialect.folder() + "/" + direction + version + "__session_compression.sql";
    }

    /** A script's statements, for the tables that begin with {@code prefix}. A semicolon ends a statement wherever it is, so scripts have none in texts. */
    static List<String> statements(String script, String prefix) {
        String code = script.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
        return Stream.of(code.split(";", -1))
                .filter(statement -> !statement.isBlank())
                .map(statement -> statement.strip().replace("${prefix}", prefix))
                .toList();
    }
}
