package io.github.sessioncompression.extract;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Finds the line of a message that a short or inner item of a list, or a row of a table, stands under, and says nothing without: the item around it, the sentence
 * before the list, the header of the table.
 *
 * <p>Told by indentation and marks alone. One pass over the sentences of one message; not thread-safe.
 */
final class Heads {
    /** Content words of an outer item that needs the line above. */
    private static final int SHORT_ITEM = 6;

    private record Line(int level, Unit unit) {}

    private final String text;
    private final Deque<Line> open = new ArrayDeque<>();
    private @Nullable Unit header;

    Heads(String text) {
        this.text = text;
    }

    /** The unit that the one beginning at {@code start} needs; {@code null} for none. */
    @Nullable
    Unit headOf(Unit unit, int start) {
        int line = text.lastIndexOf('\n', start - 1) + 1;
        String before = text.substring(line, start);
        boolean row = before.strip().startsWith("|");
        if (!row) {
            header = null;
        } else if (header != null) {
            return header;
        }
        if (before.chars().anyMatch(Character::isLetter)) {
            return null;
        }
        int level = (before.isBlank() && !row) || before.indexOf('#') >= 0 ? 0 : 1 + indentation(before);
        while (!open.isEmpty() && open.element().level >= level) {
            open.pop();
        }
        Line above = open.peek();
        open.push(new Line(level, unit));
        header = row ? unit : null;
        boolean needs = above != null && (row || above.level > 0 || (level > 0 && unit.content <= SHORT_ITEM));
        return needs ? above.unit : null;
    }

    /** True for a heading, and for a line that ends with a colon: shown only with what stands under it. */
    boolean isHeading(int start, int end) {
        String line = text.substring(start, end);
        boolean announces = line.endsWith(":") || line.endsWith(":**") || line.endsWith("：");
        return announces
                || text.substring(text.lastIndexOf('\n', start - 1) + 1, start).contains("#");
    }

    private static int indentation(String before) {
        int at = 0;
        while (at < before.length() && Character.isWhitespace(before.charAt(at))) {
            at++;
        }
        return at;
    }
}
