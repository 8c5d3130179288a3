package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.Units;
import io.github.sessioncompression.text.Letters;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A value in any spelling. Immutable.
 *
 * @param unit the letters of its unit, empty if there is none
 * @param keys one for each spelling
 */
record SaidValue(AnchorType type, String unit, List<String> keys) {
    /** The letter in front of the key of a number. */
    private static final String NUMBER = "n";

    static SaidValue of(Anchor anchor, AnchorLanguage language) {
        List<String> keys = AtomKeys.of(anchor.type(), anchor.text(), language);
        return new SaidValue(anchor.type(), unit(anchor.text()), keys);
    }

    /** Whether the other is that value, or a thing with that number: "room 12". */
    boolean isNumberOf(SaidValue other) {
        return keys.stream()
                .anyMatch(key ->
                        other.keys.contains(key) || other.keys.stream().anyMatch(each -> endsOn(each, number(key))));
    }

    private static boolean endsOn(String key, String number) {
        int before = key.length() - number.length() - 1;
        boolean whole = before < 0 || (!Character.isDigit(key.charAt(before)) && ".-".indexOf(key.charAt(before)) < 0);
        return !number.isEmpty() && whole && key.endsWith(number);
    }

    /** The number that a key is of, empty for another. */
    private static String number(String key) {
        String number = key.startsWith(NUMBER) ? key.substring(1) : key;
        return Letters.all(number, Character::isDigit) ? number : "";
    }

    boolean isAnyOf(Set<String> other) {
        return keys.stream().anyMatch(other::contains);
    }

    /** The letters of a value, small. */
    static String unit(String value) {
        return Units.of(value.toLowerCase(Locale.ROOT));
    }
}
