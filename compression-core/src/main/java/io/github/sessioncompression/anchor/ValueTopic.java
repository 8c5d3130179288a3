package io.github.sessioncompression.anchor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a value is of, to be compared where it is said in other words.
 *
 * @param kind the kind of the value
 * @param core the stems of what it is of, without words for its kind alone: of "the launch date" the launch
 * @param groups the groups of words for its kind that are said: of "the launch date" the day
 * @param values the keys of each value; of what is said to be new it may be the old and the new one
 * @param setting what was spoken of before it, if that tells what it is of
 */
record ValueTopic(String kind, Set<String> core, Set<String> groups, List<List<String>> values, ValueSetting setting) {
    ValueTopic(String kind, Set<String> core, Set<String> groups, List<List<String>> values) {
        this(kind, core, groups, values, ValueSetting.NONE);
    }

    /** The same behind what was spoken of before it. */
    ValueTopic in(ValueSetting before) {
        return new ValueTopic(kind, core, groups, values, before);
    }

    /** The same for all topics of a kind that are of the same. */
    String key() {
        return kind + '\n' + String.join(" ", new TreeSet<>(core));
    }

    /**
     * Whether the words for its kind, and what was spoken of before, leave it open that both are of the same: a launch's date is its deadline, but not
     * its budget.
     */
    boolean mayBe(ValueTopic other) {
        boolean alike =
                groups.isEmpty() || other.groups.isEmpty() || groups.stream().anyMatch(other.groups::contains);
        return alike && !setting.isOther(other.setting);
    }

    /** Whether each is of something that the other is not of, or they are of several kinds. */
    boolean isOfAnother(ValueTopic other) {
        boolean apart = !core.containsAll(other.core) && !other.core.containsAll(core) && !isPartOf(other);
        return apart || !mayBe(other);
    }

    /** In a script without spaces what is spoken of is one run, be it with more in front: "更正：厨房预算". */
    private boolean isPartOf(ValueTopic other) {
        String one = String.join("", core);
        String another = String.join("", other.core);
        return core.size() == 1 && other.core.size() == 1 && (one.contains(another) || another.contains(one));
    }

    boolean gives(ValueTopic other) {
        return values.stream().anyMatch(keys -> other.values.stream()
                .anyMatch(others -> others.stream().anyMatch(keys::contains)));
    }

    /** The values that another one does not give. */
    List<List<String>> without(ValueTopic other) {
        List<List<String>> without = new ArrayList<>(values);
        without.removeIf(
                keys -> other.values.stream().anyMatch(others -> others.stream().anyMatch(keys::contains)));
        return without;
    }
}
