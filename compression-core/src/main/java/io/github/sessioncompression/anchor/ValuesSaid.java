package io.github.sessioncompression.anchor;

import java.util.ArrayDeque;
import java.util.Deque;
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
        Set<String> keys = new HashSet<>();
        Set<AnchorType> types = new HashSet<>();
        for (int place : values) {
            Anchor value = anchors.get(place);
            keys.addAll(AtomKeys.of(value.type(), value.text(), language));
            types.add(value.type());
        }
        long corrected = 0;
        Set<String> wrong = statement.rejected(values.stream().map(anchors::get).toList(), language);
        for (Iterator<Said> it = said.descendingIterator(); it.hasNext(); ) {
            Said earlier = it.next();
            if (gone.contains(earlier.anchor())) {
                continue;
            }
            long source = anchors.get(earlier.anchor()).source();
            boolean named = earlier.keys().stream().anyMatch(wrong::contains);
            boolean other =
                    types.contains(earlier.type()) && earlier.keys().stream().noneMatch(keys::contains);
            boolean same = other
                    && wrong.isEmpty()
                    && (corrected == 0 || corrected == source)
                    && isSameMatter(earlier.words(), words)
                    && !isOfAnother(talk, earlier.talk());
            if (named || same) {
                corrected = corrected == 0 ? source : corrected;
                gone.add(earlier.anchor());
                superseded++;
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
        int shared = 0;
        for (String word : one) {
            shared += other.contains(word) ? 1 : 0;
        }
        return shared >= 2 || (shared > 0 && shared == Math.min(one.size(), other.size()));
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
