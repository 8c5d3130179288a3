package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.ShortRejected;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.value.OutdatedValue;
import io.github.sessioncompression.value.ValueTalk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values said last, and what later corrections put right of them. Not thread-safe; lives for one reading. */
final class ValuesSaid {
    private static final int LOOK_BACK = 200;
    /** Messages back in which a correction that gives nothing but a value looks for what it corrects. */
    private static final int NEAR = 4;
    /** Messages behind one in which somebody repeats a value of it. */
    private static final int ECHOED = 1;
    /** Words of content in a correction that may speak of what was said just before, whatever it was. */
    static final int MOST_OF_REPLY = 1;

    /** A value that a later correction may put right, and the sentence that gave it. */
    private record Said(int anchor, SaidValue value, SaidSentence by) {}

    /** The earlier values of one type that those which are given may take the place of: of the sentences that say most of the same. */
    private static final class Meant {
        private final List<SaidValue> given = new ArrayList<>(1);
        private final List<Said> best = new ArrayList<>(1);
        private int most;

        private void add(Said earlier, int shared) {
            if (shared > most) {
                best.clear();
                most = shared;
            }
            best.add(earlier);
        }
    }

    private final List<Anchor> anchors;
    private final Set<Integer> gone;
    private final Deque<Said> said = new ArrayDeque<>();
    private final WordNumbers numbers = new WordNumbers();
    private final RightedValues righted;
    private int superseded;

    /** No values yet: what {@code anchors} will hold is heard, and {@code gone} gets the places of those that are put right. */
    ValuesSaid(List<Anchor> anchors, Set<Integer> gone) {
        this.anchors = anchors;
        this.gone = gone;
        righted = new RightedValues(anchors, gone);
    }

    /** The values that were put right, with what each was said of. */
    List<OutdatedValue> righted() {
        return righted.outdated();
    }

    /** How many were put right. */
    int superseded() {
        return superseded;
    }

    /**
     * Takes away what a correction puts right: values it names as wrong, and values of the type of one of its own in the latest sentence that
     * speaks of the same. What one named person says puts nothing right of another.
     *
     * @param speaker whose correction it is
     * @param source its message
     * @return the message that is corrected, 0 if none is known
     */
    long supersede(
            List<Integer> values,
            Set<String> words,
            Statement statement,
            AnchorLanguage language,
            @Nullable ValueTalk talk,
            String speaker,
            long source) {
        long corrected = 0;
        numbers.ask(words);
        Set<String> wrong = statement.rejected(values.stream().map(anchors::get).toList(), language);
        righted.by(language, values(values, language), wrong);
        if (wrong.isEmpty()) {
            for (Said earlier : replaced(values, words, language, talk, speaker)) {
                corrected = putRight(earlier);
            }
            return corrected;
        }
        corrected = reject(values, wrong, words, language, speaker, source);
        for (int place : values) {
            if (SaidValue.of(anchors.get(place), language).isAnyOf(wrong)) {
                gone.add(place);
            }
        }
        return corrected;
    }

    /**
     * Takes away the one time or day that a sentence says is wrong by its number alone, where the same is spoken of, or else where it was spoken of only
     * once.
     *
     * @return the message that is corrected, 0 if none is known
     */
    long supersede(
            ShortRejected wrong, List<Integer> values, Set<String> words, AnchorLanguage language, String speaker) {
        List<Said> meant = new ArrayList<>(1);
        for (Said earlier : said) {
            Anchor anchor = anchors.get(earlier.anchor());
            if (!gone.contains(earlier.anchor())
                    && wrong.is(anchor.type(), anchor.text())
                    && !earlier.by().isAnotherPersons(speaker)) {
                meant.add(earlier);
            }
        }
        numbers.ask(words);
        righted.by(language, values(values, language), Set.of());
        if (meant.stream().anyMatch(each -> each.by().shares(numbers) > 0)) {
            meant.removeIf(each -> each.by().shares(numbers) == 0);
        }
        Said first = meant.isEmpty() ? null : meant.get(0);
        boolean one = first != null
                && meant.stream()
                        .allMatch(each -> each.value().keys().stream()
                                        .anyMatch(first.value().keys()::contains)
                                && (each.by().shares(first.by()) > 0 || isEcho(each, first)));
        if (!one) {
            return 0;
        }
        meant.forEach(this::putRight);
        values.stream()
                .filter(place -> wrong.isSaidBy(anchors.get(place).text()))
                .forEach(gone::add);
        return source(meant.get(0));
    }

    /** Takes away the values that are wrong, where the same is spoken of, and where somebody repeats them. */
    private long reject(
            List<Integer> values,
            Set<String> wrong,
            Set<String> words,
            AnchorLanguage language,
            String speaker,
            long source) {
        long corrected = 0;
        List<SaidValue> given = values(values, language);
        List<Said> others = new ArrayList<>(1);
        for (Iterator<Said> it = said.descendingIterator(); it.hasNext(); ) {
            Said earlier = it.next();
            boolean meant = !gone.contains(earlier.anchor())
                    && earlier.value().isAmong(given, wrong, language)
                    && !earlier.by().isAnotherPersons(speaker);
            if (meant && earlier.by().shares(numbers) > 0) {
                long first = putRight(earlier);
                corrected = corrected == 0 ? first : corrected;
            } else if (meant) {
                others.add(earlier);
            }
        }
        boolean reply = corrected == 0 && !others.isEmpty() && words.size() <= MOST_OF_REPLY;
        if (reply && source - source(others.get(0)) <= NEAR) {
            corrected = source(others.get(0));
        }
        for (Said other : corrected == 0 ? List.<Said>of() : others) {
            long behind = source(other) - corrected;
            if (behind >= 0 && behind <= ECHOED) {
                putRight(other);
            }
        }
        return corrected;
    }

    private List<SaidValue> values(List<Integer> places, AnchorLanguage language) {
        return places.stream()
                .map(place -> SaidValue.of(anchors.get(place), language))
                .toList();
    }

    private boolean isEcho(Said value, Said first) {
        long behind = source(value) - source(first);
        return value.equals(first) || (behind > 0 && behind <= ECHOED);
    }

    private long source(Said value) {
        return anchors.get(value.anchor()).source();
    }

    /**
     * The values that new ones take the place of: those of a kind and unit in the latest message that says most of the same. Where more of them are
     * given than new ones, be it by another message that says as much of the same, it is open which are meant.
     */
    private List<Said> replaced(
            List<Integer> places,
            Set<String> words,
            AnchorLanguage language,
            @Nullable ValueTalk talk,
            String speaker) {
        if (places.isEmpty()) {
            return List.of();
        }
        Map<AnchorType, Meant> byType = new EnumMap<>(AnchorType.class);
        for (SaidValue value : values(places, language)) {
            byType.computeIfAbsent(value.type(), first -> new Meant()).given.add(value);
        }
        SaidSentence by = null;
        int shared = 0;
        boolean same = false;
        for (Iterator<Said> it = said.descendingIterator(); it.hasNext(); ) {
            Said earlier = it.next();
            Meant meant = byType.get(earlier.value().type());
            if (meant == null) {
                continue;
            }
            if (earlier.by() != by) {
                by = earlier.by();
                shared = by.shares(numbers);
                same = by.isOfSame(words.size(), shared) && !by.isOfAnother(talk) && !by.isAnotherPersons(speaker);
            }
            boolean near = same && shared >= meant.most && !gone.contains(earlier.anchor());
            if (near && earlier.value().mayGiveWayTo(meant.given, language)) {
                meant.add(earlier, shared);
            }
        }
        List<Said> replaced = new ArrayList<>(1);
        for (Meant meant : byType.values()) {
            Set<List<String>> different = new HashSet<>();
            meant.best.forEach(each -> different.add(each.value().keys()));
            if (!meant.best.isEmpty() && different.size() <= meant.given.size()) {
                long source = source(meant.best.get(0));
                meant.best.stream().filter(each -> source(each) == source).forEach(replaced::add);
            }
        }
        return replaced;
    }

    /**
     * Takes away the one value of its kind in what the same person said last, for which a correction gives another value, and little more: "a table
     * for 4 people", "make that 5". If the other side gave another since, or there are several, nothing is put right.
     * @param most words of content that the sentence with the old value may have
     * @param source the correction's message
     * @return the message that is corrected, 0 if none is known
     */
    long supersedeLast(Atom value, int most, String speaker, long source) {
        Said only = null;
        for (Iterator<Said> it = said.descendingIterator(); it.hasNext(); ) {
            Said earlier = it.next();
            Anchor anchor = anchors.get(earlier.anchor());
            if (source - anchor.source() > NEAR
                    || gone.contains(earlier.anchor())
                    || !SaidValue.areOfKind(value, anchor)) {
                continue;
            }
            if (only == null) {
                only = earlier;
            } else if (only.value().keys().stream().anyMatch(earlier.value().keys()::contains)) {
                only = earlier.by().speaker().equals(speaker) ? earlier : only;
            } else {
                boolean further = mayBeLast(only, most, speaker)
                        && anchors.get(only.anchor()).source() != anchor.source();
                return further ? putRight(only) : 0;
            }
        }
        return only != null && mayBeLast(only, most, speaker) ? putRight(only) : 0;
    }

    private static boolean mayBeLast(Said value, int most, String speaker) {
        return value.by().speaker().equals(speaker) && value.by().size() <= most;
    }

    /** Takes a value away, where the assistant repeats it, too, and what its sentence says of the same. */
    private long putRight(Said value) {
        long source = source(value);
        takeAway(value);
        for (Said other : said) {
            boolean repeated = other.by().isAssistants() != value.by().isAssistants()
                    && Math.abs(source(other) - source) <= ECHOED
                    && (source(other) > source) == other.by().isAssistants();
            if (repeated && other.value().isAnyOf(Set.copyOf(value.value().keys()))) {
                takeAway(other);
            }
        }
        return source;
    }

    private void takeAway(Said value) {
        if (!gone.contains(value.anchor())) {
            superseded++;
            righted.add(value.anchor(), value.value(), value.by().isAmong(numbers));
        }
    }

    /** Remembers the values of a sentence. */
    void remember(
            List<Integer> values,
            Set<String> words,
            String speaker,
            AnchorLanguage language,
            @Nullable ValueTalk talk) {
        if (values.isEmpty()) {
            return;
        }
        SaidSentence by = new SaidSentence(numbers.of(words), speaker, talk);
        for (int place : values) {
            said.addLast(new Said(place, SaidValue.of(anchors.get(place), language), by));
            if (said.size() > LOOK_BACK) {
                said.removeFirst();
            }
        }
    }
}
