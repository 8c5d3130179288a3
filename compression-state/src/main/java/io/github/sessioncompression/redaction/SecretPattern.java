package io.github.sessioncompression.redaction;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A form that secrets have.
 *
 * <p>Immutable. The table's head describes how a row is written; {@link SecretScanner} decides where a pattern is
 * tried.
 *
 * @param id name of the row in the table
 * @param pattern the text behind a keyword, with the secret as group {@code v}
 * @param grouped true if the pattern has that group; otherwise the secret begins with the keyword
 * @param minEntropy least entropy of the secret, in bits per character; 0 if any will do
 */
record SecretPattern(String id, Pattern pattern, boolean grouped, double minEntropy) {
    /** Name of the group with the secret. */
    private static final String VALUE = "v";
    /** Characters at the end of a match that are no part of the secret. */
    private static final String TRAILING = " .,;:)";
    /**
     * Longest value that the patterns of names match, in UTF-16 units; a longer one is a secret to the end of its run.
     */
    private static final int CAPPED = 128;
    /** Characters of which the entropy is taken. */
    private static final int MEASURED = 64;

    /** True if the secret is in front of the keyword. */
    boolean before() {
        return id.endsWith("-before");
    }

    /** The secret of a match; {@code null} if it is a placeholder or too regular. */
    @Nullable
    SecretSpan secret(String text, Matcher match, int keyword, Pattern placeholder) {
        int start = grouped ? match.start(VALUE) : keyword;
        int end = grouped ? match.end(VALUE) : match.end();
        while (grouped && end > start + 1 && TRAILING.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        String value = text.substring(start, end);
        boolean isRegular = minEntropy > 0 && entropy(value) < minEntropy;
        if (isRegular || (grouped && placeholder.matcher(value).lookingAt())) {
            return null;
        }
        while (value.length() >= CAPPED && end < text.length() && isRun(text.charAt(end))) {
            end++;
        }
        return new SecretSpan(start, end);
    }

    /** True for a character of a key or token: ASCII letters, digits and the signs of base64 and URLs. */
    private static boolean isRun(char c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || "_-+/=.%".indexOf(c) >= 0);
    }

    /** Shannon entropy of the first characters, in bits per character. */
    static double entropy(String value) {
        int[] counts = new int[0x80];
        int length = Math.min(value.length(), MEASURED);
        for (int i = 0; i < length; i++) {
            counts[value.charAt(i) & 0x7F]++;
        }
        double bits = 0;
        for (int count : counts) {
            double share = (double) count / length;
            bits -= count == 0 ? 0 : share * Math.log(share) / Math.log(2);
        }
        return bits;
    }
}
