package io.github.sessioncompression.value;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A value that holds.
 *
 * @param frame what is said of it: the stems around it, and its kind in its place
 * @param values the keys of each value in its place
 * @param subject the stems of what it is said of
 * @param settled whether it is clear what that is
 * @param entry whether a colon stands for "is", as in a list
 * @param lasts whether it is a value that stays: "the budget", "my locker code", not "the train to Leeds", "my exam", "the water level", of which
 *     there may be another one each day
 * @param setting what was spoken of before it, if that tells what it is said of
 * @param topic what it is of where the sentence says nothing else; else {@code null}
 */
record ValueClaim(
        String frame,
        List<List<String>> values,
        Set<String> subject,
        boolean settled,
        boolean entry,
        boolean lasts,
        ValueSetting setting,
        @Nullable ValueTopic topic) {
    /** Whether much the same words may be said of another one. */
    boolean mayBeOfAnother(ValueClaim other) {
        return !lasts || setting.isOther(other.setting);
    }

    /** Whether both give the same, each in its spelling. */
    boolean isSame(ValueClaim other) {
        for (int i = 0; i < Math.min(values.size(), other.values.size()); i++) {
            if (values.get(i).stream().noneMatch(other.values.get(i)::contains)) {
                return false;
            }
        }
        return true;
    }
}
