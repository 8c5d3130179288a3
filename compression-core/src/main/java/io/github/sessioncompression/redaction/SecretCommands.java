package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;
import io.github.sessioncompression.text.Letters;

/**
 * Finds the passwords in a command: behind an option that is one to its program, fed to it on a line of its own, or as an argument.
 *
 * <p>Looks a bounded number of characters to both sides. Not thread-safe; used for one text.
 */
final class SecretCommands {
    /** Options in front of what a program takes. */
    private static final int MOST_OPTIONS = 8;
    /** What stands before an option in a line. */
    private static final int LONGEST_COMMAND = 80;
    /** What is fed to a program stands at most so far from it. */
    private static final int LONGEST_FEED = 200;

    private final String text;
    private final SecretText way;
    private final SecretNames names = SecretNames.get();
    private final SecretSpans spans;

    SecretCommands(String text, SecretText way, SecretSpans spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /** The value of an option that is a password to some programs, such as {@code mysql -psecret}; how far it was read, 0 if it is none. */
    int option(int start, int end) {
        boolean option = end - start >= 2 && (start == 0 || text.charAt(start - 1) == ' ');
        boolean named = option
                && text.charAt(start + 1) == '-'
                && end - start >= 6
                && (text.startsWith("user", end - 4) || text.startsWith("body", end - 4));
        if (!option || (!named && "pakuwUWPNSbnci".indexOf(text.charAt(start + 1)) < 0)) {
            return 0;
        }
        String of = ":" + text.substring(start, named ? end : start + 2);
        int line = lineBegin(start, LONGEST_COMMAND);
        int from = -1;
        for (int i = line; i <= start; i++) {
            boolean inside = i < start && SecretText.isWordChar(text.charAt(i));
            from = inside && from < 0 ? i : from;
            if (!inside && from >= 0) {
                String program = text.substring(from, i) + of;
                if (names.has("option", program)) {
                    int letter = named ? end - 4 : start + 1;
                    return value(named ? end : start + 2, text.substring(letter, letter + 1));
                }
                if (names.has("fed", program)) {
                    return fed(start, end);
                }
                if (names.has("last", program)) {
                    return last(end);
                }
                from = -1;
            }
        }
        return 0;
    }

    private int lineBegin(int start, int most) {
        int line = start;
        while (line > 0 && start - line < most && text.charAt(line - 1) != '\n') {
            line--;
        }
        return line;
    }

    /** What stands behind an option that is a password, or a user and one. */
    private int value(int from, String option) {
        int at = way.spaces(from);
        int level = way.quoteLevel(at);
        int begin = at + level + 1;
        int close = level < 0 ? -1 : way.closing(begin, level, text.charAt(begin - 1));
        int start = close < 0 ? at : begin;
        int end = close < 0 ? way.wordEnd(at) : close;
        boolean user = option.equalsIgnoreCase("u");
        int colon = user ? text.substring(start, end).indexOf(option.equals("U") ? '%' : ':') : -1;
        boolean whole =
                option.equals("U") && colon < 0 && !text.substring(start, end).contains("\\");
        if (user && colon < 0 && !whole) {
            return 0;
        }
        boolean ports = Letters.all(text.substring(start + colon + 1, end), c -> Character.isDigit(c) || c == ':');
        return ports ? 0 : spans.take(Kind.PASSWORD, start + colon + 1, end, Tie.SET, 0);
    }

    /** What is fed to a program that reads a password there: {@code echo x | docker login --password-stdin}; how far it was read. */
    int fed(int start, int end) {
        int line = lineBegin(start, LONGEST_FEED);
        int stop = end;
        while (stop < text.length() && stop - end < LONGEST_FEED && text.charAt(stop) != '\n') {
            stop++;
        }
        String command = text.substring(line, stop);
        int here = command.indexOf("<<<");
        if (here >= 0) {
            int at = way.spaces(line + here + 3);
            return Math.max(end, spans.value(Kind.PASSWORD, at, Tie.SET, false, end));
        }
        int pipe = text.substring(line, start).lastIndexOf('|');
        int echo = pipe < 0 ? -1 : Math.max(command.lastIndexOf("echo ", pipe), command.lastIndexOf("printf ", pipe));
        if (echo >= 0) {
            argument(line + echo, line + pipe);
        }
        return end;
    }

    /** The last argument before a pipe; behind the user's name where that stands in it. */
    private void argument(int from, int pipe) {
        int to = pipe;
        while (to > from && text.charAt(to - 1) == ' ') {
            to--;
        }
        char last = to > from ? text.charAt(to - 1) : ' ';
        boolean quoted = last == '"' || last == '\'';
        int stop = quoted ? to - 1 : to;
        int begin = from + text.substring(from, stop).lastIndexOf(quoted ? last : ' ') + 1;
        boolean named = text.startsWith("chpasswd", way.spaces(pipe + 1));
        int colon = named ? text.substring(begin, stop).indexOf(':') : -1;
        spans.take(Kind.PASSWORD, begin + colon + 1, stop, Tie.SET, 0);
    }

    /** The last argument of a command whose option says that it is the password. */
    private int last(int end) {
        int at = way.spaces(end);
        int begin = at;
        int words = 0;
        while (at < text.length() && "\n|&;".indexOf(text.charAt(at)) < 0 && at - end < LONGEST_COMMAND) {
            begin = at;
            at = way.spaces(way.wordEnd(at));
            words++;
        }
        return words < 2 || words > 3 ? 0 : spans.value(Kind.PASSWORD, begin, Tie.SET, false, 0);
    }

    /** The first argument of a command that takes a token there. */
    int first(int end) {
        int first = way.spaces(end);
        return first == end ? end : spans.value(Kind.TOKEN, first, Tie.BESIDE, false, end);
    }

    /** The password of a store's or a mail server's command: {@code AUTH x}, {@code AUTH user x}; how far it was read. */
    int auth(int end) {
        int first = way.spaces(end);
        int read = first == end ? end : spans.value(Kind.PASSWORD, first, Tie.BESIDE, false, end);
        int second = way.spaces(way.wordEnd(first));
        boolean named = read == end && first > end && second > first && way.isAlone(second);
        return named ? spans.value(Kind.PASSWORD, second, Tie.BESIDE, false, end) : read;
    }

    /** The password in {@code user/password@database} behind a program that takes them so; how far it was read. */
    int logon(int end) {
        int from = text.startsWith(":", end) ? end + 1 : way.spaces(end);
        int to = Math.min(way.wordEnd(from), from + LONGEST_COMMAND);
        for (int options = 0; options < MOST_OPTIONS && from < to && text.charAt(from) == '-'; options++) {
            from = way.spaces(to);
            to = Math.min(way.wordEnd(from), from + LONGEST_COMMAND);
        }
        int at = way.first(SecretMarks.AT_SIGN, from, to);
        int slash = text.substring(from, at).indexOf('/');
        return slash > 0 && at < to ? spans.take(Kind.PASSWORD, from + slash + 1, at, Tie.SET, end) : end;
    }

    /** The second argument of a program that takes a password there. */
    int second(int end) {
        int first = way.spaces(end);
        int second = way.spaces(way.wordEnd(first));
        return first == end || second == first ? end : spans.value(Kind.PASSWORD, second, Tie.BESIDE, false, end);
    }
}
