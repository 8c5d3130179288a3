package io.github.sessioncompression.store.jdbc;

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

    private CounterColumns() {}

    /** The columns, to be selected. */
    static String names() {
        return Stream.of(Counters.Field.values())
                .map(Counters.Field::storedName)
                .collect(Collectors.joining(", "));
    }

    /** Adds {@code delta}, in one statement. */
    static void add(Queries queries, String table, String id, Counters delta) throws SQLException {
        List<String> assignments = new ArrayList<>();
        List<Object> arguments = new ArrayList<>();
        for (Counters.Field field : Counters.Field.values()) {
            if (field.changesBy(delta)) {
                assignments.add(assignment(field, arguments, field.of(delta)));
            }
        }
        if (assignments.isEmpty()) {
            return;
        }
        arguments.add(queries.name(id));
        queries.update(
                "UPDATE " + table + " SET " + String.join(", ", assignments) + " WHERE id = ?", arguments.toArray());
    }

    private static String assignment(Counters.Field field, List<Object> arguments, long added) {
        String name = field.storedName();
        arguments.add(added);
        if (field.kind() == Counters.Field.Kind.LATEST) {
            return name + " = ?";
        }
        arguments.add(added);
        return field.kind() == Counters.Field.Kind.SUM
                ? name + " = CASE WHEN " + name + " > " + MAX + " - ? THEN " + MAX + " ELSE " + name + " + ? END"
                : name + " = CASE WHEN " + name + " < ? THEN ? ELSE " + name + " END";
    }

    /** The counters of a row with the columns of {@link #names}. */
    static Counters read(Queries.Row row) throws SQLException {
        Map<Counters.Field, Long> numbers = new EnumMap<>(Counters.Field.class);
        for (Counters.Field field : Counters.Field.values()) {
            numbers.put(field, row.number(numbers.size() + 1));
        }
        return Counters.of(field -> numbers.getOrDefault(field, 0L));
    }
}
