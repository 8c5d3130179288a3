package io.github.sessioncompression.offline;

/** The text of a note that is written word by word, with the marks between them. Not thread-safe; lives for one note. */
final class NoteText {
    /** Where a word stands. */
    enum Place {
        OUTSIDE,
        /** In round brackets that it opens and that the note goes on behind. */
        OPENS,
        /** The same, alone in them and short: "(2)", a number of a list. */
        ITEM,
        INSIDE
    }

    private final StringBuilder text = new StringBuilder();
    private char pending;
    /** Whether the last word stands in brackets, and whether their beginning has been written. */
    private boolean bracketed;

    private boolean open;

    /** What stands between the last word and the next; 0 changes nothing. */
    void mark(char mark) {
        pending = text.length() > 0 && mark != 0 ? mark : pending;
    }

    /** Adds a word behind the mark before it. */
    void add(String word, Place place) {
        if (word.isEmpty()) {
            return;
        }
        boolean enters = place != Place.OUTSIDE && !bracketed && (place != Place.INSIDE || text.length() > 0);
        if (bracketed && place == Place.OUTSIDE) {
            close();
        }
        boolean unspaced =
                isUnspaced(word.charAt(0)) && (text.length() == 0 || isUnspaced(text.charAt(text.length() - 1)));
        if (text.length() > 0) {
            if (pending != 0 && !(enters && pending == ',' && place != Place.ITEM)) {
                text.append(!unspaced ? pending : pending == ':' ? '：' : '，');
            }
            // A space is a mark where there are none: people in a hurry part what they say by it.
            text.append(unspaced && pending != 0 ? "" : " ");
        }
        if (enters) {
            text.append(unspaced ? '（' : '(');
            open = true;
        }
        text.append(word);
        bracketed = place != Place.OUTSIDE;
        pending = 0;
    }

    /** Ends the brackets; where they began before the note a comma does. */
    private void close() {
        if (open) {
            text.append(isUnspaced(text.charAt(text.length() - 1)) ? '）' : ')');
            open = false;
        } else if (pending == 0) {
            pending = ',';
        }
    }

    /** All of it. */
    String end(boolean question, boolean aside) {
        if (text.length() == 0) {
            return "";
        }
        if (open) {
            close();
        }
        text.append(question ? "?" : "");
        return aside ? "[" + text + "]" : text.toString();
    }

    private static boolean isUnspaced(char c) {
        return c == '）'
                || Character.isIdeographic(c)
                || Character.UnicodeScript.of(c) == Character.UnicodeScript.HIRAGANA
                || Character.UnicodeScript.of(c) == Character.UnicodeScript.KATAKANA;
    }
}
