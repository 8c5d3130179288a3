package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a tool's result that is a table in plain text, each value behind the name of its column.
 *
 * <p>A table is a line of names and at least two lines of as many cells with numbers among them; cells are parted by tabs, bars,
 * commas, semicolons or several spaces. Linear in the text.
 */
final class ToolTable {
    private static final int FEWEST_ROWS = 2;
    private static final int MOST_ROWS = 2_000;
    private static final int MOST_COLUMNS = 30;
    private static final int LONGEST_CELL = 80;
    private static final List<Character> SEPARATORS = List.of('\t', '|', ';', ',', ' ');

    private ToolTable() {}

    /** The rows as "name value" for each cell that has a value; empty if the text is no table. */
    static List<List<String>> rows(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> names = null;
        char separator = 0;
        int at = 0;
        while (at < text.length() && rows.size() < MOST_ROWS) {
            int end = text.indexOf('\n', at);
            String line = text.substring(at, end < 0 ? text.length() : end).strip();
            at = end < 0 ? text.length() : end + 1;
            if (line.isEmpty() || isRule(line)) {
                continue;
            }
            if (names == null) {
                separator = separator(line);
                names = separator == 0 ? null : names(cells(line, separator));
                if (names == null) {
                    return List.of();
                }
            } else {
                List<String> cells = cells(line, separator);
                if (cells.size() == names.size() && cells.stream().anyMatch(ToolTable::hasDigit)) {
                    rows.add(row(names, cells));
                }
            }
        }
        return rows.size() < FEWEST_ROWS ? List.of() : rows;
    }

    private static List<String> row(List<String> names, List<String> cells) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            if (!cells.get(i).isEmpty() && cells.get(i).length() <= LONGEST_CELL) {
                row.add(names.get(i).replace('_', ' ') + ' ' + cells.get(i));
            }
        }
        return row;
    }

    private static char separator(String line) {
        for (char separator : SEPARATORS) {
            if (cells(line, separator).size() > 1) {
                return separator;
            }
        }
        return 0;
    }

    /** The cells as names, {@code null} if one of them is none. */
    private static @Nullable List<String> names(List<String> cells) {
        boolean named = cells.size() <= MOST_COLUMNS
                && cells.stream()
                        .allMatch(cell ->
                                !cell.isEmpty() && cell.length() <= LONGEST_CELL && Character.isLetter(cell.charAt(0)));
        return named ? cells : null;
    }

    private static List<String> cells(String line, char separator) {
        List<String> cells = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= line.length(); i++) {
            boolean cut = i == line.length() || line.charAt(i) == separator;
            if (cut) {
                String cell = line.substring(start, i).strip();
                boolean edge = separator == '|' && (i == 0 || i == line.length());
                if (!cell.isEmpty() || (separator != ' ' && !edge)) {
                    cells.add(cell);
                }
                start = i + 1;
            }
        }
        return cells;
    }

    private static boolean isRule(String line) {
        return Letters.all(line, c -> "-|+=: ".indexOf(c) >= 0);
    }

    private static boolean hasDigit(String cell) {
        return Letters.any(cell, Character::isDigit);
    }
}
