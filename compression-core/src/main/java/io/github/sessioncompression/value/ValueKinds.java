package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which kinds of values tell by themselves how long they hold. Stateless. */
final class ValueKinds {
    private static final String CODE = "code";
    /** What something is called or found by is not another each day: addresses, codes, names of several words. */
    private static final Set<String> IDENTITIES = Set.of(CODE, "email", "url", "path", "version", LoneValue.NAME);

    /** How the kind of a number with a unit begins. */
    static final String COUNT = "number ";

    private static final Set<String> DUE = Set.of(
            AnchorType.AMOUNT.name().toLowerCase(Locale.ROOT),
            AnchorType.DATE.name().toLowerCase(Locale.ROOT));

    private ValueKinds() {}

    /** Whether a value is what something is called or found by; a bare number may be a count. */
    static boolean isIdentity(String kind, List<String> keys) {
        return IDENTITIES.contains(kind) && !(kind.equals(CODE) && keys.stream().allMatch(ValueKinds::isNumber));
    }

    /** Whether a value is a sum of money or a day, of which a thing with a number has one: "room 12 is 90 euros". */
    static boolean isDue(String kind) {
        return DUE.contains(kind);
    }

    /** Whether a value is a number of something. */
    static boolean isCount(String kind) {
        return kind.startsWith(COUNT);
    }

    /** Whether a value is the number of people of a kind: "38 guests". */
    static boolean isCountOf(String kind, AnchorLanguage language) {
        return isCount(kind) && language.has("counted", kind.substring(COUNT.length()));
    }

    /** Whether a value is told from others of its kind by itself: a name, a day, but not a number. */
    static boolean isNamed(String kind) {
        return kind.equals(LoneValue.NAME) || kind.equals("date") || kind.equals("weekday") || kind.equals("month");
    }

    static boolean isNumber(String key) {
        return key.startsWith("n")
                && key.length() > 1
                && key.chars().skip(1).noneMatch(c -> !Character.isDigit(c) && c != '.' && c != '-');
    }
}
