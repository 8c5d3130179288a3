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

/** The messages of an index, numbered from 0, without their texts. */
final class IndexedMessages {
    private static final int BYTES_A_MESSAGE = 70;
    private static final int BYTES_A_WORD = 5;
    private static final int MAX_SPEAKERS = 1_000;
    private static final long NO_TIME = Long.MIN_VALUE;
    private static final int MAX_IN_WINDOW = 24;
    private static final long PAUSE_SECONDS = Duration.ofHours(1).toSeconds();

    private final List<Indexed> all = new ArrayList<>();
    private final Map<TextTraits, TextTraits> traits = new HashMap<>();
    private final Map<String, String> speakers = new HashMap<>();
    private long totalLength;
    private int inWindow;
    private long latestSecond = NO_TIME;

    /**
     * One message.
     *
     * @param second its time since the epoch
     * @param speaker the speaker's name in lower case; empty if unknown
     * @param window number of its window: a run of at most 24 messages without a pause of an hour
     * @param length the number of its content words
     * @param hash the hash of its content when it was added
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

    void add(long sequence, Message message, int length, TextTraits its) {
        Instant time = message.timestamp();
        place(new Indexed(
                sequence,
                message.role(),
                time == null ? NO_TIME : time.getEpochSecond(),
                speaker(message),
                0,
                length,
                message.hashCode(),
                traits.computeIfAbsent(its, key -> key)));
    }

    /** Adds a message to the window of the one before it, or to a new one. */
    private void place(Indexed message) {
        long time = message.second();
        boolean paused = time != NO_TIME && latestSecond != NO_TIME && time - PAUSE_SECONDS > latestSecond;
        boolean opens = !all.isEmpty() && (paused || inWindow == MAX_IN_WINDOW);
        int window = all.isEmpty() ? 0 : get(all.size() - 1).window() + (opens ? 1 : 0);
        inWindow = all.isEmpty() || opens ? 1 : inWindow + 1;
        latestSecond = time == NO_TIME ? latestSecond : time;
        totalLength += message.length();
        all.add(message.inWindow(window));
    }

    private String speaker(Message message) {
        String name = message.name();
        String speaker =
                name == null || message.role() == Role.TOOL ? "" : name.strip().toLowerCase(Locale.ROOT);
        if (speaker.isEmpty() || (speakers.size() >= MAX_SPEAKERS && !hasSpeaker(speaker))) {
            return "";
        }
        return speakers.computeIfAbsent(speaker, key -> key);
    }

    /** Drops the messages with these sequence numbers, and numbers the others again. */
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

    double averageLength() {
        return all.isEmpty() ? 1 : Math.max(1, (double) totalLength / all.size());
    }

    /** True if a message is from a speaker of this name, in lower case. */
    boolean hasSpeaker(String name) {
        return speakers.containsKey(name);
    }

    long bytes() {
        return (long) BYTES_A_MESSAGE * all.size() + BYTES_A_WORD * totalLength;
    }
}
