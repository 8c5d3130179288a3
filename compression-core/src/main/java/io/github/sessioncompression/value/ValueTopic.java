package io.github.sessioncompression.value;

import java.util.ArrayList;
import java.util.HashSet;
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
 * @param old the keys of those that it says hold no longer
 * @param written the value as it is written in a script without spaces; empty in others
 * @param open whether its sentence leaves open of which one it is
 */
record ValueTopic(
        String kind,
        Set<String> core,
        Set<String> groups,
        List<List<String>> values,
        ValueSetting setting,
        Set<String> old,
        boolean open,
        String written) {
    ValueTopic(String kind, Set<String> core, Set<String> groups, List<List<String>> values) {
        this(kind, core, groups, values, ValueSetting.NONE, Set.of(), false, "");
    }

    /** The same behind what was spoken of before it. */
    ValueTopic in(ValueSetting before) {
        return new ValueTopic(kind, core, groups, values, before, old, open, written);
    }

    /** The same of a value that is written so. */
    ValueTopic written(String as) {
        return new ValueTopic(kind, core, groups, values, setting, old, open, as);
    }

    /** The same where it may be open what it is of. */
    ValueTopic opened(boolean isOpen) {
        return new ValueTopic(kind, core, groups, values, setting, old, isOpen, written);
    }

    /** The same where some of the values hold no longer. */
    ValueTopic without(Set<String> left) {
        return new ValueTopic(kind, core, groups, values, setting, Set.copyOf(left), open, written);
    }

    /** Whether nothing is said of what it is of: "they moved it to 11 May". */
    boolean isBare() {
        return core.isEmpty() && groups.isEmpty();
    }

    /** The keys of the values that hold. */
    Set<String> now() {
        Set<String> now = new HashSet<>();
        for (List<String> keys : values) {
            if (keys.stream().noneMatch(old::contains)) {
                now.addAll(keys);
            }
        }
        return now;
    }

    /** The same of what another one is of. */
    ValueTopic of(ValueTopic other) {
        return new ValueTopic(kind, other.core, other.groups, values, other.setting, old, other.open, written);
    }

    /** Whether one value can take the other's place; a bare number that of one with a unit. */
    boolean isOfKind(ValueTopic other) {
        boolean bare = kind.equals("code") && now().stream().allMatch(ValueKinds::isNumber);
        return kind.equals(other.kind) || (bare && (ValueKinds.isCount(other.kind) || other.kind.equals("amount")));
    }

    /** Whether one of its values has one of the keys. */
    boolean givesAny(Set<String> keys) {
        return values.stream().anyMatch(each -> each.stream().anyMatch(keys::contains));
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

    /** Whether it is of all that the other one is of, and of something besides. */
    boolean saysMoreThan(ValueTopic other) {
        return !other.core.isEmpty() && core.size() > other.core.size() && core.containsAll(other.core);
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
