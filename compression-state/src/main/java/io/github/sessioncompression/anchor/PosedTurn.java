package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.text.Letters;
import java.util.Locale;
import java.util.Set;

/**
 * Text inside a message that is written like a turn of a chat: {@code User: …}, {@code [system] …}, {@code <user>…},
 * {@code User, 10 Mar: …}.
 *
 * <p><em>Algorithm</em>: 1. pass over signs in front; 2. the word behind them must name a role of a chat format; 3. it
 * must be closed by a colon, a bracket that was opened, the end of the text, or the day of a state's label. It is
 * nobody's speech, so no state shows it as such.
 *
 * <p><em>Does nothing when</em> the first word is no role. <em>Threads</em>: has no state. Reads a bounded number of
 * characters.
 *
 * @see StatementReader
 */
public final class PosedTurn {
    /** Names of roles in chat formats, in lower case; Latin names are common to most languages. */
    private static final Set<String> ROLES = Letters.words(
            """
            system user human assistant developer im_start 系统 用户 助手 システム ユーザー アシスタント 시스템 사용자""");
    /** Signs in front of a role: indentation, marks of lists and quotes, brackets. */
    private static final String BEFORE = " \t#>*_-|•<[(【\"'";
    /** UTF-16 units at the beginning of a text that are looked at for the role and its label. */
    private static final int LONGEST = 60;

    private PosedTurn() {}

    /** Returns the end of the role's mark that {@code text} begins with; 0 for none. */
    public static int endOfMark(String text) {
        int from = 0;
        boolean bracket = false;
        while (from < Math.min(text.length(), LONGEST) && BEFORE.indexOf(text.charAt(from)) >= 0) {
            bracket |= "<[(【".indexOf(text.charAt(from)) >= 0;
            from++;
        }
        int to = from;
        while (to < text.length() && (Character.isLetter(text.charAt(to)) || text.charAt(to) == '_')) {
            to++;
        }
        if (!ROLES.contains(text.substring(from, to).toLowerCase(Locale.ROOT))) {
            return 0;
        }
        int end = to;
        boolean closed = false;
        while (end < text.length() && "|*_ >])】".indexOf(text.charAt(end)) >= 0) {
            closed |= ">])】".indexOf(text.charAt(end)) >= 0;
            end++;
        }
        if (end == text.length() || (bracket && closed)) {
            return end;
        }
        if (text.charAt(end) == ':' || text.charAt(end) == '：') {
            return end + 1;
        }
        EntryLabel label = EntryLabel.read(text.substring(from, Math.min(text.length(), from + LONGEST)));
        return label.date() == null ? 0 : text.indexOf(": ", to) + 2;
    }

    /** True if {@code text} begins like a turn. */
    public static boolean isAt(String text) {
        return endOfMark(text) > 0;
    }
}
