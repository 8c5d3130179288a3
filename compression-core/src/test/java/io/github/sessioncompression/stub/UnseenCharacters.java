package io.github.sessioncompression.stub;

import java.text.Normalizer;
import java.util.Random;

/** Writes texts so that they read the same and are other characters. Not safe for use by many threads. */
public final class UnseenCharacters {
    private static final int[] UNSEEN = ("\u200B\u00AD\u2060\uFEFF\u200E\u200F\u202A\u202E\u202C\u2066"
                    + "\u2069\u180E\u034F\u0000\u0007\u200C\uDB40\uDC41\u115F\u2063")
            .codePoints()
            .toArray();
    private static final int WIDE = 0xFEE0;

    private final Random random;
    private final int oneIn;

    /**
     * Those of a seed.
     *
     * @param oneIn behind one of so many letters and digits stands something that is not seen
     */
    public UnseenCharacters(Random random, int oneIn) {
        this.random = random;
        this.oneIn = oneIn;
    }

    /** The text with unseen characters in it, its letters apart from their accents, and some of its digits wide. */
    public String in(String text) {
        boolean apart = random.nextBoolean();
        boolean wide = random.nextInt(3) == 0;
        StringBuilder out = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
        text.codePoints().forEach(c -> {
            if (wide && c >= '0' && c <= '9') {
                out.appendCodePoint(c + WIDE);
            } else if (apart && Character.isLetter(c)) {
                out.append(Normalizer.normalize(Character.toString(c), Normalizer.Form.NFD));
            } else {
                out.appendCodePoint(c);
            }
            if (Character.isLetterOrDigit(c) && random.nextInt(oneIn) == 0) {
                out.appendCodePoint(UNSEEN[random.nextInt(UNSEEN.length)]);
            }
        });
        return out.toString();
    }

    /** JSON as a client writes it that knows ASCII alone. */
    public static String escaped(String json) {
        StringBuilder out = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            out.append(c < 0x80 && c >= ' ' ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return out.toString();
    }
}
