package io.github.sessioncompression.lists;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of the lists behind one identity: a kept for each conversation used lately, a lock for each in use,
 * and who compresses what. Safe for use by many threads.
 */
final class KnownLists {
    /** About 64 to 128 MB of text; a conversation beyond it is read anew from its list when it is used again. */
    static final long MAX_CHARACTERS = 64_000_000;

    /**
     * The one thing here that the whole process shares. It has to: a framework makes a memory per service, each with a store of
     * its own over the same lists, and these lists can neither append nor compare, so only a lock that all of them find keeps
     * one from overwriting the other. The framework's store object is the only thing they have in common. Weak keys, compared by
     * identity: an entry goes with the store it is for.
     */
    private static final Cache<Object, KnownLists> BY_IDENTITY =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    /** A lock lives as long as somebody holds or waits for it. */
    private final Cache<String, ReentrantLock> locks =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    private final Cache<Key, KnownList<?>> knownLists;
    private final Leases leases = new Leases();
    private volatile boolean keepsResults;

    /** What a schema reads as a state is plain text to another one. */
    private record Key(String conversationId, String schema) {}

    KnownLists(long maxCharacters) {
        this.knownLists = Caffeine.newBuilder()
                .maximumWeight(maxCharacters)
                .weigher((Key key, KnownList<?> kept) ->
                        (int) Math.min(Integer.MAX_VALUE, kept.size().characters()))
                .executor(Runnable::run)
                .build();
    }

    static KnownLists of(Object identity) {
        return BY_IDENTITY.get(identity, of -> new KnownLists(MAX_CHARACTERS));
    }

    /** Does something with a conversation's list while nobody else does. */
    <T> T locked(String conversationId, Supplier<T> action) {
        ReentrantLock lock = locks.get(conversationId, id -> new ReentrantLock());
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** What is known; {@code null} if nothing is. */
    @Nullable
    KnownList<?> known(String conversationId, String schema) {
        return knownLists.getIfPresent(new Key(conversationId, schema));
    }

    void remember(String conversationId, String schema, KnownList<?> kept) {
        knownLists.put(new Key(conversationId, schema), kept);
    }

    /** Whether these lists have ever shown a tool result: then one that is missing was taken out. */
    boolean keepsResults() {
        return keepsResults;
    }

    void sawResults() {
        keepsResults = true;
    }

    Leases leases() {
        return leases;
    }
}
