package io.github.sessioncompression.anchor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values said last, and what later corrections put right of them. Not thread-safe; lives for one reading. */
final class ValuesSaid {
    private static final int LOOK_BACK = 200;
    /** Messages back in which a correction that gives nothing but a value looks for what it corrects. */
    private static final int NEAR = 4;

    /** A value that a later correction may put right, and who said it. */
    private record Said(
            int anchor,
            AnchorType type,
            List<String> keys,
            Set<String> words,
            String speaker,
            @Nullable ValueTalk talk) {}

    private final List<Anchor> anchors;
    private final Set<Integer> gone;
    private final Deque<Said> said = new ArrayDeque<>();
    private int superseded;

    /**
     * No values yet.
     *
     * @param anchors where they are, with what is read later
     * @param gone the places of those that are put right, to be added to
     */
    ValuesSaid(List<Anchor> anchors, Set<Integer> gone) {
        this.anchors = anchors;
        this.gone = gone;
    }

    /** How many were put right. */
    int superseded() {
        return superseded;
    }

    /**
     * Takes away what a correction puts right: values it names as wrong, and values of the type of one of its own in the latest sentence that
     * speaks of the same.
     *
     * @return the message that is corrected, 0 if none is known
     */
    long supersede(
            List<Integer> values,
            Set<String> words,
            Statement statement,
            AnchorLanguage language,
            @Nullable ValueTalk talk) {
        long corrected = 0;
        Set<String> wrong = statement.rejected(values.stream().map(anchors::get).toList(), language);
        for (Iterator<Said> it = said.descendingIterator(); it.hasNext(); ) {
            Said earlier = it.next();
            if (!gone.contains(earlier.anchor()) && earlier.keys().stream().anyMatch(wrong::contains)) {
                long source = putRight(earlier);
                corrected = corrected == 0 ? source : corrected;
            }
        }
        if (wrong.isEmpty()) {
            for (Said earlier : replaced(values, words, language, talk)) {
                corrected = putRight(earlier);
            }
        }
        for (int place : values) {
            Anchor value = anchors.get(place);
            if (AtomKeys.of(value.type(), value.text(), language).stream().anyMatch(wrong::contains)) {
                gone.add(place);
            }
        }
        return corrected;
    }

    /**
     * The values that new ones take the place of: those of a kind and unit in the latest message that says most of the same. Where more of them are
     * given than new ones, be it by another message that says as much of the same, it is open which are meant.
     */
    private List<Said> replaced(
            List<Integer> values, Set<String> words, AnchorLanguage language, @Nullable ValueTalk talk) {
        List<Said> replaced = new ArrayList<>(1);
        Set<AnchorType> types = EnumSet.noneOf(AnchorType.class);
        values.forEach(place -> types.add(anchors.get(place).type()));
        for (AnchorType type : types) {
            List<Anchor> given = values.stream()
                    .map(anchors::get)
                    .filter(each -> each.type() == type)
                    .toList();
            List<Said> best = new ArrayList<>(1);
            int most = 0;
            for (Iterator<Said> it = said.descendingIterator(); it.hasNext(); ) {
                Said earlier = it.next();
                int shared = shared(earlier.words(), words);
                boolean same = shared >= most
                        && !gone.contains(earlier.anchor())
                        && mayReplace(given, earlier, language)
                        && isSameMatter(earlier.words(), words)
                        && !isOfAnother(talk, earlier.talk());
                if (same && shared > most) {
                    best.clear();
                    most = shared;
                }
                if (same) {
                    best.add(earlier);
                }
            }
            Set<List<String>> different = new HashSet<>();
            best.forEach(each -> different.add(each.keys()));
            if (!best.isEmpty() && different.size() <= given.size()) {
                long source = anchors.get(best.get(0).anchor()).source();
                best.removeIf(each -> anchors.get(each.anchor()).source() != source);
                replaced.addAll(best);
            }
        }
        return replaced;
    }

    /** Whether an earlier value is of the kind and unit of one that is given, and none of them. */
    private boolean mayReplace(List<Anchor> given, Said earlier, AnchorLanguage language) {
        String unit = unit(anchors.get(earlier.anchor()).text());
        return given.stream()
                        .anyMatch(value ->
                                value.type() == earlier.type() && !Units.areApart(language, unit, unit(value.text())))
                && given.stream().noneMatch(value -> AtomKeys.of(value.type(), value.text(), language).stream()
                        .anyMatch(earlier.keys()::contains));
    }

    /**
     * Takes away the one value of its kind in what the same person said last, for which a correction gives nothing but another value: "a table
     * for 4 people", "make that 5". If the other side gave another since, or there are several, nothing is put right.
     *
     * @param source the correction's message
     * @return the message that is corrected, 0 if none is known
     */
    long supersedeLast(Atom value, String speaker, long source) {
        Said only = null;
        for (Iterator<Said> it = said.descendingIterator(); it.hasNext(); ) {
            Said earlier = it.next();
            Anchor anchor = anchors.get(earlier.anchor());
            if (source - anchor.source() > NEAR || gone.contains(earlier.anchor()) || !isOfKind(value, anchor)) {
                continue;
            }
            if (only == null) {
                only = earlier;
            } else if (only.keys().stream().anyMatch(earlier.keys()::contains)) {
                only = earlier.speaker().equals(speaker) ? earlier : only;
            } else {
                boolean further = only.speaker().equals(speaker)
                        && anchors.get(only.anchor()).source() != anchor.source();
                return further ? putRight(only) : 0;
            }
        }
        return only != null && only.speaker().equals(speaker) ? putRight(only) : 0;
    }

    private long putRight(Said value) {
        gone.add(value.anchor());
        superseded++;
        return anchors.get(value.anchor()).source();
    }

    /** Whether one can take the other's place: both of a type and unit; a bare number is of any. */
    private static boolean isOfKind(Atom value, Anchor earlier) {
        String unit = unit(value.text());
        boolean bare = unit.isEmpty() && (value.type() == AnchorType.NUMBER || value.weak());
        boolean number = earlier.type() == AnchorType.NUMBER || earlier.type() == AnchorType.AMOUNT;
        boolean other = value.text().equalsIgnoreCase(earlier.text());
        return !other && (bare ? number : value.type() == earlier.type() && unit.equals(unit(earlier.text())));
    }

    private static String unit(String value) {
        return value.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(c -> !Character.isDigit(c) && !Character.isWhitespace(c) && ".,:+-".indexOf(c) < 0)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** Whether two sentences share two words of content, or all that one of them has. */
    private static boolean isSameMatter(Set<String> one, Set<String> other) {
        int shared = shared(one, other);
        return shared >= 2 || (shared > 0 && shared == Math.min(one.size(), other.size()));
    }

    private static int shared(Set<String> one, Set<String> other) {
        int shared = 0;
        for (String word : one) {
            shared += other.contains(word) ? 1 : 0;
        }
        return shared;
    }

    private static boolean isOfAnother(@Nullable ValueTalk talk, @Nullable ValueTalk earlier) {
        return talk != null && earlier != null && talk.isOfAnother(earlier);
    }

    /** Remembers the values of a sentence. */
    void remember(
            List<Integer> values,
            Set<String> words,
            String speaker,
            AnchorLanguage language,
            @Nullable ValueTalk talk) {
        for (int place : values) {
            Anchor value = anchors.get(place);
            List<String> keys = AtomKeys.of(value.type(), value.text(), language);
            said.addLast(new Said(place, value.type(), keys, words, speaker, talk));
            if (said.size() > LOOK_BACK) {
                said.removeFirst();
            }
        }
    }
}
