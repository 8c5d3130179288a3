package io.github.sessioncompression.redaction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Searches a text for the patterns of one section of the table.
 *
 * <p><em>Algorithm</em> of {@link #keyed}:
 * <ol>
 *   <li>keywords are filed by a hash of their first two characters in lower case, the longest first; those that may
 *       begin inside a word a second time;
 *   <li>at each place of the text, look up the keywords of its two characters; in the middle of a word only those of
 *       the second file;
 *   <li>behind a keyword try its patterns in the order of the table; the first that matches wins;
 *   <li>continue behind what was found.
 * </ol> {@link #runs} tries the patterns without keywords at runs of at least {@value #LONG_RUN} characters.
 *
 * <p>Linear in the text, since each pattern reads a bounded number of characters. <em>Does nothing when</em> a text
 * holds no keyword and no long run. <em>Threads</em>: immutable, safe for use by many.
 *
 * @see SecretTable
 * @see Secrets
 */
final class SecretScanner {
    /** Size of the table of keywords, a power of two. */
    private static final int BUCKETS = 4_096;
    /** UTF-16 units in front of a keyword that are looked at for a secret. */
    private static final int LONGEST_WORD = 64;
    /** UTF-16 units of a run that may be a key without any name beside it, at least. */
    private static final int LONG_RUN = 32;
    /** Marks that part a word from what is in front of it. */
    private static final String QUOTES = "\"'`“”„«»(";

    /** The keywords by the hash of their first two characters; {@code null} for none. */
    private final Keyword[][] buckets = new Keyword[BUCKETS][];
    /** The keywords that may begin inside a word. */
    private final Keyword[][] inWords = new Keyword[BUCKETS][];

    /** Patterns that are tried without a keyword. */
    private final List<SecretPattern> unkeyed = new ArrayList<>();

    private final Pattern placeholder;

    /** Text behind which patterns are tried. */
    private record Keyword(String text, boolean exact, boolean anywhere, List<SecretPattern> patterns) {
        boolean isAt(String in, int at, boolean wordStart) {
            return (anywhere || wordStart) && in.regionMatches(!exact, at, text, 0, text.length());
        }

        /** True at the begin of a word or of a part of a camel-case name. */
        private static boolean isWordStart(String in, int at) {
            boolean inside =
                    at > 0 && Character.isLetterOrDigit(in.charAt(at - 1)) && Character.isLetterOrDigit(in.charAt(at));
            return !inside || (Character.isUpperCase(in.charAt(at)) && !Character.isUpperCase(in.charAt(at - 1)));
        }
    }

    /** A scanner for the patterns by their keywords; those under an empty keyword are tried at long runs. */
    SecretScanner(Map<String, List<SecretPattern>> patterns, Pattern placeholder) {
        this.placeholder = placeholder;
        Map<Integer, List<Keyword>> hashed = new LinkedHashMap<>();
        patterns.forEach((written, rows) -> {
            boolean anywhere = written.startsWith("*");
            String text = anywhere ? written.substring(1) : written;
            if (text.isEmpty()) {
                unkeyed.addAll(rows);
            } else {
                boolean exact = !text.equals(text.toLowerCase(Locale.ROOT));
                hashed.computeIfAbsent(hash(lower(text, 0), lower(text, 1)), bucket -> new ArrayList<>())
                        .add(new Keyword(text, exact, anywhere, rows));
            }
        });
        hashed.forEach((bucket, keywords) -> {
            keywords.sort((one, other) -> other.text().length() - one.text().length());
            buckets[bucket] = keywords.toArray(Keyword[]::new);
            if (keywords.stream().anyMatch(Keyword::anywhere)) {
                inWords[bucket] = keywords.stream().filter(Keyword::anywhere).toArray(Keyword[]::new);
            }
        });
    }

    private static int hash(int first, int second) {
        return (first * 961 + second) & (BUCKETS - 1);
    }

    /** The character at a place in lower case; 0 behind the end. */
    private static int lower(String text, int at) {
        return at < text.length() ? Character.toLowerCase(text.charAt(at)) : 0;
    }

    /** The matches behind keywords, in the order of the keywords. */
    List<SecretSpan> keyed(String text) {
        List<SecretSpan> found = new ArrayList<>();
        Matcher matcher = null;
        int at = 0;
        int first = lower(text, 0);
        while (at + 1 < text.length()) {
            int second = lower(text, at + 1);
            boolean inWord = isSmallInWord(text, at);
            Keyword[] bucket = (inWord ? inWords : buckets)[hash(first, second)];
            boolean wordStart = bucket != null && !inWord && Keyword.isWordStart(text, at);
            SecretSpan span = null;
            for (int i = 0; bucket != null && i < bucket.length && span == null; i++) {
                if (bucket[i].isAt(text, at, wordStart)) {
                    matcher = matcher == null ? matcher(text, bucket[i]) : matcher;
                    span = first(matcher, text, at, bucket[i]);
                }
            }
            if (span != null) {
                found.add(span);
            }
            int next = span == null ? at + 1 : Math.max(at + 1, span.end());
            first = next == at + 1 ? second : lower(text, next);
            at = next;
        }
        return found;
    }

    /** True for a small letter behind a letter, both of ASCII, as most characters are. */
    private static boolean isSmallInWord(String text, int at) {
        char c = text.charAt(at);
        int before = at == 0 ? 0 : text.charAt(at - 1) | 0x20;
        return c >= 'a' && c <= 'z' && before >= 'a' && before <= 'z';
    }

    /** A matcher for any pattern on the text, which may look around the region it is given. */
    private static Matcher matcher(String text, Keyword keyword) {
        return keyword.patterns()
                .get(0)
                .pattern()
                .matcher(text)
                .useAnchoringBounds(false)
                .useTransparentBounds(true);
    }

    /** The secret of the first pattern that matches behind, or in front of, a keyword; {@code null} for none. */
    private @Nullable SecretSpan first(Matcher matcher, String text, int at, Keyword keyword) {
        for (SecretPattern pattern : keyword.patterns()) {
            int from = pattern.before()
                    ? wordBefore(text, at)
                    : at + keyword.text().length();
            matcher.usePattern(pattern.pattern()).region(from, text.length());
            boolean matches = matcher.lookingAt() && (!pattern.before() || matcher.end() == at);
            SecretSpan secret = matches ? pattern.secret(text, matcher, at, placeholder) : null;
            if (secret != null) {
                return secret;
            }
        }
        return null;
    }

    /** Start of the word in front of a keyword, inside quotes if it is quoted. */
    private static int wordBefore(String text, int keyword) {
        int least = Math.max(0, keyword - LONGEST_WORD);
        int from = Math.max(0, keyword - 1);
        if (from > least && QUOTES.indexOf(text.charAt(from - 1)) >= 0) {
            from--;
        }
        while (from > least
                && !Character.isWhitespace(text.charAt(from - 1))
                && QUOTES.indexOf(text.charAt(from - 1)) < 0) {
            from--;
        }
        return from;
    }

    /** The matches of the patterns without keywords at long runs of letters, digits and what else codes bytes. */
    List<SecretSpan> runs(String text) {
        List<SecretSpan> found = new ArrayList<>();
        int start = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || !isRun(text.charAt(at))) {
                SecretSpan run = at - start < LONG_RUN ? null : unkeyed(text, start);
                if (run != null) {
                    found.add(run);
                }
                start = at + 1;
            }
        }
        return found;
    }

    /** The match of the first pattern without keywords at a place; {@code null} if none matches there. */
    @Nullable
    SecretSpan unkeyed(String text, int at) {
        for (SecretPattern pattern : unkeyed) {
            Matcher matcher = pattern.pattern().matcher(text).useTransparentBounds(true);
            matcher.region(at, text.length());
            SecretSpan secret = matcher.lookingAt() ? pattern.secret(text, matcher, at, placeholder) : null;
            if (secret != null) {
                return secret;
            }
        }
        return null;
    }

    private static boolean isRun(char c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || "_-+=".indexOf(c) >= 0);
    }
}
