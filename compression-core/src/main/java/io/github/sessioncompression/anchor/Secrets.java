package io.github.sessioncompression.anchor;

import io.github.sessioncompression.anchor.SecretNames.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds keys, tokens and passwords: by the word that names them, by how they begin, inside an address, as a block, or by being a long row
 * of mixed letters and digits that nobody would say.
 *
 * <p>One pass over the words of the text; each is looked at a bounded number of times.
 */
final class Secrets {
    /** What stands before an option in a line. */
    private static final int LONGEST_COMMAND = 80;

    private final String text;
    private final List<SecretSpan> spans = new ArrayList<>();
    private final SecretNames names = SecretNames.get();
    private final SecretReading reading;
    private final SecretTokens tokens;
    private final SecretAddresses addresses;
    /** Up to where the text is an address. */
    private int address;

    private Secrets(String text) {
        this.text = text;
        reading = new SecretReading(text, spans);
        tokens = new SecretTokens(text, spans);
        addresses = new SecretAddresses(text, spans);
    }

    /** The secrets in the order of the text; none overlaps another. */
    static List<SecretSpan> find(String text) {
        Secrets secrets = new Secrets(text);
        KeyBlocks.find(text, secrets.spans);
        secrets.words();
        return secrets.merged();
    }

    /** Whether a text ends by asking for a secret or announcing it, so that the next message may be one. */
    static boolean asksFor(String text) {
        int end = text.stripTrailing().length();
        int from = Math.max(0, end - 100);
        from = Math.max(from, text.lastIndexOf('\n', Math.max(0, end - 1)) + 1);
        if (end == 0 || "?:？：".indexOf(text.charAt(end - 1)) < 0) {
            return false;
        }
        SecretNames names = SecretNames.get();
        for (int i = from; i <= end; i++) {
            boolean wordEnd = i == end || !SecretText.isWordChar(text.charAt(i));
            Kind kind = wordEnd ? names.kind(text, i) : null;
            if ((kind != null && kind.compareTo(Kind.TOKEN) <= 0) || (i < end && names.wideEnd(text, i) > 0)) {
                return true;
            }
        }
        return false;
    }

    /** The secret that a message is which answers such a text; {@code null} if it is none. */
    static @Nullable SecretSpan answer(String text) {
        int to = text.stripTrailing().length();
        int from = to - text.substring(0, to).stripLeading().length();
        while (to > from && ".,;\"'`".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        int begin = text.lastIndexOf(' ', to) + 1;
        begin = Math.max(from, begin);
        while (begin < to && "\"'`".indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        SecretValue value = new SecretValue(text.substring(begin, to));
        boolean few = text.substring(from, to).chars().filter(c -> c == ' ').count() <= 3;
        boolean is = few && (value.is(Kind.PASSWORD, SecretValue.Tie.SAID) || value.is(Kind.PIN, SecretValue.Tie.SAID));
        return is ? new SecretSpan(begin, to) : null;
    }

    private List<SecretSpan> merged() {
        if (spans.size() < 2) {
            return spans;
        }
        spans.sort(Comparator.comparingInt(SecretSpan::start));
        List<SecretSpan> merged = new ArrayList<>(spans.size());
        for (SecretSpan span : spans) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).end() > span.start()) {
                SecretSpan before = merged.get(last);
                merged.set(last, new SecretSpan(before.start(), Math.max(before.end(), span.end())));
            } else {
                merged.add(span);
            }
        }
        return merged;
    }

    private void words() {
        int at = 0;
        int run = 0;
        int length = text.length();
        while (at < length) {
            char c = text.charAt(at);
            if (SecretText.isWordChar(c)) {
                int end = at;
                boolean digit = false;
                while (end < length && SecretText.isWordChar(text.charAt(end))) {
                    digit |= Runs.isDigit(text.charAt(end));
                    end++;
                }
                boolean goesOn = end + 1 < length
                        && "./%".indexOf(text.charAt(end)) >= 0
                        && !Character.isWhitespace(text.charAt(end + 1));
                int next = word(at, end, digit || goesOn);
                at = Math.max(end, next);
                if (next > end) {
                    run = at;
                }
                continue;
            }
            if (c >= 0x2E80) {
                at = Math.max(at + 1, wide(at));
                run = at;
                continue;
            }
            boolean joins = c == '/'
                    || c == '+'
                    || (c == '=' && at + 1 < length && !SecretText.isWordChar(text.charAt(at + 1)));
            if (!joins) {
                run(run, at);
                run = at + 1;
            }
            if (c == ':' && text.startsWith("://", at) && at > 0) {
                address = addresses.address(at + 3, address);
            } else if (c == '-') {
                run = at;
            }
            at++;
        }
        run(run, length);
    }

    /** Looks at a word; how far behind it was read, 0 if it is like any other. */
    private int word(int start, int end, boolean mayBeKey) {
        int option = text.charAt(start) == '-' ? option(start, end) : 0;
        if (option > 0) {
            return option;
        }
        int prefix = mayBeKey ? names.prefix(text, start) : 0;
        if (prefix > 0) {
            int taken = tokens.prefixed(start, prefix);
            if (taken > 0) {
                return taken;
            }
        }
        int name = end;
        while (name > start && (text.charAt(name - 1) == '_' || text.charAt(name - 1) == '-')) {
            name--;
        }
        Kind kind = names.kind(text, name);
        if (kind == null) {
            return 0;
        }
        if (kind.compareTo(Kind.PIN) <= 0) {
            saidBefore(kind, start);
        }
        return reading.behind(kind, start, name);
    }

    private int wide(int at) {
        int end = names.wideEnd(text, at);
        return end == 0 ? 0 : reading.behindWide(end);
    }

    /** The value of an option that is a password to some programs: {@code mysql -psecret}. */
    private int option(int start, int end) {
        boolean option = text.charAt(start) == '-' && end - start >= 2 && (start == 0 || text.charAt(start - 1) == ' ');
        if (!option || !"pakuwU".contains(text.substring(start + 1, start + 2))) {
            return 0;
        }
        int line = start;
        while (line > 0 && start - line < LONGEST_COMMAND && text.charAt(line - 1) != '\n') {
            line--;
        }
        boolean known = false;
        int from = -1;
        for (int i = line; i <= start && !known; i++) {
            boolean inside = i < start && SecretText.isWordChar(text.charAt(i));
            from = inside && from < 0 ? i : from;
            if (!inside && from >= 0) {
                known = names.has("option", text.substring(from, i) + ":" + text.substring(start, start + 2));
                from = -1;
            }
        }
        return known ? reading.behindOption(start + 2, text.charAt(start + 1) == 'u') : 0;
    }

    /** {@code x is my password}: a value in front of the word that names it. */
    private void saidBefore(Kind kind, int start) {
        int to = start;
        for (int words = 0; words < 4 && to > 1; words++) {
            int end = to;
            while (end > 0 && text.charAt(end - 1) == ' ') {
                end--;
            }
            int from = end;
            while (from > 0 && !Character.isWhitespace(text.charAt(from - 1)) && end - from < 40) {
                from--;
            }
            if (from == end || ".!?;,:".indexOf(text.charAt(end - 1)) >= 0) {
                return;
            }
            if (words > 0 && names.has("is", text.substring(from, end))) {
                reading.before(kind, from);
                return;
            }
            to = from;
        }
    }

    private void run(int from, int to) {
        if (to > address) {
            tokens.run(from, to);
        }
    }
}
