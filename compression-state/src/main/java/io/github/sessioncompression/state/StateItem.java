package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateField.Content;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * One entry of a state. The chat's model is shown the text alone. Immutable.
 *
 * <p>A state's items carry what the compression after next needs: where the words are from, so that erasing a message
 * takes them along, and how much each note was worth in its chat, so that notes of earlier compressions compete fairly
 * with new ones.
 *
 * <p><em>Threads</em>: immutable. <em>On failure</em>: the constructor throws for a blank text or a source below 1;
 * anything else out of range is capped.
 *
 * @see StateDocument
 *
 * @param text the shown text; not blank
 * @param kind the kind of statement
 * @param sources the sequence numbers of the messages it was made of, ascending and distinct, at most {@link #MAX_SOURCES};
 *     empty if not known. Of more, the oldest and the newest half of as many are named
 * @param origin the author of the messages it was made of
 * @param writer the author of its words
 * @param notes if the text is a line of several notes, the sources of each note in order; empty if it is one note, or if the
 *     notes' sources are not known apart. At most {@value #MAX_NOTES}
 * @param worths the worth of each note beyond that of its words, in hundredths, as it was in its place in the chat; 0 if it is not known
 *     of one, empty if it is known of none
 */
public record StateItem(
        String text,
        Kind kind,
        List<Long> sources,
        Origin origin,
        Writer writer,
        List<List<Long>> notes,
        List<Integer> worths) {
    /** The most sources of an item. */
    public static final int MAX_SOURCES = 32;

    /** The most notes whose sources are held apart. */
    public static final int MAX_NOTES = 128;

    /** The highest worth of a note, in hundredths. */
    public static final int MAX_WORTH = 10_000;

    /** Kind of a statement. */
    public enum Kind {
        /** A fact or value: anything that is of no other kind. */
        FACT,
        /** A choice that was made. */
        DECISION,
        /** A rule or limit. */
        CONSTRAINT,
        /** A liking or wish. */
        PREFERENCE,
        /** A promise, or open work. */
        COMMITMENT,
        /** A question. */
        QUESTION,
        /** A correction of an earlier statement. */
        CORRECTION,
        /** Mood and manner of the talk. */
        TONE,
        /** A term that needs no explanation. */
        CONCEPT,
        /** Course of the chat and its present point. */
        NARRATIVE,
        /** An assumption not yet confirmed. */
        HYPOTHESIS,
        /** Work that is done or under way. */
        ACTION,
        /** A file, path, link or other place that was worked on. */
        PLACE;

        /** The kind of an item in a field with that content, unless more is known. */
        public static Kind of(Content content) {
            return switch (content) {
                case FACTS -> FACT;
                case TONE -> TONE;
                case CONCEPTS -> CONCEPT;
                case NARRATIVE -> NARRATIVE;
                case DECISIONS -> DECISION;
                case DONE, DOING -> ACTION;
                case NEXT -> COMMITMENT;
                case HYPOTHESES -> HYPOTHESIS;
                case FILES -> PLACE;
            };
        }
    }

    /** Author of the messages that an item is made of. */
    public enum Origin {
        /** The user. */
        USER,
        /** The chat's model. */
        ASSISTANT,
        /** A tool, by its result or by what it was given. */
        TOOL,
        /** Somebody outside the chat: text that was retrieved or pasted. */
        OUTSIDE,
        /** Several of these, or not known. */
        UNKNOWN;

        /** The author of a message of that role. */
        public static Origin of(Role role) {
            return switch (role) {
                case USER -> USER;
                case ASSISTANT -> ASSISTANT;
                case TOOL -> TOOL;
                case SYSTEM -> UNKNOWN;
            };
        }

        /** The author of two items together. */
        public Origin and(Origin other) {
            return this == other ? this : UNKNOWN;
        }
    }

    /** Author of an item's words. */
    public enum Writer {
        /** A compression model. */
        MODEL,
        /** The extract or the ledger, out of the chat's own words. */
        RULES,
        /** Not known: the state was found in a list of messages, or the application gave it. */
        UNKNOWN
    }

    /**
     * Sorts and caps the sources.
     *
     * @throws IllegalArgumentException if {@code text} is blank or a source is below 1
     */
    public StateItem {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(writer, "writer");
        if (text.isBlank()) {
            throw new IllegalArgumentException("text must not be blank");
        }
        sources = capped(sources);
        notes = notes.size() < 2 || notes.size() > MAX_NOTES
                ? List.of()
                : notes.stream().map(StateItem::capped).toList();
        boolean known =
                worths.size() == Math.max(1, notes.size()) && worths.stream().anyMatch(worth -> worth > 0);
        worths = !known
                ? List.of()
                : worths.stream()
                        .map(worth -> Math.max(0, Math.min(MAX_WORTH, worth)))
                        .toList();
    }

    /** An item of one note, or of notes whose sources are not known apart. */
    public StateItem(String text, Kind kind, List<Long> sources, Origin origin, Writer writer) {
        this(text, kind, sources, origin, writer, List.of(), List.of());
    }

    /**
     * Sequence numbers as an item names them: ascending, distinct, and of more than {@link #MAX_SOURCES} the oldest and the
     * newest half of as many. Capping parts first changes nothing.
     *
     * @throws IllegalArgumentException if one is below 1
     */
    public static List<Long> capped(List<Long> given) {
        List<Long> sorted = new ArrayList<>(new TreeSet<>(given));
        if (!sorted.isEmpty() && sorted.get(0) < 1) {
            throw new IllegalArgumentException("a source must be 1 or more, but was " + sorted.get(0));
        }
        int half = MAX_SOURCES / 2;
        if (sorted.size() > MAX_SOURCES) {
            sorted.subList(half, sorted.size() - half).clear();
        }
        return List.copyOf(sorted);
    }

    /**
     * Several items as one.
     *
     * @param items at least one; the first one's kind holds for all, their origin and writer if they have the same
     */
    public static StateItem joined(String separator, List<StateItem> items) {
        StateItem first = items.get(0);
        if (items.size() == 1) {
            return first;
        }
        List<String> texts = new ArrayList<>(items.size());
        List<Long> sources = new ArrayList<>();
        List<List<Long>> notes = new ArrayList<>();
        List<Integer> worths = new ArrayList<>();
        Origin origin = first.origin;
        Writer writer = first.writer;
        for (StateItem item : items) {
            texts.add(item.text);
            sources.addAll(item.sources);
            notes.addAll(item.notes.isEmpty() ? List.of(item.sources) : item.notes);
            worths.addAll(item.worths.isEmpty() ? Collections.nCopies(Math.max(1, item.notes.size()), 0) : item.worths);
            origin = origin.and(item.origin);
            writer = writer == item.writer ? writer : Writer.UNKNOWN;
        }
        return new StateItem(String.join(separator, texts), first.kind, sources, origin, writer, notes, worths);
    }

    /** This item in other words. */
    public StateItem withText(String newText) {
        return new StateItem(newText, kind, sources, origin, writer, notes, worths);
    }

    /** This item with other sources. */
    public StateItem withSources(List<Long> others, Origin saidBy) {
        return new StateItem(text, kind, others, saidBy, writer);
    }

    /** This item for renumbered messages; without sources if one of them has no new number. */
    StateItem renumbered(Map<Long, Long> numbers) {
        boolean known = numbers.keySet().containsAll(sources)
                && notes.stream().allMatch(note -> numbers.keySet().containsAll(note));
        UnaryOperator<List<Long>> renumber =
                of -> known ? of.stream().map(numbers::get).toList() : List.of();
        return new StateItem(
                text,
                kind,
                renumber.apply(sources),
                origin,
                writer,
                notes.stream().map(renumber).toList(),
                worths);
    }

    /**
     * True if it may have been made of one of {@code sequences}: one that it names, or, if it names as many as it can, one
     * between its first and its last.
     */
    boolean isMadeOf(TreeSet<Long> sequences) {
        if (sources.size() < MAX_SOURCES) {
            return sources.stream().anyMatch(sequences::contains);
        }
        Long erased = sequences.ceiling(sources.get(0));
        return erased != null && erased <= sources.get(MAX_SOURCES - 1);
    }
}
