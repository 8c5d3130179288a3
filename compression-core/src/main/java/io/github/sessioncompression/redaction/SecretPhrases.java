package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import java.util.List;
import java.util.Locale;

/** Finds secrets of several words: pass phrases, and the rows of small words that a purse is filled again from. Not thread-safe; used for one text. */
final class SecretPhrases {
    private static final int LONGEST_LINE = 120;
    private static final int MOST_WORDS = 6;
    /** So many small words in a row are no sentence. */
    private static final int FEWEST_SEEDS = 11;

    private static final int MOST_SEEDS = 24;

    private final String text;
    private final SecretText way;
    private final SecretNames names = SecretNames.get();
    private final List<SecretSpan> spans;

    SecretPhrases(String text, SecretText way, List<SecretSpan> spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /** A pass phrase, or a password of some words of which one is no word; how far it was read, {@code end} if there is none. */
    int phrase(Kind kind, int start, int end, int value) {
        boolean phrase = kind == Kind.PASSWORD
                && text.substring(start, end).toLowerCase(Locale.ROOT).endsWith("phrase");
        if (kind.compareTo(Kind.PASS) > 0 || way.quoteLevel(value) >= 0) {
            return end;
        }
        if (seeds(value)) {
            return value;
        }
        int at = value;
        int last = -1;
        int words = 0;
        while (at < text.length() && text.charAt(at) != '\n' && at - value < LONGEST_LINE && words <= MOST_WORDS) {
            int to = way.wordEnd(at);
            int stop = way.stripped(at, to);
            SecretValue word = new SecretValue(text, way, at, stop);
            boolean plain = word.isLetters();
            if (words == 0 && (!plain || (!phrase && names.has("placeholder", way.listed(at, stop))))) {
                return end;
            }
            boolean odd = !plain && text.charAt(to - 1) != ':';
            if ((stop == at + 1 && text.charAt(at) == '=') || word.isExpression()) {
                return end;
            }
            last = odd || (phrase && plain) ? stop : last;
            words++;
            at = way.spaces(to);
        }
        boolean whole = at >= text.length() || text.charAt(at) == '\n';
        boolean inside = kind == Kind.PASS && last != way.stripped(value, at);
        if (!whole || last < 0 || words < 2 || inside) {
            return end;
        }
        spans.add(new SecretSpan(value, last));
        return last;
    }

    /** Past the number of a word in a row. */
    private int numbered(int from) {
        int at = from;
        while (at < text.length() && at - from < 2 && Character.isDigit(text.charAt(at))) {
            at++;
        }
        boolean number = at > from && at < text.length() && ".)".indexOf(text.charAt(at)) >= 0;
        return number ? way.spaces(at + 1) : from;
    }

    /** Takes a row of small words without a mark between them, if it is long enough; whether it is. */
    boolean seeds(int from) {
        int at = from;
        int end = from;
        int words = 0;
        while (words < MOST_SEEDS && at < text.length()) {
            at = numbered(at);
            int to = at;
            while (to < text.length() && Character.isLowerCase(text.charAt(to)) && to - at < 12) {
                to++;
            }
            if (to - at < 3) {
                break;
            }
            words++;
            end = to;
            at = way.spaces(to);
            if (at == to) {
                break;
            }
        }
        if (words >= FEWEST_SEEDS) {
            spans.add(new SecretSpan(from, end));
        }
        return words >= FEWEST_SEEDS;
    }
}
