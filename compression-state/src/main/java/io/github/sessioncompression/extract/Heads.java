package io.github.sessioncompression.extract;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Finds the line that an item of a list or a row of a table belongs to and is unclear without: the item around it, the
 * sentence before the list, the header of the table.
 *
 * <p><em>Algorithm</em>, for each sentence of a message in the order of the text:
 * <ol>
 *   <li>a row (a line that begins with {@code |}) behind another row needs the first row of its table;
 *   <li>a sentence that is not the first of its line needs the item that the line begins, if it begins one;
 *   <li>any other sentence has a level: 0 for a line of plain text or a heading, else 1 plus its indentation in
 *       characters; open lines of its own or a deeper level are closed;
 *   <li>it needs the open line above it if that is an item itself, if it is the first row of a table, or if it is an
 *       item of at most {@value #SHORT_ITEM} content words;
 *   <li>a line with a deeper one directly behind it, and the first row of a table, become headings: shown only with
 *       what needs them ({@link Unit#makeHeading}).
 * </ol>
 *
 * <p>Decides by indentation and marks alone. One pass over the text of one message, linear for lines of any length.
 * <em>Does nothing when</em> a text has no lists and tables. <em>Threads</em>: not thread-safe; used for one message.
 *
 * @see Units
 */
final class Heads {
    /** Content words of an outer item that needs the line above. */
    private static final int SHORT_ITEM = 6;

    /** A line that is still open, with its level: 0 for plain text, more for deeper items. */
    private record Line(int level, Unit unit) {}

    private final String text;
    /** The lines around the place read, the innermost first. */
    private final Deque<Line> open = new ArrayDeque<>();
    /** The first row of the table that is read; {@code null} outside of tables. */
    private @Nullable Unit header;
    /** The unit before. */
    private @Nullable Unit last;

    /** The first sentence of the item of a list that is read; its later ones need it. */
    private @Nullable Unit item;
    /** How far the text has been read, and what its current line holds up to there. */
    private int read;

    /** White space at the begin of the current line, in characters. */
    private int indentation;
    /** The first character that is no space; 0 before one was read. */
    private char first;

    /** True if the current line has a letter before the place read, so that another sentence begins it. */
    private boolean letters;
    /** True if the current line has a {@code #} before the place read: a Markdown heading. */
    private boolean hash;

    Heads(String text) {
        this.text = text;
    }

    /**
     * The unit that the one beginning at {@code start} needs; {@code null} for none.
     *
     * @param unit the sentence; units come in the order of the text, each once
     * @param start index of its first character in the text of the message
     */
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

    /** Reads on up to {@code start}; does nothing if that was read before. */
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
