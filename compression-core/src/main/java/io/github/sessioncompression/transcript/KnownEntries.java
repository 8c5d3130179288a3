package io.github.sessioncompression.transcript;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a conversation that are known in this process: those behind the record's boundary (active), of those before it the pinned ones and
 * the last few, each oldest first.
 *
 * <p>A chat of any length costs what its view costs: what the boundary passes is dropped, unless it is pinned. <b>Threads:</b> not safe; used under
 * the chat's lock. It asks no store; its owner changes it after each change of the store.
 */
public final class KnownEntries {
    /** Number of known messages before the boundary: the first one behind it may answer them. */
    public static final int BEFORE = 8;

    private final List<Entry> before = new ArrayList<>();
    private final List<Entry> pinned = new ArrayList<>();
    private final ArrayList<Entry> active = new ArrayList<>();
    /** Unmodifiable, and follows {@code active}: callers that keep it see later changes. */
    private final List<Entry> activeView = Collections.unmodifiableList(active);
    /** The last system message, if it is known: see {@link #latestSystem()}. */
    private @Nullable Entry system;
    /** False if a change may have taken the last system message away; then it is looked for when somebody asks. */
    private boolean systemKnown = true;

    /** Forgets all entries: the conversation is gone or will be read again. */
    public void clear() {
        before.clear();
        pinned.clear();
        active.clear();
        system = null;
        systemKnown = true;
    }

    /** Adds pinned entries from before the boundary, as a conversation is read. */
    public void pin(List<Entry> entries) {
        pinned.addAll(entries);
        systemKnown = false;
    }

    /**
     * Adds entries that are just before the boundary; of all given so far the last {@value #BEFORE} stay. System messages are none of them: no
     * message answers one.
     */
    public void goOnFrom(List<Entry> entries) {
        entries.stream().filter(entry -> entry.message().role() != Role.SYSTEM).forEach(before::add);
        before.subList(0, Math.max(0, before.size() - BEFORE)).clear();
    }

    /** Adds entries behind all others. */
    public void add(List<Entry> entries) {
        active.addAll(entries);
        for (Entry entry : entries) {
            system = entry.message().role() == Role.SYSTEM ? entry : system;
        }
    }

    /**
     * Advances the boundary: the active entries up to it go, except those that are pinned.
     *
     * @param staying the sequence numbers of all pinned entries before the new boundary
     */
    public void cover(long boundary, List<Long> staying) {
        List<Entry> covered = active.subList(0, Entry.countThrough(active, boundary));
        pinned.addAll(covered);
        goOnFrom(covered);
        covered.clear();
        Set<Long> sequences = new HashSet<>(staying);
        pinned.removeIf(entry -> !sequences.contains(entry.sequence()));
        systemKnown = false;
    }

    /**
     * Replaces entries by copies with other pins.
     *
     * @param marked returns as many entries in the same order
     */
    public void mark(UnaryOperator<List<Entry>> marked) {
        for (List<Entry> each : List.of(pinned, active)) {
            List<Entry> now = marked.apply(each);
            for (int i = 0; i < now.size(); i++) {
                each.set(i, now.get(i));
            }
        }
        systemKnown = false;
    }

    /** Removes the entries after {@code through}; returns how many of them followed the boundary. */
    public int cutAfter(long through) {
        List<Entry> gone = active.subList(Entry.countThrough(active, through), active.size());
        int cut = gone.size();
        gone.clear();
        before.removeIf(entry -> entry.sequence() > through);
        pinned.removeIf(entry -> entry.sequence() > through);
        systemKnown = false;
        return cut;
    }

    /** True if an entry is known for each of the sequence numbers, pinned or active. */
    public boolean hasAll(List<Long> sequences) {
        Set<Long> known = new HashSet<>();
        pinned.forEach(entry -> known.add(entry.sequence()));
        active.forEach(entry -> known.add(entry.sequence()));
        return known.containsAll(sequences);
    }

    /** The entries behind the boundary, oldest first; follows later changes. */
    public List<Entry> active() {
        return activeView;
    }

    /** The last few entries up to the boundary without system messages, oldest first; follows later changes. */
    public List<Entry> before() {
        return Collections.unmodifiableList(before);
    }

    /** The pinned entries up to the boundary, oldest first; follows later changes. */
    public List<Entry> pinned() {
        return Collections.unmodifiableList(pinned);
    }

    /** A copy of the pinned entries, then the active ones. */
    public List<Entry> all() {
        List<Entry> all = new ArrayList<>(pinned);
        all.addAll(active);
        return all;
    }

    /** The last system message; {@code null} if there is none. */
    @Nullable
    public Entry latestSystem() {
        if (!systemKnown) {
            system = latestSystem(Long.MAX_VALUE);
            systemKnown = true;
        }
        return system;
    }

    /** The last system message up to that one; {@code null} if there is none. */
    @Nullable
    public Entry latestSystem(long through) {
        return Stream.of(pinned, active)
                .flatMap(List::stream)
                .filter(entry -> entry.message().role() == Role.SYSTEM && entry.sequence() <= through)
                .reduce((first, second) -> second)
                .orElse(null);
    }
}
