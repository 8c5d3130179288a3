package io.github.sessioncompression.text;

/** The marks behind words, of all scripts, and which of several counts. Stateless. */
final class Marks {
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
