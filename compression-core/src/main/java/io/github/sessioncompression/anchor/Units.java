package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Stems;

/** Tells units of values apart, so that what is long takes no price's place. Stateless, so safe for use by many threads. */
public final class Units {
    private static final String CURRENCY = "currency";

    private Units() {}

    /** What of a value, in small letters, is no number: "kg" of "12.5 kg"; empty if nothing is. */
    public static String of(String value) {
        StringBuilder unit = new StringBuilder();
        int at = 0;
        while (at < value.length()) {
            int c = value.codePointAt(at);
            if (!Character.isDigit(c) && !Character.isWhitespace(c) && ".,:+-".indexOf(c) < 0) {
                unit.appendCodePoint(c);
            }
            at += Character.charCount(c);
        }
        return unit.toString();
    }

    /**
     * Whether both are known units, but not of one kind: pages and euros are, not so euros and dollars, or a page and pages.
     *
     * @param code the language's ISO 639-1 code
     * @param one a unit in small letters, or a word that may be one
     */
    public static boolean areApart(String code, String one, String other) {
        return areApart(AnchorLanguage.of(code), one, other);
    }

    public static boolean areApart(AnchorLanguage language, String one, String other) {
        if (one.equals(other) || !isUnit(language, one) || !isUnit(language, other)) {
            return false;
        }
        return !areOfOneKind(language, one, other);
    }

    /** Whether both are the same, be it a unit or not, or currencies. */
    public static boolean areOfOneKind(String code, String one, String other) {
        return areOfOneKind(AnchorLanguage.of(code), one, other);
    }

    private static boolean areOfOneKind(AnchorLanguage language, String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        boolean money = language.has(CURRENCY, one) && language.has(CURRENCY, other);
        Stems stems = Stems.of(language.code());
        return money || stems.stem(one).equals(stems.stem(other));
    }

    /** Whether the word, in small letters, is a unit or a currency of the language of that ISO 639-1 code. */
    public static boolean isUnit(String code, String word) {
        return isUnit(AnchorLanguage.of(code), word);
    }

    /** Whether the word, in small letters, is a number of the language of that ISO 639-1 code. */
    public static boolean isNumber(String code, String word) {
        return AnchorLanguage.of(code).number(word) >= 0;
    }

    private static boolean isUnit(AnchorLanguage language, String word) {
        return !word.isEmpty() && (language.has("unit", word) || language.has(CURRENCY, word));
    }
}
