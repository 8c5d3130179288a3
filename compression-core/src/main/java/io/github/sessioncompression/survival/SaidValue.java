package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.Units;
import io.github.sessioncompression.text.Letters;
import java.util.Collections;
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

    /** Whether one of the given values that are wrong is this one, in its unit: "not 42 euros" says nothing of room 42. */
    boolean isAmong(List<SaidValue> given, Set<String> wrong, AnchorLanguage language) {
        return given.stream()
                .anyMatch(value -> value.isAnyOf(wrong)
                        && value.isNumberOf(this)
                        && !Units.areApart(language, unit, value.unit()));
    }

    /** Whether it is of the unit of one that is given, all of its type, and none of them. */
    boolean mayGiveWayTo(List<SaidValue> given, AnchorLanguage language) {
        boolean ofUnit = false;
        for (SaidValue value : given) {
            if (!Collections.disjoint(value.keys, keys)) {
                return false;
            }
            ofUnit |= !Units.areApart(language, unit, value.unit);
        }
        return ofUnit;
    }

    /** Whether one can take the other's place: both of a type and unit; a bare number is of any. */
    static boolean areOfKind(Atom value, Anchor earlier) {
        String unit = unit(value.text());
        boolean bare = unit.isEmpty() && (value.type() == AnchorType.NUMBER || value.weak());
        boolean number = earlier.type() == AnchorType.NUMBER || earlier.type() == AnchorType.AMOUNT;
        boolean other = value.text().equalsIgnoreCase(earlier.text());
        return !other && (bare ? number : value.type() == earlier.type() && unit.equals(unit(earlier.text())));
    }

    /** The letters of a value, small. */
    static String unit(String value) {
        return Units.of(value.toLowerCase(Locale.ROOT));
    }
}
