package io.github.sessioncompression.anchor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What each speaker gave values of last, to be found by what is said to be new in other words.
 *
 * <p>A value goes where a later sentence says that it is new for just the same, and where there is no other value of the kind that it may be
 * about. Not thread-safe; lives for one reading.
 *
 * @param <T> where a value was given
 */
final class LatestTopics<T> {
    private final Map<String, List<Held<T>>> held = new HashMap<>();
    /** By kinds of values and words for them, whatever is told by these words. */
    private final Map<String, Set<String>> told = new HashMap<>();

    private record Held<T>(ValueTopic topic, T where) {}

    /** A value that is said to be new. */
    record Now<T>(String speaker, ValueTopic topic, AnchorLanguage language, T where) {}

    void hold(String speaker, ValueTopic topic, T where) {
        held.computeIfAbsent(speaker + '\n' + topic.key(), first -> new ArrayList<>(1))
                .add(new Held<>(topic, where));
        for (String group : topic.groups()) {
            told.computeIfAbsent(speaker + '\n' + topic.kind() + '\n' + group, first -> new HashSet<>(2))
                    .add(topic.key());
        }
    }

    void forget(String speaker, ValueTopic topic, T where) {
        List<Held<T>> all = held.get(speaker + '\n' + topic.key());
        if (all != null) {
            all.remove(new Held<>(topic, where));
        }
    }

    /** Replaces what a message says is new, and holds it. */
    void replace(List<Now<T>> changes, List<LatestValues.Replaced<T>> replaced) {
        for (Now<T> now : changes) {
            List<Held<T>> before = held
                    .getOrDefault(now.speaker() + '\n' + now.topic().key(), List.of())
                    .stream()
                    .filter(each -> each.topic().mayBe(now.topic()))
                    .toList();
            if (isOne(now, before) && isTheOnly(now)) {
                for (Held<T> each : before) {
                    if (!now.topic().without(each.topic()).isEmpty()) {
                        forget(now.speaker(), each.topic(), each.where());
                        replaced.add(new LatestValues.Replaced<>(
                                each.where(),
                                now.where(),
                                ValueTalk.Outdated.of(each.topic(), now.topic(), now.language())));
                    }
                }
            }
        }
        changes.forEach(now -> hold(now.speaker(), now.topic(), now.where()));
    }

    /** Whether all that was given before is one value, and the old one of two that are given now. */
    private boolean isOne(Now<T> now, List<Held<T>> before) {
        if (before.isEmpty()) {
            return false;
        }
        ValueTopic first = before.get(0).topic();
        boolean same = before.stream().allMatch(each -> each.topic().gives(first));
        boolean old = now.topic().values().size() == 1 || now.topic().gives(first);
        return same && old;
    }

    /** Whether a word for a kind of value that stands alone, "the deadline", can mean nothing else. */
    private boolean isTheOnly(Now<T> now) {
        return !now.topic().core().isEmpty()
                || now.topic().groups().stream()
                        .allMatch(group -> told.getOrDefault(
                                                now.speaker()
                                                        + '\n'
                                                        + now.topic().kind()
                                                        + '\n'
                                                        + group,
                                                Set.of())
                                        .size()
                                <= 1);
    }
}
