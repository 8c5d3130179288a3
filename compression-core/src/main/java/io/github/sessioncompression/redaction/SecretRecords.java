package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;
import io.github.sessioncompression.text.Letters;

/**
 * Finds the passwords in words that are fields with colons between them: {@code host:port:database:user:password} of a file
 * of passwords, and an e-mail address and the password of its account.
 *
 * <p>Reads a word once, {@value #LONGEST} characters to both sides of a colon at most. Not thread-safe; used for one text.
 */
final class SecretRecords {
    private static final int LONGEST = 200;
    private static final int FIELDS = 5;

    private final String text;
    private final SecretText way;
    private final SecretSpans spans;
    /** Up to where words have been read. */
    private int done;

    SecretRecords(String text, SecretText way, SecretSpans spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /** Takes the password of the word in which a colon is at {@code at}; where it ends, 0 if there is none. */
    int record(int at) {
        if (at < done || at + 1 >= text.length() || Character.isWhitespace(text.charAt(at + 1))) {
            return 0;
        }
        int begin = at;
        while (begin > done
                && !isBegin(begin)
                && !Character.isWhitespace(text.charAt(begin - 1))
                && at - begin < LONGEST) {
            begin--;
        }
        int end = at;
        while (end - at < LONGEST && !way.isLineEnd(end) && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        done = end;
        int code = text.startsWith("WIFI:", begin)
                ? text.substring(begin, Math.min(end, begin + LONGEST)).indexOf(";P:")
                : -1;
        if (code > 0) {
            int from = begin + code + 3;
            int close = text.substring(from, end).indexOf(';');
            return close > 0 ? spans.take(Kind.PASSWORD, from, from + close, Tie.SET, 0) : 0;
        }
        if (at - begin >= LONGEST || end - at >= LONGEST) {
            return 0;
        }
        String line = text.substring(begin, way.stripped(begin, end));
        String[] fields = line.split(":", FIELDS + 1);
        if (fields.length == FIELDS
                && isHost(fields[0], fields[2])
                && isPort(fields[1])
                && isName(fields[2])
                && isName(fields[3])) {
            Tie tie = fields[1].equals("*") || fields[2].equals("*") ? Tie.SET : Tie.SAID;
            int from = begin + line.length() - fields[4].length();
            return spans.take(Kind.PASSWORD, from, begin + line.length(), tie, 0);
        }
        int mail = line.indexOf('@');
        boolean user = mail > 0 && line.charAt(mail - 1) != ':';
        int dot = user ? line.indexOf('.', mail) : -1;
        int behind = dot < 0 ? -1 : line.indexOf(':', dot);
        boolean account = behind > 0
                && Letters.all(line.substring(0, behind), SecretRecords::isMailChar)
                && line.indexOf('/', behind) < 0
                && line.indexOf('.', behind) < 0;
        return account ? spans.take(Kind.PASSWORD, begin + behind + 1, begin + line.length(), Tie.BESIDE, 0) : 0;
    }

    private static boolean isMailChar(int c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || "@.:_+-".indexOf(c) >= 0);
    }

    private static boolean isHost(String field, String database) {
        return field.equals("*")
                || field.indexOf('.') > 0
                || field.indexOf('/') == 0
                || field.equals("localhost")
                || database.equals("*");
    }

    /** Whether a line begins here, or what data quote. */
    private boolean isBegin(int at) {
        char before = at == 0 ? '\n' : text.charAt(at - 1);
        return before == '\n' || before == '"' || (before == 'n' && at > 1 && text.charAt(at - 2) == '\\');
    }

    private static boolean isPort(String field) {
        return field.equals("*")
                || (field.length() >= 2 && field.length() <= 5 && field.chars().allMatch(Character::isDigit));
    }

    private static boolean isName(String field) {
        return !field.isEmpty() && !field.chars().allMatch(Character::isDigit);
    }
}
