package io.github.sessioncompression.redaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys, tokens and passwords in a text, found by the table of patterns.
 *
 * <p><em>Algorithm</em> of {@link #find}:
 * <ol>
 *   <li>read escapes of line breaks in JSON as line breaks, at equal length, so that places stay right;
 *   <li>find secrets behind keywords, and long runs that look like keys;
 *   <li>drop long runs that overlap something harmless;
 *   <li>sort, and join what overlaps.
 * </ol>
 *
 * <p>A bare password has no form. So {@link #asksFor} recognises a text that asks for one or announces it, and {@link
 * #answer} takes the next message's text for it if it may be one. <em>Does nothing when</em> a text has neither.
 * <em>Threads</em>: has no state after loading. Takes linear time.
 *
 * @see Redaction
 */
final class Secrets {
    private static final SecretTable TABLE = new SecretTable();
    private static final SecretScanner SECRETS = TABLE.scanner("secret");
    private static final SecretScanner HARMLESS = TABLE.scanner("harmless");
    private static final SecretScanner QUESTIONS = TABLE.scanner("question");
    private static final SecretScanner ANSWERS = TABLE.scanner("answer");
    /** UTF-16 units at the end of a text in which a question for a secret is looked for. */
    private static final int LONGEST_QUESTION = 100;

    private Secrets() {}

    /** The secrets in the order of the text; none overlaps another. */
    public static List<SecretSpan> find(String written) {
        String text = withLineBreaks(written);
        List<SecretSpan> found = SECRETS.keyed(text);
        List<SecretSpan> runs = SECRETS.runs(text);
        if (!runs.isEmpty()) {
            List<SecretSpan> harmless = HARMLESS.keyed(text);
            int next = 0;
            for (SecretSpan run : runs) {
                while (next < harmless.size() && harmless.get(next).end() <= run.start()) {
                    next++;
                }
                if (next == harmless.size() || harmless.get(next).start() >= run.end()) {
                    found.add(run);
                }
            }
        }
        return found.size() < 2 ? found : merged(found);
    }

    /** The text with line breaks and spaces in place of those that JSON writes as escapes, at the same length. */
    private static String withLineBreaks(String text) {
        int backslash = text.indexOf('\\');
        if (backslash < 0) {
            return text;
        }
        char[] read = text.toCharArray();
        int first = backslash;
        for (int at = backslash; at < read.length; at++) {
            if (read[at] == '\\') {
                continue;
            }
            if (at > first && (read[at] == 'n' || read[at] == 'r' || read[at] == 't')) {
                Arrays.fill(read, first, at, ' ');
                read[at] = '\n';
            }
            first = at + 1;
        }
        return String.valueOf(read);
    }

    /** The spans in order, those that overlap as one. */
    private static List<SecretSpan> merged(List<SecretSpan> found) {
        found.sort(Comparator.comparingInt(SecretSpan::start));
        List<SecretSpan> merged = new ArrayList<>(found.size());
        SecretSpan last = found.get(0);
        for (SecretSpan span : found) {
            if (span.start() < last.end()) {
                last = new SecretSpan(last.start(), Math.max(last.end(), span.end()));
            } else {
                merged.add(last);
                last = span;
            }
        }
        merged.add(last);
        return merged;
    }

    /** True if a text ends by asking for a secret or announcing it, so that the next message may be one. */
    static boolean asksFor(String text) {
        String end = text.substring(Math.max(0, text.length() - LONGEST_QUESTION));
        return !QUESTIONS.keyed(end).isEmpty();
    }

    /** The secret in a message that answers such a text; {@code null} if it holds none. */
    static @Nullable SecretSpan answer(String text) {
        return ANSWERS.unkeyed(text, 0);
    }
}
