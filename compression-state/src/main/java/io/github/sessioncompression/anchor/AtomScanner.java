package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the values of a text in one pass.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>read the text in runs between spaces; characters of a script without spaces part runs, too; a run of more than
 *       {@value #LONGEST_RUN} characters holds no value;
 *   <li>take brackets and punctuation off both ends; read a run such as {@code limit=30} as two;
 *   <li>ask {@link Runs#type} for what is recognised by itself (address, path, version, id), then {@link NumberReading}
 *       for what may continue in the next runs;
 *   <li>add names in quotation marks, of at most {@value #MOST_QUOTED_WORDS} words, and text between single backticks;
 *   <li>sort; of two values that overlap the first or longer one stays, except that a quoted name, and a value inside
 *       one, always stay.
 * </ol>
 *
 * <p>Each run is looked at a bounded number of times, so the scan is linear. <em>Does nothing when</em> a text has no
 * such run or quotation. <em>Threads</em>: not thread-safe; used for one text.
 *
 * @see AtomIndex
 * @see AtomKeys
 */
public final class AtomScanner {
    /** Longest run that may be a value, in UTF-16 units; longer ones are data such as base64. */
    private static final int LONGEST_RUN = 300;
    /** Most UTF-16 units from an opening mark to the one that closes it. */
    private static final int LONGEST_QUOTE = 80;
    /** Words of a quotation that is a name or title; longer ones are sentences. */
    private static final int MOST_QUOTED_WORDS = 8;

    private static final String OPENING_QUOTES = "\"“„«「『《‘‚";
    private static final String CLOSING_QUOTES = "\"”“»」』》’‘";
    /** Characters in front of a value in its run that are no part of it. */
    private static final String OPENING = "([{\"'“„«‘‚`*_|¿¡";
    /** Characters behind a value in its run that are no part of it. */
    private static final String CLOSING = ".,;:!?)]}>\"'”“»’`*_|…";

    private final String text;
    private final LanguageProfile language;
    private final List<Atom> atoms = new ArrayList<>();
    /** Runs up to here belong to an atom. */
    private int taken;

    private AtomScanner(String text, LanguageProfile language) {
        this.text = text;
        this.language = language;
    }

    /** The values in the order of the text; of two that overlap the first or longer one. */
    public static List<Atom> scan(String text, LanguageProfile language) {
        AtomScanner scanner = new AtomScanner(text, language);
        scanner.runs();
        scanner.quotes();
        return scanner.atoms.isEmpty() ? List.of() : scanner.sorted();
    }

    private List<Atom> sorted() {
        atoms.sort(Comparator.comparingInt(Atom::start).thenComparingInt(atom -> -atom.end()));
        List<Atom> kept = new ArrayList<>(atoms.size());
        int end = 0;
        for (Atom atom : atoms) {
            if (atom.start() >= end || atom.type() == AnchorType.NAME || isInName(atom, kept)) {
                kept.add(atom);
                end = Math.max(end, atom.end());
            }
        }
        return kept;
    }

    /** True if an atom lies inside a quoted title and is not all of it. */
    private static boolean isInName(Atom atom, List<Atom> kept) {
        Atom last = kept.get(kept.size() - 1);
        return last.type() == AnchorType.NAME && atom.end() <= last.end() && atom.start() > last.start();
    }

    /** Reads all runs that no value before them has taken. */
    private void runs() {
        int at = 0;
        while (at < text.length()) {
            if (Runs.isGap(text.charAt(at))) {
                at++;
                continue;
            }
            int end = Runs.end(text, at);
            if (end - at <= LONGEST_RUN && at >= taken) {
                run(at, end);
            }
            at = end;
        }
    }

    /** Reads one run; a value that it begins may end in a later run. */
    private void run(int start, int end) {
        int from = start;
        int to = end;
        while (from < to && Runs.isOneOf(OPENING, text.charAt(from))) {
            from++;
        }
        while (to > from && Runs.isOneOf(CLOSING, text.charAt(to - 1))) {
            to--;
        }
        if (from == to) {
            return;
        }
        int equals = assignment(from, to);
        if (equals > 0) {
            run(from, equals);
            run(equals + 1, to);
            return;
        }
        boolean word = Letters.all(text, from, to, Character::isLetter);
        if (word && !language.mayBeMonth(text.charAt(from), to - from)) {
            return;
        }
        String run = text.substring(from, to);
        if (word && language.month(run) == 0) {
            return;
        }
        AnchorType type = Runs.type(run, language);
        if (type != null) {
            add(type, from, to);
            return;
        }
        Atom found = new NumberReading(text, language).read(from, to);
        if (found != null) {
            atoms.add(found);
            taken = Math.max(taken, found.end());
        }
    }

    /** Position of the sign between a name and its value, as in {@code limit=30}; 0 if there is none. */
    private int assignment(int from, int to) {
        int equals = from;
        while (equals < to && text.charAt(equals) != '=') {
            equals++;
        }
        boolean parts = equals > from
                && equals < to - 1
                && Character.isLetterOrDigit(text.charAt(equals - 1))
                && text.charAt(equals + 1) != '='
                && text.substring(from, to).indexOf("://") < 0;
        return parts ? equals : 0;
    }

    private void add(AnchorType type, int from, int to) {
        atoms.add(new Atom(type, text.substring(from, to), from, to, false));
        taken = Math.max(taken, to);
    }

    /** Adds quoted names and code. */
    private void quotes() {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`') {
                i = backticks(i);
            } else if (Runs.isOneOf(OPENING_QUOTES, c) && (i == 0 || opensBehind(text.charAt(i - 1), c))) {
                i = quote(i, c);
            } else if (c == '\'' && (i == 0 || Character.isWhitespace(text.charAt(i - 1)))) {
                i = quote(i, c);
            }
        }
    }

    /** True unless a quotation mark behind a letter or digit is an apostrophe or closes; scripts without spaces put none before it. */
    private static boolean opensBehind(char before, char mark) {
        return !Character.isLetterOrDigit(before) || Letters.isUnspaced(Math.max(before, mark));
    }

    /**
     * Adds code between backticks; returns the last place that was read. Fences of several backticks are no code of a
     * sentence.
     */
    private int backticks(int at) {
        int run = at;
        while (run < text.length() && text.charAt(run) == '`') {
            run++;
        }
        if (run - at > 1) {
            return run - 1;
        }
        int close = closing(at, "`");
        if (close > at + 2) {
            add(AnchorType.CODE, at + 1, close);
        }
        return close > 0 ? close : at;
    }

    /** Adds a name between quotation marks; returns the place of the closing mark, {@code at} if there is none. */
    private int quote(int at, char open) {
        String closers = open == '"' || open == '\'' ? String.valueOf(open) : CLOSING_QUOTES.replace("\"", "");
        int close = closing(at, closers);
        if (close < at + 3) {
            return at;
        }
        String whole = text.substring(at + 1, close);
        String inside = open == '«'
                ? whole.replace('\u00A0', ' ').replace('\u202F', ' ').strip()
                : whole;
        int start = at + 1 + Math.max(0, whole.indexOf(inside));
        boolean name = inside.length() > 1
                && !Character.isWhitespace(inside.charAt(0))
                && inside.split(" ", -1).length <= MOST_QUOTED_WORDS
                && Letters.any(inside, Character::isLetter);
        if (name) {
            atoms.add(new Atom(AnchorType.NAME, inside, start, start + inside.length(), false));
        }
        return close;
    }

    /** Position of the mark that closes the quotation opened at {@code at}, on the same line and near; -1 if there is none. */
    private int closing(int at, String marks) {
        int last = Math.min(text.length() - 1, at + LONGEST_QUOTE);
        for (int i = at + 1; i <= last; i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                return -1;
            }
            boolean apostrophe = (c == '\'' || c == '’')
                    && i + 1 < text.length()
                    && Character.isLetter(text.charAt(i + 1))
                    && Character.isLetter(text.charAt(i - 1));
            if (marks.indexOf(c) >= 0 && !apostrophe) {
                return i;
            }
        }
        return -1;
    }
}
