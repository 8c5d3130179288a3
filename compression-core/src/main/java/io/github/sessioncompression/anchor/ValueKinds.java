package io.github.sessioncompression.anchor;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which kinds of values tell by themselves how long they hold. Stateless. */
final class ValueKinds {
    private static final String CODE = "code";
    /** What something is called or found by is not another each day: addresses, codes, names of several words. */
    private static final Set<String> IDENTITIES = Set.of(CODE, "email", "url", "path", "version", ValuePiece.NAME);

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

    private static boolean isNumber(String key) {
        return key.startsWith("n")
                && key.length() > 1
                && key.chars().skip(1).noneMatch(c -> !Character.isDigit(c) && c != '.' && c != '-');
    }
}
