package io.github.sessioncompression.value;

import java.util.Collections;
import java.util.Set;

/**
 * What was spoken of just before a value, where that tells what the value is of: "We saw a flat in Leeds. The rent of the flat is 900 euros." Immutable.
 *
 * @param stems of the words of content before it; none where the value's sentence says itself what it is of
 * @param names the names in it, where the value may be of what has one
 * @param known whether it is known what was spoken of; of what a note holds it is not
 */
record ValueSetting(Set<String> stems, boolean known, Set<String> names) {
    /** Stands for the names before a note. */
    private static final Set<String> NOT_KNOWN = Set.of("?");

    static final ValueSetting NONE = new ValueSetting(Set.of(), true, Set.of());

    private static final ValueSetting UNKNOWN = new ValueSetting(Set.of(), false, NOT_KNOWN);

    /** Words that say more than a greeting. */
    private static final int SAYS = 2;

    ValueSetting {
        stems = Set.copyOf(stems);
        names = Set.copyOf(names);
    }

    /**
     * The setting of what a value is said of.
     *
     * @param before what was said before it
     * @param subject the stems of what it is said of
     * @param things how many of these name a thing; one alone is the one spoken of before, and so is what was named there
     */
    static ValueSetting of(SaidBefore before, Set<String> subject, int things) {
        Set<String> all = before.stems();
        boolean refers = things <= 1 || !Collections.disjoint(all, subject);
        return refers && all.size() >= SAYS ? new ValueSetting(all, true, Set.of()) : NONE;
    }

    /** The same behind those names: "We are at Hotel Adler. The door code is 4711." */
    ValueSetting behind(Set<String> named) {
        return new ValueSetting(stems, known, named);
    }

    /** That of what a note says a value of, which names so many things. */
    static ValueSetting ofNote(int things) {
        return things <= 1 ? UNKNOWN : new ValueSetting(Set.of(), true, NOT_KNOWN);
    }

    /** Whether each was said behind something that the other was not said behind, or may have been. */
    boolean isOther(ValueSetting other) {
        if (!known || !other.known) {
            return !stems.isEmpty() || !other.stems.isEmpty();
        }
        return areApart(stems, other.stems) || areApart(names, other.names);
    }

    private static boolean areApart(Set<String> one, Set<String> other) {
        return !one.isEmpty() && !other.isEmpty() && !one.containsAll(other) && !other.containsAll(one);
    }
}
