package io.github.sessioncompression.anchor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values that each speaker gave last, and where.
 *
 * <p>Linear in what is heard. Not thread-safe; lives for one reading.
 *
 * @param <T> where a value was given
 */
public final class LatestValues<T> {
    private final Map<String, List<Held<T>>> held = new HashMap<>();
    /** What one message gives several values of, as lists do. */
    private final Set<String> listed = new HashSet<>();

    private final LatestTopics<T> topics = new LatestTopics<>();
    private final List<Now<T>> message = new ArrayList<>();
    private final List<LatestTopics.Now<T>> changes = new ArrayList<>();

    /** A value that was given. */
    private record Held<T>(ValueTalk.Claim claim, T where) {}

    /** A value that the message gives which is read. */
    private record Now<T>(String speaker, ValueTalk.Claim claim, AnchorLanguage language, boolean whole, T where) {
        String key() {
            return LatestValues.key(speaker, claim);
        }
    }

    /** A value that is given anew: where the old one was given, and where the new one. */
    public record Replaced<T>(T where, T by, ValueTalk.Outdated value) {}

    /**
     * The next sentence of a message.
     *
     * @param assistants whether the assistant says it, whose lists are of many things
     */
    public void hear(String speaker, ValueTalk talk, boolean assistants, T where) {
        List<ValueTalk.Claim> claims = new ArrayList<>(talk.whole());
        claims.addAll(talk.parts());
        for (int i = 0; i < claims.size(); i++) {
            ValueTalk.Claim claim = claims.get(i);
            if (claim.settled() && !(assistants && claim.entry())) {
                message.add(new Now<>(
                        speaker, claim, talk.language(), i < talk.whole().size(), where));
            }
        }
        ValueTopic change = talk.change();
        if (change != null) {
            changes.add(new LatestTopics.Now<>(speaker, change, talk.language(), where));
        }
    }

    /** A note of what a speaker said before: it may be given anew, but notes are in no order, so it gives nothing anew. */
    public void hearNote(String speaker, ValueTalk talk, T where) {
        for (ValueTalk.Claim claim : talk.whole()) {
            hold(speaker, claim, where);
        }
        ValueTopic change = talk.change();
        if (change != null) {
            topics.hold(speaker, change, where);
        }
    }

    /** Ends a message, and tells what it gives anew. */
    public List<Replaced<T>> endMessage() {
        if (message.isEmpty() && changes.isEmpty()) {
            return List.of();
        }
        Map<String, ValueTalk.Claim> given = new HashMap<>();
        for (Now<T> now : message) {
            ValueTalk.Claim other = given.putIfAbsent(now.key(), now.claim());
            if (other != null && !other.isSame(now.claim())) {
                listed.add(now.key());
            }
        }
        List<Replaced<T>> replaced = new ArrayList<>(0);
        for (Now<T> now : message) {
            if (!listed.contains(now.key())) {
                replace(now, replaced);
            }
        }
        topics.replace(changes, replaced);
        for (Now<T> now : message) {
            if (now.whole()) {
                hold(now.speaker(), now.claim(), now.where());
            }
        }
        message.clear();
        changes.clear();
        return replaced;
    }

    private void hold(String speaker, ValueTalk.Claim claim, T where) {
        held.computeIfAbsent(key(speaker, claim), first -> new ArrayList<>(1)).add(new Held<>(claim, where));
        ValueTopic topic = claim.topic();
        if (topic != null) {
            topics.hold(speaker, topic, where);
        }
    }

    private void replace(Now<T> now, List<Replaced<T>> replaced) {
        for (Iterator<Held<T>> it = held.getOrDefault(now.key(), List.of()).iterator(); it.hasNext(); ) {
            Held<T> before = it.next();
            if (!before.claim().isSame(now.claim())) {
                it.remove();
                ValueTopic topic = before.claim().topic();
                if (topic != null) {
                    topics.forget(now.speaker(), topic, before.where());
                }
                ValueTalk.Outdated value = ValueTalk.Outdated.of(before.claim(), now.claim(), now.language());
                replaced.add(new Replaced<>(before.where(), now.where(), value));
            }
        }
    }

    private static String key(String speaker, ValueTalk.Claim claim) {
        return speaker + '\n' + claim.frame();
    }
}
