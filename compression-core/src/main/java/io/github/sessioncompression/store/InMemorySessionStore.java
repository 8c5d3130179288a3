package io.github.sessioncompression.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Entry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The bounded store in memory: one lock for each conversation, the oldest conversation forgotten beyond the bound. */
final class InMemorySessionStore implements SessionStore {
    static final int DEFAULT_CONVERSATIONS = 10_000;
    private static final int MAX_CONVERSATIONS = 10_000_000;

    private final Cache<String, Shelf> shelves;
    private final Leases leases = new Leases();
    private final InstantSource clock;

    InMemorySessionStore(int maxConversations, InstantSource clock) {
        if (maxConversations < 1 || maxConversations > MAX_CONVERSATIONS) {
            throw new IllegalArgumentException(
                    "maxConversations must be 1 to " + MAX_CONVERSATIONS + ", but was " + maxConversations);
        }
        this.shelves = Caffeine.newBuilder()
                .maximumSize(maxConversations)
                .executor(Runnable::run)
                .build();
        this.clock = clock;
    }

    @Override
    public Optional<Head> head(String conversationId) {
        return with(conversationId, shelf -> Optional.of(shelf.head()), Optional.empty());
    }

    @Override
    public boolean append(String conversationId, String incarnation, long expectedLast, List<Entry> entries) {
        StoreRules.requireAppendable(expectedLast, entries);
        if (expectedLast > 0) {
            return with(conversationId, shelf -> shelf.append(incarnation, expectedLast, entries), false);
        }
        boolean[] done = new boolean[1];
        shelves.asMap().compute(conversationId, (id, shelf) -> {
            Shelf target = shelf == null ? new Shelf(incarnation) : shelf;
            synchronized (target) {
                done[0] = target.append(incarnation, 0, entries);
            }
            return target;
        });
        return done[0];
    }

    @Override
    public boolean replaceAfter(
            String conversationId,
            String incarnation,
            long expectedLast,
            long keepThrough,
            String newIncarnation,
            List<Entry> entries) {
        StoreRules.requireAfter(expectedLast, entries);
        return with(
                conversationId,
                shelf -> shelf.replaceAfter(incarnation, expectedLast, keepThrough, newIncarnation, entries),
                false);
    }

    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        return with(conversationId, shelf -> shelf.load(after, limit), List.of());
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        return with(conversationId, shelf -> Optional.ofNullable(shelf.current()), Optional.empty());
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        return with(conversationId, shelf -> List.copyOf(shelf.records), List.of());
    }

    @Override
    public boolean compareAndSet(
            String conversationId, String incarnation, long expectedVersion, CompressionRecord next) {
        return with(conversationId, shelf -> shelf.compareAndSet(incarnation, expectedVersion, next), false);
    }

    @Override
    public boolean tryLease(String conversationId, String owner, Duration duration) {
        return leases.tryLease(conversationId, owner, duration, clock.instant());
    }

    @Override
    public void release(String conversationId, String owner) {
        leases.release(conversationId, owner);
    }

    @Override
    public boolean delete(String conversationId) {
        leases.end(conversationId);
        return shelves.asMap().remove(conversationId) != null;
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        return with(conversationId, shelf -> shelf.erase(sequence), false);
    }

    private <T> T with(String conversationId, Function<Shelf, T> action, T absent) {
        Shelf shelf = shelves.getIfPresent(conversationId);
        if (shelf == null) {
            return absent;
        }
        synchronized (shelf) {
            return action.apply(shelf);
        }
    }

    /** One conversation; every use is under its own lock. */
    private static final class Shelf {
        private String incarnation;
        /** The message with sequence number n is at index n - 1; an erased one is null. */
        private final ArrayList<@Nullable Entry> entries = new ArrayList<>();

        private final ArrayList<CompressionRecord> records = new ArrayList<>();

        Shelf(String incarnation) {
            this.incarnation = incarnation;
        }

        Head head() {
            CompressionRecord record = current();
            return new Head(incarnation, entries.size(), record == null ? 0 : record.version());
        }

        boolean append(String expectedIncarnation, long expectedLast, List<Entry> added) {
            if (!incarnation.equals(expectedIncarnation) || entries.size() != expectedLast) {
                return false;
            }
            entries.addAll(added);
            return true;
        }

        boolean replaceAfter(
                String expectedIncarnation,
                long expectedLast,
                long keepThrough,
                String newIncarnation,
                List<Entry> added) {
            if (!incarnation.equals(expectedIncarnation) || entries.size() != expectedLast) {
                return false;
            }
            for (int i = (int) Math.max(0, Math.min(keepThrough, entries.size())); i < entries.size(); i++) {
                entries.set(i, null);
            }
            entries.addAll(added);
            incarnation = newIncarnation;
            return true;
        }

        List<Entry> load(long after, int limit) {
            List<Entry> found = new ArrayList<>();
            for (int i = (int) Math.max(0, Math.min(after, entries.size())); i < entries.size(); i++) {
                Entry entry = entries.get(i);
                if (entry != null) {
                    found.add(entry);
                    if (found.size() == limit) {
                        break;
                    }
                }
            }
            return found;
        }

        @Nullable
        CompressionRecord current() {
            return records.isEmpty() ? null : records.get(records.size() - 1);
        }

        boolean compareAndSet(String expectedIncarnation, long expectedVersion, CompressionRecord next) {
            CompressionRecord record = current();
            long version = record == null ? 0 : record.version();
            if (!incarnation.equals(expectedIncarnation)
                    || version != expectedVersion
                    || next.version() != expectedVersion + 1) {
                return false;
            }
            records.add(next);
            return true;
        }

        boolean erase(long sequence) {
            int index = (int) Math.min(sequence - 1, Integer.MAX_VALUE);
            if (index < 0 || index >= entries.size() || entries.get(index) == null) {
                return false;
            }
            entries.set(index, null);
            return true;
        }
    }
}
