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
 * The entries of a conversation that are needed here: those after the record's boundary, of those before it the pinned ones, and the
 * last few, each oldest first. Not safe for use by many threads.
 */
public final class KnownEntries {
    /** Number of known messages before the boundary: the first one behind it may answer them. */
    public static final int BEFORE = 8;

    private final List<Entry> before = new ArrayList<>();
    private final List<Entry> pinned = new ArrayList<>();
    private final ArrayList<Entry> active = new ArrayList<>();
    private final List<Entry> activeView = Collections.unmodifiableList(active);
    private @Nullable Entry system;
    private boolean systemKnown = true;

    public void clear() {
        before.clear();
        pinned.clear();
        active.clear();
        system = null;
        systemKnown = true;
    }

    public void pin(List<Entry> entries) {
        pinned.addAll(entries);
        systemKnown = false;
    }

    public void goOnFrom(List<Entry> entries) {
        entries.stream().filter(entry -> entry.message().role() != Role.SYSTEM).forEach(before::add);
        before.subList(0, Math.max(0, before.size() - BEFORE)).clear();
    }

    public void add(List<Entry> entries) {
        active.addAll(entries);
        for (Entry entry : entries) {
            system = entry.message().role() == Role.SYSTEM ? entry : system;
        }
    }

    /** The boundary advances: of what comes before it only that stays which is pinned. */
    public void cover(long boundary, List<Long> staying) {
        List<Entry> covered = active.subList(0, Entry.countThrough(active, boundary));
        pinned.addAll(covered);
        goOnFrom(covered);
        covered.clear();
        Set<Long> sequences = new HashSet<>(staying);
        pinned.removeIf(entry -> !sequences.contains(entry.sequence()));
        systemKnown = false;
    }

    /** Entries are pinned otherwise. */
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

    public boolean hasAll(List<Long> sequences) {
        Set<Long> known = new HashSet<>();
        pinned.forEach(entry -> known.add(entry.sequence()));
        active.forEach(entry -> known.add(entry.sequence()));
        return known.containsAll(sequences);
    }

    public List<Entry> active() {
        return activeView;
    }

    public List<Entry> before() {
        return Collections.unmodifiableList(before);
    }

    public List<Entry> pinned() {
        return Collections.unmodifiableList(pinned);
    }

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
