package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each speaker gave values of last, to be found by what is said to be new in other words.
 *
 * <p>A value goes where a later sentence says that it is new for just the same, and where there is no other value of the kind that it may be
 * about. A sentence that says nothing of what its value is of, "they moved it to 11 May", is of the only value of the kind that was given just
 * before, of the only one that counts the same, "38 guests now", or of the one that it names as the old one, "from MySQL to PostgreSQL"; where there
 * are two such values none goes. Not thread-safe; lives for one reading.
 *
 * @param <T> where a value was given
 */
final class LatestTopics<T> {
    /** Messages back in which a sentence that says nothing of what its value is of looks for it. */
    private static final int NEAR = 4;
    /** Values that are remembered of them. */
    private static final int MOST_NEAR = 40;
    /** Topics of one key, of which more make a row of things. */
    private static final int MOST_ALIKE = 8;

    /** Different values of the same, or the same behind different things, of which more make a row of things for good. */
    private static final int MOST_OF_SAME = 40;

    /** By what they are of: each value once, and where it was given. */
    private final Map<String, Map<ValueTopic, Set<T>>> held = new HashMap<>();
    /** What so much was said of that none of it is told apart. */
    private final Set<String> rows = new HashSet<>();
    /** By kinds of values and words for them, whatever is told by these words. */
    private final Map<String, Set<String>> told = new HashMap<>();
    /** By what is counted, and by the values that are no bare numbers. */
    private final Map<String, Map<T, Set<Held<T>>>> alike = new HashMap<>();

    private final Deque<Held<T>> near = new ArrayDeque<>();

    /** A value that was given. */
    record Held<T>(String speaker, ValueTopic topic, T where, long message) {}

    /** A value that is said to be new. */
    record Now<T>(
            String speaker, ValueTopic topic, AnchorLanguage language, T where, long message, boolean assistants) {}

    void hold(Held<T> value) {
        ValueTopic topic = value.topic();
        String speaker = value.speaker() + '\n';
        near.addLast(value);
        if (near.size() > MOST_NEAR) {
            near.removeFirst();
        }
        for (String key : keys(topic)) {
            alike.computeIfAbsent(speaker + key, first -> new LinkedHashMap<>(2))
                    .computeIfAbsent(value.where(), first -> new LinkedHashSet<>(2))
                    .add(value);
        }
        if (topic.open() || topic.isBare()) {
            return;
        }
        String key = speaker + topic.key();
        if (!rows.contains(key)) {
            Map<ValueTopic, Set<T>> same = held.computeIfAbsent(key, first -> new LinkedHashMap<>(2));
            same.computeIfAbsent(topic, first -> new LinkedHashSet<>(2)).add(value.where());
            if (same.size() > MOST_OF_SAME) {
                rows.add(key);
                held.remove(key);
            }
        }
        for (String group : topic.groups()) {
            told.computeIfAbsent(speaker + topic.kind() + '\n' + group, first -> new HashSet<>(2))
                    .add(topic.key());
        }
    }

    /** What a value is found by where nothing is said of what it is of. */
    private static List<String> keys(ValueTopic topic) {
        List<String> keys = new ArrayList<>(2);
        if (ValueKinds.isCount(topic.kind())) {
            keys.add(topic.kind());
        } else if (ValueKinds.isNamed(topic.kind())) {
            topic.now().forEach(key -> keys.add(topic.kind() + '\n' + key));
        }
        return keys;
    }

    void forget(String speaker, ValueTopic topic, T where) {
        Map<ValueTopic, Set<T>> same = held.getOrDefault(speaker + '\n' + topic.key(), Map.of());
        Set<T> places = same.getOrDefault(topic, Set.of());
        if (places.contains(where)) {
            places.remove(where);
            if (places.isEmpty()) {
                same.remove(topic);
            }
        }
        for (String key : keys(topic)) {
            Map<T, Set<Held<T>>> of = alike.get(speaker + '\n' + key);
            if (of != null) {
                of.remove(where);
            }
        }
        near.removeIf(each -> each.where().equals(where));
    }

    /** Replaces what a message says is new, and holds it. */
    void replace(List<Now<T>> changes, List<ReplacedValue<T>> replaced) {
        for (Now<T> now : changes) {
            if (now.topic().isBare()) {
                for (Held<T> each : meant(now)) {
                    if (!now.topic().without(each.topic()).isEmpty()) {
                        replace(each.speaker(), each.topic(), each.where(), now, replaced);
                        hold(new Held<>(now.speaker(), now.topic().of(each.topic()), now.where(), now.message()));
                    }
                }
            } else {
                for (ValueTopic topic : same(now)) {
                    if (!now.topic().without(topic).isEmpty()) {
                        for (T where : List.copyOf(of(now).getOrDefault(topic, Set.of()))) {
                            replace(now.speaker(), topic, where, now, replaced);
                        }
                    }
                }
            }
        }
        changes.stream()
                .filter(now -> !now.topic().isBare())
                .forEach(now -> hold(new Held<>(now.speaker(), now.topic(), now.where(), now.message())));
    }

    private void replace(String speaker, ValueTopic topic, T where, Now<T> now, List<ReplacedValue<T>> replaced) {
        forget(speaker, topic, where);
        OutdatedValue value = OutdatedValue.of(topic, now.topic(), now.language());
        replaced.add(new ReplacedValue<>(where, now.where(), value, now.topic().isBare()));
    }

    private Map<ValueTopic, Set<T>> of(Now<T> now) {
        return held.getOrDefault(now.speaker() + '\n' + now.topic().key(), Map.of());
    }

    /** What was said of just the same, if it is one value. */
    private List<ValueTopic> same(Now<T> now) {
        List<ValueTopic> before = of(now).keySet().stream()
                .filter(each -> each.mayBe(now.topic()))
                .toList();
        return isOne(now, before) && isTheOnly(now) ? before : List.of();
    }

    /** What a value is of that says nothing of it, if that can be but one. */
    private List<Held<T>> meant(Now<T> now) {
        ValueTopic topic = now.topic();
        List<Held<T>> before = new ArrayList<>();
        for (Held<T> each : near) {
            boolean recent = now.message() - each.message() <= NEAR && each.message() != now.message();
            boolean alike = recent && topic.isOfKind(each.topic());
            boolean repeated = alike && each.topic().givesAny(topic.now());
            if (repeated && topic.old().isEmpty() && each.speaker().equals(now.speaker())) {
                return List.of(); // "No, 2,000", where that was said before, may be of either.
            }
            if (alike && !repeated) {
                before.add(each);
            }
        }
        if (!topic.old().isEmpty()) {
            before.removeIf(each -> !each.topic().givesAny(topic.old()));
        }
        List<Held<T>> far = before.isEmpty() ? alike(now) : List.of();
        return isOneOf(now, before) ? before : far;
    }

    /** Whether all are one value, which is for the speaker to change: the own, or what the assistant said. */
    private boolean isOneOf(Now<T> now, List<Held<T>> all) {
        if (all.isEmpty()) {
            return false;
        }
        ValueTopic first = all.get(0).topic();
        return all.stream().allMatch(each -> each.topic().gives(first))
                && all.stream().anyMatch(each -> each.speaker().equals(now.speaker()) || isForUser(now));
    }

    /** Whether the user trades a value that is named for another, be it the assistant's: "make it 5 instead of 3". */
    private boolean isForUser(Now<T> now) {
        return !now.topic().old().isEmpty() && !now.assistants();
    }

    /** Those of all that was said that count the same, or give the value that is named as old; none where they are of several things. */
    private List<Held<T>> alike(Now<T> now) {
        ValueTopic topic = now.topic();
        Set<Held<T>> found = new LinkedHashSet<>();
        List<String> keys = new ArrayList<>();
        if (ValueKinds.isCountOf(topic.kind(), now.language())) {
            keys.add(topic.kind());
        } else if (ValueKinds.isNamed(topic.kind())) {
            topic.old().forEach(key -> keys.add(topic.kind() + '\n' + key));
        }
        for (String key : keys) {
            Map<T, Set<Held<T>>> of = alike.getOrDefault(now.speaker() + '\n' + key, Map.of());
            of.values().stream().limit(MOST_ALIKE + 1L).forEach(found::addAll);
        }
        @Nullable Held<T> first = found.isEmpty() ? null : found.iterator().next();
        boolean one = first != null
                && found.size() <= MOST_ALIKE
                && found.stream()
                        .allMatch(each -> (each.where().equals(first.where())
                                        || each.topic()
                                                .core()
                                                .equals(first.topic().core()))
                                && each.topic().gives(first.topic())
                                && !each.topic().givesAny(topic.now()));
        return one ? List.copyOf(found) : List.of();
    }

    /** Whether all that was given before is one value, and the old one of two that are given now. */
    private boolean isOne(Now<T> now, List<ValueTopic> before) {
        if (before.isEmpty()) {
            return false;
        }
        ValueTopic first = before.get(0);
        Set<String> left = now.topic().old();
        boolean same = before.stream().allMatch(each -> each.gives(first));
        boolean old = now.topic().values().size() == 1 || now.topic().gives(first);
        return same && old && (left.isEmpty() || first.givesAny(left));
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
