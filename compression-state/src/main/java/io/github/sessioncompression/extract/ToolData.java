package io.github.sessioncompression.extract;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonMember;
import io.github.sessioncompression.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The values in a tool's arguments or result, if these are JSON.
 *
 * <p>Malformed or cut JSON is common in both, so reading stops at the first error and keeps what came before. Texts are
 * normalised ({@link Visible}). <em>Threads</em>: has no state.
 *
 * @see ToolAction
 * @see ToolFacts
 */
final class ToolData {
    private ToolData() {}

    /** A value under its name, without spaces around. */
    record Value(String key, String text) {
        /** True if the name, in lower case, is one of {@code names}. */
        boolean isCalled(Set<String> names) {
            return names.contains(key.toLowerCase(Locale.ROOT));
        }
    }

    /**
     * The values of each object in the order in which the objects begin; empty if the text does not begin like data. Malformed or truncated data
     * gives the values before the first error.
     */
    static List<List<Value>> read(String text) {
        String data = text.strip();
        return !data.startsWith("{") && !data.startsWith("[")
                ? List.of()
                : Json.objects(data).stream().map(ToolData::values).toList();
    }

    /** The texts that are short enough under their names, {@code city Oslo}, as far as {@code most} characters go. */
    static List<String> pairs(List<Value> values, Predicate<String> isShort, int most) {
        List<String> pairs = new ArrayList<>();
        int length = 0;
        for (Value value : values) {
            String pair = value.key() + " " + value.text().replace('\n', ' ');
            if (length + pair.length() <= most && !value.text().isEmpty() && isShort.test(value.text())) {
                length += (pairs.isEmpty() ? 0 : 2) + pair.length();
                pairs.add(pair);
            }
        }
        return pairs;
    }

    /** The values of one object; tabs and carriage returns become spaces. */
    private static List<Value> values(List<JsonMember> members) {
        return members.stream()
                .map(member -> new Value(
                        Visible.of(member.key()),
                        Visible.of(member.text().replace('\t', ' ').replace('\r', ' '))
                                .strip()))
                .toList();
    }
}
