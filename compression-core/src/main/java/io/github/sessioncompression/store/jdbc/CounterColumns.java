package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.Latency;
import io.github.sessioncompression.store.Counters.ModelUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The counters as columns of the conversation's row, so that one statement adds to them, and anyone can add them up. */
final class CounterColumns {
    private static final String MAX = String.valueOf(Long.MAX_VALUE);

    /** In the order of {@link #read}. */
    private static final List<Column> COLUMNS = List.of(
            new Column("compressions", Kind.SUM, Counters::compressions),
            new Column("prunings", Kind.SUM, Counters::prunings),
            new Column("failures", Kind.SUM, Counters::failures),
            new Column("tokens_saved", Kind.SUM, Counters::tokensSaved),
            new Column("latency_measured", Kind.SUM, delta -> delta.latency().measured()),
            new Column(
                    "latency_total_millis", Kind.SUM, delta -> delta.latency().totalMillis()),
            new Column(
                    "latency_max_millis", Kind.LARGEST, delta -> delta.latency().maxMillis()),
            new Column(
                    "latency_last_millis", Kind.LATEST, delta -> delta.latency().lastMillis()),
            new Column("sent_tokens", Kind.SUM, Counters::sentTokens),
            new Column("stable_prefix_tokens", Kind.SUM, Counters::stablePrefixTokens),
            new Column("model_calls", Kind.SUM, delta -> delta.model().calls()),
            new Column("model_input_tokens", Kind.SUM, delta -> delta.model().inputTokens()),
            new Column("model_output_tokens", Kind.SUM, delta -> delta.model().outputTokens()),
            new Column(
                    "model_cache_read_tokens", Kind.SUM, delta -> delta.model().cacheReadTokens()),
            new Column("model_cache_creation_tokens", Kind.SUM, delta -> delta.model()
                    .cacheCreationTokens()),
            new Column("chat_calls", Kind.SUM, delta -> delta.chat().calls()),
            new Column("chat_input_tokens", Kind.SUM, delta -> delta.chat().inputTokens()),
            new Column("chat_output_tokens", Kind.SUM, delta -> delta.chat().outputTokens()),
            new Column("chat_cache_read_tokens", Kind.SUM, delta -> delta.chat().cacheReadTokens()),
            new Column("chat_cache_creation_tokens", Kind.SUM, delta -> delta.chat()
                    .cacheCreationTokens()));

    private CounterColumns() {}

    private enum Kind {
        SUM,
        LARGEST,
        LATEST
    }

    private record Column(String name, Kind kind, ToLongFunction<Counters> value) {
        /** Whether adding {@code delta} changes it. */
        boolean changesBy(Counters delta) {
            return kind == Kind.LATEST ? delta.latency().measured() > 0 : value.applyAsLong(delta) > 0;
        }

        void addTo(List<String> assignments, List<Object> arguments, Counters delta) {
            long added = value.applyAsLong(delta);
            arguments.add(added);
            switch (kind) {
                case SUM -> {
                    assignments.add(name + " = CASE WHEN " + name + " > " + MAX + " - ? THEN " + MAX + " ELSE " + name
                            + " + ? END");
                    arguments.add(added);
                }
                case LARGEST -> {
                    assignments.add(name + " = CASE WHEN " + name + " < ? THEN ? ELSE " + name + " END");
                    arguments.add(added);
                }
                case LATEST -> assignments.add(name + " = ?");
            }
        }
    }

    /** The columns, to be selected. */
    static String names() {
        return String.join(", ", COLUMNS.stream().map(Column::name).toList());
    }

    /**
     * Adds {@code delta}, in one statement.
     *
     * @param table the table
     */
    static void add(Queries queries, String table, String id, Counters delta) throws SQLException {
        List<String> assignments = new ArrayList<>();
        List<Object> arguments = new ArrayList<>();
        for (Column column : COLUMNS) {
            if (column.changesBy(delta)) {
                column.addTo(assignments, arguments, delta);
            }
        }
        if (assignments.isEmpty()) {
            return;
        }
        arguments.add(queries.name(id));
        queries.update(
                "UPDATE " + table + " SET " + String.join(", ", assignments) + " WHERE id = ?", arguments.toArray());
    }

    /** The counters of a row with the columns of {@link #names}. */
    static Counters read(Queries.Row row) throws SQLException {
        long[] value = new long[COLUMNS.size()];
        for (int i = 0; i < value.length; i++) {
            // What somebody else has put there must not make the chat fail.
            value[i] = Math.max(0, row.number(i + 1));
        }
        return new Counters(
                value[0],
                value[1],
                value[2],
                value[3],
                new Latency(value[4], value[5], value[6], value[7]),
                value[8],
                value[9],
                new ModelUse(value[10], value[11], value[12], value[13], value[14]),
                new ModelUse(value[15], value[16], value[17], value[18], value[19]));
    }
}
