package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values that each speaker gave last, and where.
 *
 * <p>Who gives many values in the same words has a row of things and no change of mind: none of them goes.
 *
 * <p>Linear in what is heard. Not thread-safe; lives for one reading.
 *
 * @param <T> where a value was given
 */
public final class LatestValues<T> {
    /** Values of one that make a row of them. */
    private static final int ROW = 4;
    /** Sentences behind one in which another side repeats it. */
    private static final int ECHOED = 8;

    /** The number of a message that is not known. */
    private static final long NOTED = Long.MIN_VALUE / 2;

    /** Different claims in the same words that are remembered, as there may be with each another setting: those before them stay. */
    private static final int MOST_CLAIMS = 40;

    /** What was claimed in the same words, and where: each claim once, however often it was made. */
    private final Map<String, Map<ValueClaim, List<T>>> held = new HashMap<>();
    /** The different values of each, up to a row of them. */
    private final Map<String, List<ValueClaim>> given = new HashMap<>();
    /** What one message gives several values of, as lists do. */
    private final Set<String> listed = new HashSet<>();

    private final LatestTopics<T> topics = new LatestTopics<>();
    private final List<Now<T>> message = new ArrayList<>();
    private final List<LatestTopics.Now<T>> changes = new ArrayList<>();
    private final List<LatestTopics.Held<T>> toldNow = new ArrayList<>();
    /** What was given anew, by what gave it. */
    private final Map<String, List<ReplacedValue<T>>> anew = new LinkedHashMap<>();

    /** What was said to be new in other words. */
    private final List<ReplacedValue<T>> changed = new ArrayList<>();

    /** A value that the message gives which is read. */
    private record Now<T>(
            String speaker,
            ValueClaim claim,
            AnchorLanguage language,
            boolean whole,
            boolean assistants,
            T where,
            long number) {
        String key() {
            return LatestValues.key(speaker, claim);
        }
    }

    /**
     * The next sentence of a message.
     *
     * @param assistants whether the assistant says it, whose lists are of many things, and whose answers are to other questions
     * @param number the number of the message
     */
    public void hear(String speaker, ValueTalk talk, boolean assistants, T where, long number) {
        List<ValueClaim> claims = new ArrayList<>(talk.whole());
        claims.addAll(talk.parts());
        for (int i = 0; i < claims.size(); i++) {
            ValueClaim claim = claims.get(i);
            if (claim.settled() && !(assistants && claim.entry())) {
                message.add(new Now<>(
                        speaker, claim, talk.language(), i < talk.whole().size(), assistants, where, number));
            }
        }
        ValueTopic change = talk.change();
        if (change != null) {
            changes.add(new LatestTopics.Now<>(speaker, change, talk.language(), where, number, assistants));
        }
        ValueTopic told = talk.told();
        if (told != null) {
            toldNow.add(new LatestTopics.Held<>(speaker, told, where, number));
        }
    }

    /** A note of what a speaker said before: it may be given anew, but notes are in no order, so it gives nothing anew. */
    public void hearNote(String speaker, ValueTalk talk, T where) {
        for (ValueClaim claim : talk.whole()) {
            hold(speaker, claim, where, NOTED);
        }
        ValueTopic change = talk.change();
        ValueTopic told = change == null ? talk.told() : change;
        if (told != null) {
            topics.hold(new LatestTopics.Held<>(speaker, told, where, NOTED));
        }
    }

    /** Ends a message. */
    public void endMessage() {
        if (message.isEmpty() && changes.isEmpty() && toldNow.isEmpty()) {
            return;
        }
        Map<String, ValueClaim> here = new HashMap<>();
        for (Now<T> now : message) {
            ValueClaim other = here.putIfAbsent(now.key(), now.claim());
            if (other != null && !other.isSame(now.claim())) {
                listed.add(now.key());
            }
        }
        for (Now<T> now : message) {
            count(now.key(), now.claim());
            if (!listed.contains(now.key()) && !now.assistants()) {
                replace(now);
            }
        }
        topics.replace(changes, changed);
        for (Now<T> now : message) {
            if (now.whole()) {
                hold(now.speaker(), now.claim(), now.where(), now.number());
            }
        }
        toldNow.forEach(topics::hold);
        toldNow.clear();
        message.clear();
        changes.clear();
    }

    /** What was given anew by all that was heard, rows of things apart. */
    public List<ReplacedValue<T>> replaced() {
        List<ReplacedValue<T>> replaced = new ArrayList<>(changed);
        anew.forEach((key, all) -> {
            if (given.getOrDefault(key, List.of()).size() < ROW) {
                replaced.addAll(all);
            }
        });
        return replaced;
    }

    /**
     * Those of all sentences in which another side may have repeated an old value.
     *
     * @param old where it was given
     * @param now where it was given anew
     */
    public static <S> List<S> near(List<S> all, int old, int now) {
        int from = old + 1;
        return all.subList(from, Math.max(from, Math.min(from + ECHOED, now)));
    }

    private void count(String key, ValueClaim claim) {
        List<ValueClaim> all = given.computeIfAbsent(key, first -> new ArrayList<>(1));
        if (all.size() < ROW && all.stream().noneMatch(claim::isSame)) {
            all.add(claim);
        }
    }

    private void hold(String speaker, ValueClaim claim, T where, long number) {
        count(key(speaker, claim), claim);
        Map<ValueClaim, List<T>> alike = held.computeIfAbsent(key(speaker, claim), first -> new LinkedHashMap<>(2));
        alike.computeIfAbsent(claim, first -> new ArrayList<>(1)).add(where);
        if (alike.size() > MOST_CLAIMS) {
            alike.remove(alike.keySet().iterator().next());
        }
        ValueTopic topic = claim.topic();
        if (topic != null) {
            topics.hold(new LatestTopics.Held<>(speaker, topic, where, number));
        }
    }

    private void replace(Now<T> now) {
        Map<ValueClaim, List<T>> alike = held.getOrDefault(now.key(), Map.of());
        for (ValueClaim before : List.copyOf(alike.keySet())) {
            if (!before.isSame(now.claim()) && !now.claim().mayBeOfAnother(before)) {
                ValueTopic topic = before.topic();
                OutdatedValue value = OutdatedValue.of(before, now.claim(), now.language());
                for (T where : alike.remove(before)) {
                    if (topic != null) {
                        topics.forget(now.speaker(), topic, where);
                    }
                    anew.computeIfAbsent(now.key(), first -> new ArrayList<>(1))
                            .add(new ReplacedValue<>(where, now.where(), value, false));
                }
            }
        }
    }

    private static String key(String speaker, ValueClaim claim) {
        return speaker + '\n' + claim.frame();
    }
}
