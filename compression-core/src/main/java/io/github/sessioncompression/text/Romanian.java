package io.github.sessioncompression.text;

import java.util.List;

/** The two spellings of Romanian: s and t with a comma, which is right, and with a cedilla, which older keyboards write. */
final class Romanian {
    static final String CODE = "ro";

    private Romanian() {}

    /** A word in both spellings. */
    static List<String> spellings(String word) {
        return List.of(withCommas(word), withCedillas(word));
    }

    /** A text as Lucene 9 stems it; Lucene 10 replaces both spellings by its own. */
    static String withCedillas(String text) {
        return text.replace('ș', 'ş').replace('ț', 'ţ').replace('Ș', 'Ş').replace('Ț', 'Ţ');
    }

    private static String withCommas(String text) {
        return text.replace('ş', 'ș').replace('ţ', 'ț');
    }
}
