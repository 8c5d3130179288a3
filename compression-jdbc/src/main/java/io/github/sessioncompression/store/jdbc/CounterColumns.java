package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.CounterField;
import io.github.sessioncompression.store.Counters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The counters as columns of the conversation's row, so that one statement adds to them, and anyone can add them up. */
final class CounterColumns {
    private static final String MAX = String.valueOf(Long.MAX_VALUE);
    private static final CounterField[] FIELDS = CounterField.values();

    private CounterColumns() {}

    /** The columns, to be selected. */
    static String names() {
        return Stream.of(FIELDS).map(CounterField::storedName).collect(Collectors.joining(", "));
    }

    /**
     * Adds {@code delta}, in one statement.
     *
     * @param table the table
     */
    static void add(Queries queries, String table, String id, Counters delta) throws SQLException {
        List<String> assignments = new ArrayList<>();
        List<Object> arguments = new ArrayList<>();
        for (CounterField field : FIELDS) {
            if (field.changesBy(delta)) {
                addTo(assignments, arguments, field, field.of(delta));
            }
        }
        if (assignments.isEmpty()) {
            return;
        }
        arguments.add(queries.name(id));
        queries.update(
                "UPDATE " + table + " SET " + String.join(", ", assignments) + " WHERE id = ?", arguments.toArray());
    }

    private static void addTo(List<String> assignments, List<Object> arguments, CounterField field, long added) {
        String name = field.storedName();
        arguments.add(added);
        switch (field.kind()) {
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

    /** The counters of a row with the columns of {@link #names}. */
    static Counters read(Queries.Row row) throws SQLException {
        Map<CounterField, Long> numbers = new EnumMap<>(CounterField.class);
        for (int i = 0; i < FIELDS.length; i++) {
            numbers.put(FIELDS[i], row.number(i + 1));
        }
        return CounterField.toCounters(field -> numbers.getOrDefault(field, 0L));
    }
}
