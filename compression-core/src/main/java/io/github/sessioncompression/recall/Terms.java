package io.github.sessioncompression.recall;

import java.util.Collection;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The terms of one conversation's messages, each with where it occurs.
 *
 * <p>They may be far away. So a search says first which ones it asks about, all at once, and then of which it wants to know where they occur.
 */
interface Terms {
    /** Takes in that a message, which is the last one so far, has a term once more. */
    void add(String term, int message);

    /** Has those at hand that are asked for next, and those that begin like {@code beginnings}, but not yet where they occur. */
    void lookUp(Collection<String> terms, Collection<String> beginnings);

    /** A term that was looked up; {@code null} if it does not occur. */
    @Nullable
    Postings postings(String term);

    /** The terms that begin with a beginning that was looked up, in order; if they are very many, not all. */
    NavigableMap<String, Postings> startingWith(String beginning);

    /** Has at hand where terms that were looked up occur; of too many, the rarest. */
    void read(Collection<String> terms);

    /** How often terms that are looked for beside those of a query may occur, all of them together. */
    int mostBeside();

    /** What was looked up is not needed any more. */
    void release();

    /** About how much memory they take. */
    long bytes();
}
