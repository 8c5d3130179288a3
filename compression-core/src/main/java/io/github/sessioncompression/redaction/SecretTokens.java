package io.github.sessioncompression.redaction;

import io.github.sessioncompression.text.Letters;
import java.util.List;
import java.util.Locale;

/** Finds the keys and tokens that need no word: by how they begin, or by being a long row that nobody would say. Not thread-safe; used for one text. */
final class SecretTokens {
    private static final int LONGEST_TOKEN = 4_096;
    private static final int SHORTEST_PREFIXED = 12;
    /** Of a prefix of a few letters, which a word may begin with, too. */
    private static final int SHORTEST_BARELY_PREFIXED = 24;

    private static final int CODED_DIGITS = 16;
    private static final int LONG_RUN = 32;
    private static final List<String> PUBLIC = List.of("publickey", "public key", "public_key", "public-key");
    private static final int LONGEST_MEDIA = 40;
    private static final int LONGEST_DIGEST_NAME = 8;

    private final String text;
    private final List<SecretSpan> spans;

    SecretTokens(String text, List<SecretSpan> spans) {
        this.text = text;
        this.spans = spans;
    }

    /** Takes a key that begins as {@code prefix} letters here tell; where it ends, 0 if it is none. */
    int prefixed(int start, int prefix) {
        int end = start + prefix;
        int stretch = 0;
        int letters = 0;
        int digits = 0;
        boolean mixed = false;
        while (end < text.length() && end - start < LONGEST_TOKEN && isTokenChar(text.charAt(end))) {
            char c = text.charAt(end++);
            boolean digit = Letters.isDigit(c);
            boolean letter = Character.isLetter(c);
            stretch = digit || letter ? stretch + 1 : 0;
            letters = stretch == 0 ? 0 : letters + (letter ? 1 : 0);
            digits = stretch == 0 ? 0 : digits + (digit ? 1 : 0);
            mixed |= stretch >= 6 && letters > 0 && digits > 0;
        }
        while (end > start && ".,;:=~".indexOf(text.charAt(end - 1)) >= 0 && text.charAt(end - 1) != '=') {
            end--;
        }
        boolean bare =
                prefix <= 3 && Character.isLetter(text.charAt(start + prefix - 1)) && !text.startsWith("eyJ", start);
        mixed |= prefix > 3 && end - start >= SHORTEST_BARELY_PREFIXED && digitsIn(start, end) >= 6;
        int shortest = bare ? SHORTEST_BARELY_PREFIXED : SHORTEST_PREFIXED;
        if (!mixed || end - start < shortest || (bare && isSpoken(start + prefix, end))) {
            return 0;
        }
        spans.add(new SecretSpan(start, end));
        return end;
    }

    /** Takes a token whose first part is a number coded as bytes, as those of bots are; where it ends, 0 if it is none. */
    int numbered(int start) {
        for (int i = 0; i < CODED_DIGITS; i += 4) {
            boolean digits = start + i + 3 < text.length()
                    && "MNO".indexOf(text.charAt(start + i)) >= 0
                    && "DTjz".indexOf(text.charAt(start + i + 1)) >= 0
                    && "AEIMQUYcgkow".indexOf(text.charAt(start + i + 2)) >= 0;
            if (!digits) {
                return 0;
            }
        }
        int end = start;
        int dots = 0;
        while (end < text.length() && (SecretText.isWordChar(text.charAt(end)) || text.charAt(end) == '.')) {
            dots += text.charAt(end++) == '.' ? 1 : 0;
        }
        if (dots < 2 || end - start < 2 * CODED_DIGITS) {
            return 0;
        }
        spans.add(new SecretSpan(start, end));
        return end;
    }

    private int digitsIn(int from, int to) {
        int digits = 0;
        for (int i = from; i < to; i++) {
            digits += Letters.isDigit(text.charAt(i)) ? 1 : 0;
        }
        return digits;
    }

    private static boolean isTokenChar(char c) {
        return SecretText.isWordChar(c) || ".~+/=%:".indexOf(c) >= 0;
    }

    /** Looks at a run of letters, digits and what else codes bytes. */
    void run(int from, int to) {
        if (to - from >= LONG_RUN && isRandom(from, to) && !isDigest(from) && !isOpen(from)) {
            spans.add(new SecretSpan(from, to));
        }
    }

    /** Whether it is a public key, which begins with the length of its name, or a picture. */
    private boolean isOpen(int from) {
        String before = text.substring(Math.max(0, from - LONGEST_MEDIA), from);
        int data = before.lastIndexOf("data:image/");
        String named = before.toLowerCase(Locale.ROOT);
        return text.startsWith("AAAA", from)
                || PUBLIC.stream().anyMatch(named::contains)
                || (data >= 0 && before.endsWith(";base64,"))
                || (data >= 0 && text.startsWith("base64,", from));
    }

    /** Whether the name of a hash function stands before it, as in a file of locked versions. */
    private boolean isDigest(int from) {
        int at = from;
        while (at < text.length() && at - from < LONGEST_DIGEST_NAME && Character.isLetter(text.charAt(at))) {
            at++;
        }
        boolean named = at > from && text.startsWith("sha", from) && Letters.isDigit(text.charAt(at));
        int end = from - 1;
        int digits = end;
        while (digits > 0 && Letters.isDigit(text.charAt(digits - 1))) {
            digits--;
        }
        boolean behind = end > 0
                && ":-".indexOf(text.charAt(end)) >= 0
                && digits < end
                && digits > 0
                && "hHaA5".indexOf(text.charAt(digits - 1)) >= 0;
        return named || behind;
    }

    /** Capital and small letters and digits mixed through a long run without the marks of an address or a path. */
    private boolean isRandom(int from, int to) {
        int upper = 0;
        int lower = 0;
        int digits = 0;
        boolean hex = true;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            upper += c >= 'A' && c <= 'Z' ? 1 : 0;
            lower += c >= 'a' && c <= 'z' ? 1 : 0;
            digits += Letters.isDigit(c) ? 1 : 0;
            hex &= Character.digit(c, 16) >= 0 || i == from + 1;
            if (c > 0x7F) {
                return false;
            }
        }
        int all = to - from;
        return !hex && upper * 8 >= all && lower * 8 >= all && digits * 24 >= all && !isSpoken(from, to);
    }

    /** Whether a good part of it is small letters or digits in rows as long as those of words and dates. */
    private boolean isSpoken(int from, int to) {
        int row = 0;
        int inRows = 0;
        char before = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            char kind = c >= 'a' && c <= 'z' ? 'a' : Letters.isDigit(c) ? '0' : 0;
            row = kind == 0 ? 0 : kind == before ? row + 1 : 1;
            before = kind;
            inRows += row == 4 ? 4 : row > 4 ? 1 : 0;
        }
        return inRows * 4 > to - from;
    }
}
