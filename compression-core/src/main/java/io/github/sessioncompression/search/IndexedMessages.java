package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.EntryLabel;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an index, numbered from 0 without gaps, without their texts.
 *
 * <p>The number is the place in a list, so {@link Postings} need 25 bits for a message and {@link Ranking} one array; the sequence number of the store has
 * gaps and 64 bits. Numbers change when messages are removed, so nothing outside the index keeps one beyond a search.
 *
 * <p>Messages are also grouped into windows, which are shorter and simpler than {@link Segments}: a word anywhere in a window counts a little for all
 * of its messages. Messages are added in the order of their sequence numbers, which {@link #number} relies on.
 *
 * <p><b>Threads:</b> not safe; the lock of {@link SyncedIndex} guards it.
 *
 * @see ConversationIndex
 */
final class IndexedMessages {
    /** Memory of a message beside its words, about: the record, its reference in the list, and its share of names and traits. */
    private static final int BYTES_A_MESSAGE = 70;

    /** Memory of a content word: an entry of {@link Postings} is four bytes, and their arrays have some room left. */
    private static final int BYTES_A_WORD = 5;

    /** The speakers whose names are kept. Further ones have none, so hostile names can't fill the memory. */
    private static final int MAX_SPEAKERS = 1_000;

    private static final long NO_TIME = Long.MIN_VALUE;
    private static final int MAX_IN_WINDOW = 24;
    private static final long PAUSE_SECONDS = Duration.ofHours(1).toSeconds();

    private final List<Indexed> all = new ArrayList<>();
    /** One instance of each combination of traits: there are few, and messages are many. */
    private final Map<TextTraits, TextTraits> traits = new HashMap<>();
    /** One instance of each speaker's name. */
    private final Map<String, String> speakers = new HashMap<>();

    private long totalLength;
    private int inWindow;
    private long latestSecond = NO_TIME;

    /**
     * One message.
     *
     * @param second its time in seconds since the epoch; {@link #NO_TIME} if it has none
     * @param speaker the speaker's name in lower case; empty if unknown
     * @param window number of its window: a run of at most 24 messages without a pause of an hour
     * @param length the number of its content words
     * @param hash the hash of its content when it was added, by which other contents under its number are noticed
     */
    record Indexed(
            long sequence,
            Role role,
            long second,
            String speaker,
            int window,
            int length,
            int hash,
            TextTraits traits) {
        private Indexed inWindow(int number) {
            return new Indexed(sequence, role, second, speaker, number, length, hash, traits);
        }

        /** The day in UTC; {@code null} if unknown. */
        @Nullable
        LocalDate day() {
            return second == NO_TIME ? null : EntryLabel.day(Instant.ofEpochSecond(second));
        }
    }

    /**
     * Adds a message at the end.
     *
     * @param sequence larger than that of any message that was added before
     * @param length the number of its content words
     */
    void add(long sequence, Message message, int length, TextTraits its) {
        place(new Indexed(
                sequence,
                message.role(),
                second(message),
                speaker(message),
                0,
                length,
                message.hashCode(),
                traits.computeIfAbsent(its, key -> key)));
    }

    private static long second(Message message) {
        Instant time = message.timestamp();
        return time == null ? NO_TIME : time.getEpochSecond();
    }

    /** True if the next message is sent more than an hour after the last one that has a time; false if it has none itself. */
    boolean endsPause(Message next) {
        return endsPause(second(next));
    }

    private boolean endsPause(long second) {
        return second != NO_TIME && latestSecond != NO_TIME && second - PAUSE_SECONDS > latestSecond;
    }

    /** Adds a message to the window of the one before it, or to a new one. */
    private void place(Indexed message) {
        boolean opens = !all.isEmpty() && (endsPause(message.second()) || inWindow == MAX_IN_WINDOW);
        int window = all.isEmpty() ? 0 : get(all.size() - 1).window() + (opens ? 1 : 0);
        inWindow = all.isEmpty() || opens ? 1 : inWindow + 1;
        latestSecond = message.second() == NO_TIME ? latestSecond : message.second();
        totalLength += message.length();
        all.add(message.inWindow(window));
    }

    /** The name by which a query names the speaker; empty for tools, whose names are words of the text. */
    private String speaker(Message message) {
        String name = message.name();
        String speaker =
                name == null || message.role() == Role.TOOL ? "" : name.strip().toLowerCase(Locale.ROOT);
        if (speaker.isEmpty() || (speakers.size() >= MAX_SPEAKERS && !hasSpeaker(speaker))) {
            return "";
        }
        return speakers.computeIfAbsent(speaker, key -> key);
    }

    /** Drops the messages with these sequence numbers, and numbers the others again, in new windows as if the dropped ones had never been there. */
    void remove(Set<Long> sequences) {
        List<Indexed> before = List.copyOf(all);
        all.clear();
        totalLength = 0;
        latestSecond = NO_TIME;
        before.stream()
                .filter(message -> !sequences.contains(message.sequence()))
                .forEach(this::place);
        speakers.keySet().retainAll(all.stream().map(Indexed::speaker).collect(Collectors.toSet()));
    }

    Set<Long> sequences() {
        return all.stream().map(Indexed::sequence).collect(Collectors.toCollection(HashSet::new));
    }

    int size() {
        return all.size();
    }

    Indexed get(int message) {
        return all.get(message);
    }

    /** The number of the message with this sequence number; below 0 if there is none. */
    int number(long sequence) {
        Indexed wanted = new Indexed(sequence, Role.USER, NO_TIME, "", 0, 0, 0, TextTraits.ECHO);
        return Collections.binarySearch(all, wanted, Comparator.comparingLong(Indexed::sequence));
    }

    /** The average of {@link Indexed#length}, 1 or more: {@link Ranking} divides by it. */
    double averageLength() {
        return all.isEmpty() ? 1 : Math.max(1, (double) totalLength / all.size());
    }

    /** True if a message is from a speaker of this name, in lower case. */
    boolean hasSpeaker(String name) {
        return speakers.containsKey(name);
    }

    /** The memory used, about: for the limit of all indexes an estimate that costs nothing is enough. */
    long bytes() {
        return (long) BYTES_A_MESSAGE * all.size() + BYTES_A_WORD * totalLength;
    }
}
