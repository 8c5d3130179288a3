package io.github.sessioncompression.redaction;

import io.github.sessioncompression.text.Letters;
import java.util.List;

/** Finds passwords as they are stored, by the marks around how they were made: <code>$2y$10$…</code>, <code>{SSHA}…</code>. Not thread-safe; used for one text. */
final class SecretHashes {
    private static final int LONGEST_NAME = 14;
    private static final int SHORTEST = 16;
    private static final int LONGEST = 512;

    private final String text;
    private final List<SecretSpan> spans;

    SecretHashes(String text, List<SecretSpan> spans) {
        this.text = text;
        this.spans = spans;
    }

    /** Takes what is stored behind the mark at {@code at}; where it ends, 0 if it is none. */
    int stored(int at) {
        boolean dollar = text.charAt(at) == '$';
        int name = at + 1;
        while (name < text.length() && name - at <= LONGEST_NAME && isNameChar(text.charAt(name), dollar)) {
            name++;
        }
        if (name == at + 1 || name >= text.length() || text.charAt(name) != (dollar ? '$' : '}')) {
            return 0;
        }
        int end = name + 1;
        boolean upper = false;
        boolean lower = false;
        boolean digit = false;
        while (end < text.length() && end - name < LONGEST && isCoded(text.charAt(end), dollar)) {
            char c = text.charAt(end++);
            upper |= c >= 'A' && c <= 'Z';
            lower |= c >= 'a' && c <= 'z';
            digit |= Letters.isDigit(c);
        }
        boolean mixed = digit && lower && (upper || dollar);
        if (end - name <= SHORTEST || !mixed) {
            return 0;
        }
        spans.add(new SecretSpan(name + 1, end));
        return end;
    }

    private static boolean isNameChar(char c, boolean dollar) {
        boolean small = dollar && c >= 'a' && c <= 'z';
        return small || Letters.isDigit(c) || c == '-' || (!dollar && c >= 'A' && c <= 'Z');
    }

    private static boolean isCoded(char c, boolean dollar) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || Letters.isDigit(c);
        return letter || "+/=.".indexOf(c) >= 0 || (dollar && "$,-_".indexOf(c) >= 0);
    }
}
