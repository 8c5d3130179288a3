package io.github.sessioncompression.text;

/** The marks behind words, of all scripts, and which of several counts. Stateless. */
final class Marks {
    /** Currencies, units, and marks of what is done and what is not, with what makes a picture of them. */
    private static final String CURRENCIES_AND_UNITS = "%‰°′″℃℉№§¶✓✔✗✘☐☑☒✅❌❎✖⛔🚫\uFE0F";

    private Marks() {}

    /** What a character is as a mark, one of {@code , ; : - . ! ?}; 0 if it is none. */
    static char mark(char c) {
        return switch (c) {
            case '?', '？', '؟' -> '?';
            case '!', '！' -> '!';
            case '.', '…', '。', '।' -> '.';
            case ';', '；', '؛' -> ';';
            case ',', '，', '、', '،' -> ',';
            case ':', '：' -> ':';
            case '-', '–', '—' -> '-';
            default -> 0;
        };
    }

    /** Whether it is a unit or a picture that says something by itself: a currency's sign, a tick. */
    static boolean isUnit(String surface) {
        return Letters.all(
                surface,
                c -> CURRENCIES_AND_UNITS.indexOf(c) >= 0 || Character.getType(c) == Character.CURRENCY_SYMBOL);
    }

    /** Whether a character is a face, which stands between words as a comma does. */
    static boolean isFace(int codePoint) {
        return (codePoint >= 0x1F600 && codePoint <= 0x1F64F)
                || (codePoint >= 0x1F910 && codePoint <= 0x1F92F)
                || (codePoint >= 0x1F970 && codePoint <= 0x1F976);
    }

    /** The one that says more; 0 says nothing. */
    static char stronger(char one, char other) {
        String byStrength = ",:-;.!?";
        return byStrength.indexOf(one) >= byStrength.indexOf(other) ? one : other;
    }

    /** Whether it ends a sentence. */
    static boolean isEnd(char mark) {
        return mark == '.' || mark == '!' || mark == '?';
    }
}
