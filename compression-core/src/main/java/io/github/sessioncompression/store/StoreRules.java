package io.github.sessioncompression.store;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.Bounds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Argument checks, which throw {@link IllegalArgumentException}, and units of time for implementations of {@link SessionStore}.
 *
 * <p>All stores check by these methods, so their refusals read alike, and what one lasting store takes can be moved into another. No state, so safe for use
 * by many threads.
 *
 * @see StoreBuilder
 */
public final class StoreRules {
    /** The longest key of an append, in characters. */
    public static final int MAX_KEY_LENGTH = 64;

    /** The longest name that a lasting store takes (id of a conversation, incarnation, owner of a lease), in code points. */
    public static final int MAX_NAME_LENGTH = 255;

    /** Number of milliseconds of a conversation that is kept until it is deleted. */
    public static final long KEPT_FOR_EVER = -1;

    /** The messages that {@link #between} reads at once. */
    private static final int PAGE = 5_000;

    /** The largest whole number of a Lua script, which has doubles only. */
    private static final long MAX_LEASE_MICROS = (1L << 53) - 1;

    /** The order of conversation ids: by code points, which is that of their bytes in UTF-8. {@link String#compareTo} differs beyond the basic plane. */
    public static final Comparator<String> ID_ORDER = Comparator.comparing(
                    (String id) -> id.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned)
            .thenComparing(Comparator.naturalOrder());

    private StoreRules() {}

    /** The messages after one sequence number up to and including another, read a page at a time; as they are at the time of each page. */
    public static List<Entry> between(SessionStore store, String conversationId, long after, long last) {
        List<Entry> found = new ArrayList<>();
        long from = after;
        while (from < last) {
            List<Entry> page = store.load(conversationId, from, (int) Math.min(PAGE, last - from));
            if (page.isEmpty()) {
                break;
            }
            found.addAll(page.subList(0, Entry.countThrough(page, last)));
            from = page.get(page.size() - 1).sequence();
        }
        return found;
    }

    /** Checks the arguments of an append: a valid key, and at least one entry, ascending from above {@code expectedLast}. */
    public static void requireAppend(long expectedLast, String key, List<Entry> entries) {
        requireKey(key);
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("entries must hold at least one message");
        }
        requireAscending(expectedLast, entries);
    }

    /** Checks the key of an append: 1 to {@value #MAX_KEY_LENGTH} characters, without NUL and halves of surrogate pairs. */
    public static void requireKey(String key) {
        Objects.requireNonNull(key, "key");
        if (key.isEmpty() || key.length() > MAX_KEY_LENGTH) {
            throw new IllegalArgumentException(
                    "key must have 1 to " + MAX_KEY_LENGTH + " characters, but has " + key.length());
        }
        requireStorable("key", key);
    }

    /** Checks that entries, if there are any, ascend from above {@code expectedLast}. */
    public static void requireAscending(long expectedLast, List<Entry> entries) {
        long before = expectedLast;
        for (Entry entry : entries) {
            if (entry.sequence() <= before) {
                throw new IllegalArgumentException(
                        "sequence must be more than " + before + ", but was " + entry.sequence());
            }
            before = entry.sequence();
        }
    }

    /** Checks a name for a lasting store: at most {@value #MAX_NAME_LENGTH} code points, without NUL and halves of surrogate pairs. */
    public static void requireName(String what, String name) {
        int length = name.codePointCount(0, name.length());
        if (length > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    what + " must have at most " + MAX_NAME_LENGTH + " characters, but has " + length);
        }
        requireStorable(what, name);
    }

    private static void requireStorable(String what, String name) {
        if (!name.equals(storable(name))) {
            throw new IllegalArgumentException(what + " must not have NUL or half of a surrogate pair");
        }
    }

    /** The text with U+FFFD for each character that not every database keeps: NUL, and halves of surrogate pairs. */
    public static String storable(String text) {
        return Json.wellFormed(text).replace('\0', '\uFFFD');
    }

    /** Checks that the size of a page is 1 or more. */
    public static void requireLimit(int limit) {
        Bounds.atLeast("limit", limit, 1);
    }

    /** Checks that a record names all of its new segments, and that these ascend. */
    static void requireNamed(List<SegmentState> segments, CompressionRecord record) {
        long before = 0;
        for (SegmentState segment : segments) {
            if (segment.id() <= before || !record.needed().contains(segment.id())) {
                throw new IllegalArgumentException(
                        "new segments must be named by the record, by ascending id, but " + segment.id() + " is not");
            }
            before = segment.id();
        }
    }

    /** Checks that the duration of a lease is more than zero. */
    public static void requirePositive(Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("duration must be more than zero, but was " + duration);
        }
    }

    /**
     * Time that a conversation is kept after its last write, in milliseconds.
     *
     * @param time {@code null}, or a time that no clock reaches, for {@link #KEPT_FOR_EVER}
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public static long keepMillis(@Nullable Duration time) {
        if (time == null) {
            return KEPT_FOR_EVER;
        }
        if (time.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("the time to keep must be 1 millisecond or more, but was " + time);
        }
        // The sum of a time to keep and a time of the clock must be a number.
        return time.compareTo(Duration.ofMillis(Long.MAX_VALUE / 2)) > 0 ? KEPT_FOR_EVER : time.toMillis();
    }

    /** Microseconds since 1970: the precision of databases and clocks. */
    public static long micros(Instant instant) {
        return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }

    /** The first microsecond after a lease that begins at {@code now}, at most the last one that fits the numbers of Lua scripts (in 2255). */
    public static long leaseEnd(long now, Duration duration) {
        long micros = duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0
                ? MAX_LEASE_MICROS
                : TimeUnit.NANOSECONDS.toMicros(duration.toNanos() - 1) + 1;
        return Math.min(MAX_LEASE_MICROS, now + Math.min(MAX_LEASE_MICROS, micros));
    }
}
