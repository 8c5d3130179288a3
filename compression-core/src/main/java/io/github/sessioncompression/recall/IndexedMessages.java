package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an index knows of each message beside its words: who said it when, what kind of saying it is, and how long it is. */
final class IndexedMessages {
    /** Nobody knows when a message was said, in seconds. */
    private static final long NO_TIME = Long.MIN_VALUE;

    /** The message ends with a question mark. */
    static final int QUESTION = 4;
    /** The speaker says something of himself. */
    static final int FIRST_PERSON = 8;
    /** The message only repeats others, so it is never found itself. */
    static final int ECHO = 16;

    private static final int ROLE = 3;
    private static final int ASKING_SHIFT = 5;
    private static final List<Role> ROLES = List.of(Role.values());
    private static final int BYTES_A_MESSAGE = Long.BYTES + 4 * Integer.BYTES + 1;
    private static final int NO_DAY = Integer.MIN_VALUE;
    private static final long SECONDS_A_DAY = 86_400;
    /** Beyond so many names in a chat they say nothing about who is asked about. */
    private static final int MAX_SPEAKERS = 1_000;

    /** What is said within so many messages, and without a pause, is about the same matter. */
    private static final int WINDOW = 24;

    private static final long PAUSE = Duration.ofHours(1).toSeconds();

    private long[] sequences = new long[16];
    private int[] lengths = new int[16];
    private int[] windows = new int[16];
    private int[] days = new int[16];
    private int[] speakers = new int[16];
    private byte[] kinds = new byte[16];
    private int size;
    private long totalLength;
    private int inWindow;
    private long last = NO_TIME;
    private final Map<String, Integer> speakerIds = new LinkedHashMap<>();

    /** Adds a message at the end. */
    void add(long sequence, Message message, int length, int kind) {
        Instant when = message.timestamp();
        add(
                sequence,
                speaker(message),
                when == null ? NO_TIME : when.getEpochSecond(),
                length,
                kind | ROLES.indexOf(message.role()));
    }

    private void add(long sequence, String speaker, long when, int length, int kind) {
        grow();
        sequences[size] = sequence;
        lengths[size] = length;
        windows[size] = window(when);
        days[size] = when == NO_TIME ? NO_DAY : (int) Math.floorDiv(when, SECONDS_A_DAY);
        speakers[size] = id(speaker);
        kinds[size] = (byte) kind;
        size++;
        totalLength += length;
        if (when != NO_TIME) {
            last = when;
        }
    }

    private void grow() {
        if (size == sequences.length) {
            int more = size + size / 2;
            sequences = Arrays.copyOf(sequences, more);
            lengths = Arrays.copyOf(lengths, more);
            windows = Arrays.copyOf(windows, more);
            days = Arrays.copyOf(days, more);
            speakers = Arrays.copyOf(speakers, more);
            kinds = Arrays.copyOf(kinds, more);
        }
    }

    private int window(long when) {
        if (size == 0) {
            inWindow = 1;
            return 0;
        }
        boolean paused = when != NO_TIME && last != NO_TIME && when - PAUSE > last;
        if (paused || inWindow == WINDOW) {
            inWindow = 1;
            return windows[size - 1] + 1;
        }
        inWindow++;
        return windows[size - 1];
    }

    /** The speaker's name in lower case; empty if he has none. */
    private static String speaker(Message message) {
        String name = message.name();
        return name == null || message.role() == Role.TOOL ? "" : name.strip().toLowerCase(Locale.ROOT);
    }

    private int id(String key) {
        if (key.isEmpty()) {
            return 0;
        }
        Integer known = speakerIds.get(key);
        if (known != null) {
            return known;
        }
        int id = speakerIds.size() + 1;
        if (id > MAX_SPEAKERS) {
            return 0;
        }
        speakerIds.put(key, id);
        return id;
    }

    int size() {
        return size;
    }

    long sequence(int message) {
        return sequences[message];
    }

    /** How many words of content it has. */
    int length(int message) {
        return lengths[message];
    }

    double averageLength() {
        return size == 0 ? 1 : Math.max(1, (double) totalLength / size);
    }

    /** The stretch of the chat that it is in: a run of messages without a pause, numbered from 0. */
    int window(int message) {
        return windows[message];
    }

    Role role(int message) {
        return ROLES.get(kinds[message] & ROLE);
    }

    /** Whether the message is of that kind. */
    boolean is(int kind, int message) {
        return (kinds[message] & kind) != 0;
    }

    /** The kind of a message of which {@link AskingShare#share} is {@code share}. */
    static int asking(int share) {
        return share << ASKING_SHIFT;
    }

    /** The share of the message that asks something of others, from 0 to 1. */
    double askingShare(int message) {
        return (double) ((kinds[message] & 0xff) >>> ASKING_SHIFT) / AskingShare.ALL;
    }

    /** The day in UTC on which it was said; {@code null} if that is not known. */
    @Nullable
    LocalDate day(int message) {
        return days[message] == NO_DAY
                ? null
                : LocalDate.ofInstant(Instant.ofEpochSecond(days[message] * SECONDS_A_DAY), ZoneOffset.UTC);
    }

    /** The speaker's number, 0 if he has no name. */
    int speaker(int message) {
        return speakers[message];
    }

    /** The numbers of all speakers with a name, by it in lower case. */
    Map<String, Integer> speakerIds() {
        return speakerIds;
    }

    /** About how much memory it takes. */
    long bytes() {
        return (long) sequences.length * BYTES_A_MESSAGE + 100L * speakerIds.size();
    }
}
