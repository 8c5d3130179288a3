package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.EntryLabel;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The messages of an index, numbered from 0: speaker, role, time, length and a few flags of each, in columns. */
final class IndexedMessages {
    /** Flag: the message ends with a question mark. */
    static final int QUESTION = 4;
    /** Flag: the message has a word in the first person. */
    static final int FIRST_PERSON = 8;
    /** Flag: the message only repeats others, so that no search returns it. */
    static final int ECHO = 16;

    private static final int ROLE = 3;
    private static final int ASKING_SHIFT = 5;
    private static final List<Role> ROLES = List.of(Role.values());
    private static final int BYTES_A_MESSAGE = 2 * Long.BYTES + 4 * Integer.BYTES + 1;
    private static final int BYTES_A_SPEAKER = 100;
    private static final long NO_TIME = Long.MIN_VALUE;
    private static final int MAX_SPEAKERS = 1_000;

    /** Messages in one window at most. */
    private static final int WINDOW = 24;

    /** A pause that ends a window. */
    private static final long PAUSE = Duration.ofHours(1).toSeconds();

    private long[] sequences = new long[16];
    private long[] seconds = new long[16];
    private int[] hashes = new int[16];
    private int[] lengths = new int[16];
    private int[] windows = new int[16];
    private int[] speakers = new int[16];
    private byte[] flags = new byte[16];
    private int size;
    private long totalLength;
    private int inWindow;
    private long latest = NO_TIME;
    private final Map<String, Integer> speakerIds = new LinkedHashMap<>();
    private int lastSpeakerId;

    /** Adds a message at the end. */
    void add(long sequence, Message message, int length, int flag) {
        if (size == sequences.length) {
            grow(size + size / 2);
        }
        Instant time = message.timestamp();
        sequences[size] = sequence;
        seconds[size] = time == null ? NO_TIME : time.getEpochSecond();
        hashes[size] = message.hashCode();
        lengths[size] = length;
        speakers[size] = speakerId(message);
        flags[size] = (byte) (flag | ROLES.indexOf(message.role()));
        place(size++);
    }

    private void grow(int capacity) {
        sequences = Arrays.copyOf(sequences, capacity);
        seconds = Arrays.copyOf(seconds, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        windows = Arrays.copyOf(windows, capacity);
        speakers = Arrays.copyOf(speakers, capacity);
        flags = Arrays.copyOf(flags, capacity);
    }

    /** Puts a message into the window of the one before it, or into a new one. */
    private void place(int message) {
        long time = seconds[message];
        boolean paused = time != NO_TIME && latest != NO_TIME && time - PAUSE > latest;
        boolean opens = message > 0 && (paused || inWindow == WINDOW);
        windows[message] = message == 0 ? 0 : windows[message - 1] + (opens ? 1 : 0);
        inWindow = message == 0 || opens ? 1 : inWindow + 1;
        latest = time == NO_TIME ? latest : time;
        totalLength += lengths[message];
    }

    private int speakerId(Message message) {
        String name = message.name();
        String speaker =
                name == null || message.role() == Role.TOOL ? "" : name.strip().toLowerCase(Locale.ROOT);
        if (speaker.isEmpty() || (speakerIds.size() >= MAX_SPEAKERS && !speakerIds.containsKey(speaker))) {
            return 0;
        }
        return speakerIds.computeIfAbsent(speaker, key -> ++lastSpeakerId);
    }

    /** Gives each message its new number; those whose number is below 0 are dropped. */
    void renumber(int[] numbers) {
        int before = size;
        size = 0;
        totalLength = 0;
        latest = NO_TIME;
        Set<Integer> heard = new HashSet<>();
        for (int i = 0; i < before; i++) {
            if (numbers[i] >= 0) {
                sequences[size] = sequences[i];
                seconds[size] = seconds[i];
                hashes[size] = hashes[i];
                lengths[size] = lengths[i];
                speakers[size] = speakers[i];
                flags[size] = flags[i];
                heard.add(speakers[i]);
                place(size++);
            }
        }
        speakerIds.values().retainAll(heard);
    }

    int size() {
        return size;
    }

    long sequence(int message) {
        return sequences[message];
    }

    /** The number of the message with this sequence number; below 0 if there is none. */
    int number(long sequence) {
        return Arrays.binarySearch(sequences, 0, size, sequence);
    }

    /** True if {@code content} is what the message said when it was added. */
    boolean isSame(int message, Message content) {
        return hashes[message] == content.hashCode();
    }

    /** The content words of a message. */
    int length(int message) {
        return lengths[message];
    }

    double averageLength() {
        return size == 0 ? 1 : Math.max(1, (double) totalLength / size);
    }

    /** The window of a message: a run of at most {@value #WINDOW} messages without a long pause, numbered from 0. */
    int window(int message) {
        return windows[message];
    }

    Role role(int message) {
        return ROLES.get(flags[message] & ROLE);
    }

    boolean is(int flag, int message) {
        return (flags[message] & flag) != 0;
    }

    /** The flags for a message of which {@link AskingShare#share} is {@code share}. */
    static int asking(int share) {
        return share << ASKING_SHIFT;
    }

    /** The share of a message that asks something of others, 0 to 1. */
    double askingShare(int message) {
        return (double) ((flags[message] & 0xff) >>> ASKING_SHIFT) / AskingShare.ALL;
    }

    /** The day of a message in UTC; {@code null} if unknown. */
    @Nullable
    LocalDate day(int message) {
        return seconds[message] == NO_TIME ? null : EntryLabel.day(Instant.ofEpochSecond(seconds[message]));
    }

    /** The id of a message's speaker, 0 for one without a name. */
    int speaker(int message) {
        return speakers[message];
    }

    /** The ids of the named speakers, by the name in lower case. */
    Map<String, Integer> speakerIds() {
        return speakerIds;
    }

    /** The memory used, about. */
    long bytes() {
        return (long) sequences.length * BYTES_A_MESSAGE + (long) BYTES_A_SPEAKER * speakerIds.size();
    }
}
