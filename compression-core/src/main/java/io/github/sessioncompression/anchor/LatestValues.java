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
    private final Map<String, ValueTalk.Claim> latest = new HashMap<>();
    /** What one message gives several values of, as lists do. */
    private final Set<String> listed = new HashSet<>();

    private final List<Now<T>> message = new ArrayList<>();

    /** A value that was given. */
    private record Held<T>(ValueTalk.Claim claim, boolean note, T where) {}

    /** A value that the message gives which is read. */
    private record Now<T>(String key, ValueTalk.Claim claim, AnchorLanguage language, boolean whole, T where) {}

    /** A value that is given anew: where the old one was given, and where the new one. */
    public record Replaced<T>(T where, T by, ValueTalk.Outdated value) {}

    /**
     * The next sentence of a message.
     *
     * @param assistants whether the assistant says it, whose lists are of many things
     */
    public void hear(String speaker, ValueTalk talk, boolean assistants, T where) {
        for (ValueTalk.Claim claim : talk.whole()) {
            hear(speaker, claim, talk.language(), assistants, true, where);
        }
        for (ValueTalk.Claim claim : talk.parts()) {
            hear(speaker, claim, talk.language(), assistants, false, where);
        }
    }

    private void hear(
            String speaker,
            ValueTalk.Claim claim,
            AnchorLanguage language,
            boolean assistants,
            boolean whole,
            T where) {
        if (claim.settled() && !(assistants && claim.entry())) {
            message.add(new Now<>(key(speaker, claim), claim, language, whole, where));
        }
    }

    /** A note of what a speaker said before: it may be given anew, but notes are in no order, so it gives nothing anew. */
    public void hearNote(String speaker, ValueTalk talk, T where) {
        for (ValueTalk.Claim claim : talk.whole()) {
            hold(key(speaker, claim), new Held<>(claim, true, where));
        }
    }

    /** Ends a message, and tells what it gives anew. */
    public List<Replaced<T>> endMessage() {
        if (message.isEmpty()) {
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
            if (listed.contains(now.key())) {
                latest.remove(now.key());
            } else {
                latest.put(now.key(), now.claim());
                replace(now, replaced);
            }
        }
        for (Now<T> now : message) {
            if (now.whole()) {
                hold(now.key(), new Held<>(now.claim(), false, now.where()));
            }
        }
        message.clear();
        return replaced;
    }

    private void hold(String key, Held<T> value) {
        held.computeIfAbsent(key, first -> new ArrayList<>(1)).add(value);
    }

    private void replace(Now<T> now, List<Replaced<T>> replaced) {
        for (Iterator<Held<T>> it = held.getOrDefault(now.key(), List.of()).iterator(); it.hasNext(); ) {
            Held<T> before = it.next();
            if (!before.claim().isSame(now.claim())) {
                it.remove();
                ValueTalk.Outdated value = ValueTalk.Outdated.of(before.claim(), now.claim(), now.language());
                replaced.add(new Replaced<>(before.where(), now.where(), value));
            }
        }
    }

    /** What a speaker gave last for what a note gives, if that is another value. */
    List<ValueTalk.Outdated> replacing(String speaker, ValueTalk note) {
        List<ValueTalk.Outdated> replacing = new ArrayList<>(0);
        for (ValueTalk.Claim before : note.whole()) {
            ValueTalk.Claim now = latest.get(key(speaker, before));
            if (now != null && !now.isSame(before)) {
                replacing.add(ValueTalk.Outdated.of(before, now, note.language()));
            }
        }
        return replacing;
    }

    private static String key(String speaker, ValueTalk.Claim claim) {
        return speaker + '\n' + claim.frame();
    }
}
