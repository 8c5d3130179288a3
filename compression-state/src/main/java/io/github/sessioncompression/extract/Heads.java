package io.github.sessioncompression.extract;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Finds the line of a message that a short or inner item of a list, or a row of a table, belongs to, and is unclear without: the item around it, the sentence
 * before the list, the header of the table.
 *
 * <p>Decides by indentation and marks alone. One pass over the sentences of one message, in the order of the text, for lines of any length; not
 * thread-safe.
 */
final class Heads {
    /** Content words of an outer item that needs the line above. */
    private static final int SHORT_ITEM = 6;

    private record Line(int level, Unit unit) {}

    private final String text;
    private final Deque<Line> open = new ArrayDeque<>();
    private @Nullable Unit header;
    /** The unit before. */
    private @Nullable Unit last;

    /** The first sentence of the item of a list that is read; its later ones need it. */
    private @Nullable Unit item;
    /** How far the text has been read, and what its current line holds up to there. */
    private int read;

    private int indentation;
    /** The first character that is no space; 0 before one was read. */
    private char first;

    private boolean letters;
    private boolean hash;

    Heads(String text) {
        this.text = text;
    }

    /** The unit that the one beginning at {@code start} needs; {@code null} for none. */
    @Nullable
    Unit headOf(Unit unit, int start) {
        readTo(start);
        boolean row = first == '|';
        Unit before = last;
        last = unit;
        if (!row) {
            header = null;
        } else if (header != null) {
            header.makeHeading();
            return header;
        }
        if (letters) {
            return item;
        }
        int level = first == 0 || hash ? 0 : 1 + indentation;
        while (!open.isEmpty() && open.element().level >= level) {
            open.pop();
        }
        Line above = open.peek();
        if (above != null && above.unit == before) {
            above.unit.makeHeading();
        }
        open.push(new Line(level, unit));
        header = row ? unit : null;
        item = level > 0 ? unit : null;
        boolean needs = above != null && (row || above.level > 0 || (level > 0 && unit.content <= SHORT_ITEM));
        return needs ? above.unit : null;
    }

    /** True for a heading, and for a line that ends with a colon: shown only with what belongs to it. */
    boolean isHeading(int start, int end) {
        String line = text.substring(start, end);
        boolean announces = line.endsWith(":") || line.endsWith(":**") || line.endsWith("：");
        readTo(start);
        return announces || hash;
    }

    private void readTo(int start) {
        for (; read < start; read++) {
            char character = text.charAt(read);
            if (character == '\n') {
                header = first == 0 ? null : header;
                indentation = 0;
                first = 0;
                letters = false;
                hash = false;
                item = null;
            } else if (first == 0 && Character.isWhitespace(character)) {
                indentation++;
            } else {
                first = first == 0 ? character : first;
                letters |= Character.isLetter(character);
                hash |= character == '#';
            }
        }
    }
}
