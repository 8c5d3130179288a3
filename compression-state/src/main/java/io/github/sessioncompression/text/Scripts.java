package io.github.sessioncompression.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Language that the script of a text settles: Greek letters are Greek, hiragana is Japanese.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>count the letters of each script at the beginning of the text;
 *   <li>if East Asian characters are more than a third as many as Latin letters, the text is Korean if most of them are
 *       Hangul, Japanese if one is kana, else Chinese: Japanese sentences have kana, Chinese ones have none;
 *   <li>else the first of Russian, Arabic, Hindi and Greek with more letters than Latin has.
 * </ol>
 *
 * <p>Languages that share a script with a known one, such as Ukrainian or Persian, count as it. <em>Does nothing
 * when</em> most letters are Latin, or of a script that has no language here. <em>Threads</em>: has no state. Reads at
 * most {@value #CHARS_READ} characters.
 *
 * @see Languages#detect
 */
final class Scripts {
    /** UTF-16 units at the beginning of a text that are read: a bound on time. */
    private static final int CHARS_READ = 3_200;
    /** The first character behind those of the Latin script. */
    private static final char LATIN_END = 0x250;

    private static final Map<Character.UnicodeScript, String> LANGUAGES = Map.of(
            Character.UnicodeScript.HAN, "zh",
            Character.UnicodeScript.HIRAGANA, "ja",
            Character.UnicodeScript.KATAKANA, "ja",
            Character.UnicodeScript.HANGUL, "ko",
            Character.UnicodeScript.CYRILLIC, "ru",
            Character.UnicodeScript.ARABIC, "ar",
            Character.UnicodeScript.DEVANAGARI, "hi",
            Character.UnicodeScript.GREEK, "el");

    private Scripts() {}

    /** The ISO 639-1 code of the language; empty if the script settles none. */
    static String language(String text) {
        int latin = 0;
        Map<String, Integer> others = new HashMap<>();
        for (int i = 0; i < Math.min(text.length(), CHARS_READ); i++) {
            char c = text.charAt(i);
            if (!Character.isLetter(c)) {
                continue;
            }
            if (c < LATIN_END) {
                latin++;
            } else {
                others.merge(LANGUAGES.getOrDefault(Character.UnicodeScript.of(c), ""), 1, Integer::sum);
            }
        }
        int japanese = others.getOrDefault("ja", 0);
        int korean = others.getOrDefault("ko", 0);
        int ideographic = others.getOrDefault("zh", 0) + japanese + korean;
        if (3 * ideographic > latin) {
            return 2 * korean > ideographic ? "ko" : japanese > 0 ? "ja" : "zh";
        }
        for (String code : List.of("ru", "ar", "hi", "el")) {
            if (others.getOrDefault(code, 0) > latin) {
                return code;
            }
        }
        return "";
    }
}
