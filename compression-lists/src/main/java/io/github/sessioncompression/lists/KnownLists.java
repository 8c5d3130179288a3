package io.github.sessioncompression.lists;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lists behind one identity as this process knows them: a known list for each conversation used lately, a lock for each in use,
 * and leases. Safe for use by many threads.
 */
final class KnownLists {
    private static final Logger LOG = LoggerFactory.getLogger(MessageLists.class);

    /** About 64 to 128 MB of text; a conversation beyond it is read again from its list when it is used again. */
    static final long MAX_CHARACTERS = 64_000_000;

    /** A few MB. */
    private static final long MAX_NOTES = 10_000;

    /**
     * Shared by the whole process: a framework makes a memory per service, each with a store of its own over the same lists, which can
     * neither append nor compare, so only a common lock keeps one from overwriting the other. The framework's store object is the only
     * thing they have in common. Weak keys, compared by identity.
     */
    private static final Cache<Object, KnownLists> BY_IDENTITY =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    /** A lock lives while somebody holds or waits for it. */
    private final Cache<String, ReentrantLock> locks =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    private final RecentlyUsed<Key, KnownList<?>> lists;
    private final RecentlyUsed<String, ListNotes> notes = new RecentlyUsed<>(MAX_NOTES, any -> 1);
    private final AtomicLong lastToken = new AtomicLong();
    private final AtomicBoolean toldOfNulls = new AtomicBoolean();
    private volatile boolean keepsResults;

    /** A state under one schema is plain text to another one. */
    private record Key(String conversationId, String schema) {}

    KnownLists(long maxCharacters) {
        this.lists = new RecentlyUsed<>(maxCharacters, KnownList::characters);
    }

    static KnownLists of(Object identity) {
        return BY_IDENTITY.get(identity, of -> new KnownLists(MAX_CHARACTERS));
    }

    /** Runs an action under the conversation's lock. */
    <T> T locked(String conversationId, Supplier<T> action) {
        ReentrantLock lock = locks.get(conversationId, id -> new ReentrantLock());
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** A copy of a conversation's list without nulls. */
    <M> List<M> load(MessageLists<M> from, String conversationId) {
        List<M> loaded = from.load(conversationId);
        List<M> list = loaded == null ? new ArrayList<>() : new ArrayList<>(loaded);
        if (list.removeIf(Objects::isNull) && !toldOfNulls.getAndSet(true)) {
            LOG.warn(
                    "Conversation {}: the framework's store has null among the messages; that is left out, here and elsewhere.",
                    LogText.name(conversationId));
        }
        return list;
    }

    @Nullable
    KnownList<?> known(String conversationId, String schema) {
        return lists.get(new Key(conversationId, schema));
    }

    void remember(String conversationId, String schema, KnownList<?> list) {
        lists.put(new Key(conversationId, schema), list);
    }

    Collection<String> conversations(String schema) {
        return lists.entries().stream()
                .filter(entry -> entry.getKey().schema().equals(schema)
                        && !entry.getValue().isGone())
                .map(Map.Entry::getKey)
                .map(Key::conversationId)
                .toList();
    }

    /** The conversation's notes; under its lock. */
    ListNotes notes(String conversationId) {
        ListNotes kept = notes.get(conversationId);
        if (kept == null) {
            kept = new ListNotes(lastToken.get(), lastToken::incrementAndGet);
            notes.put(conversationId, kept);
        }
        return kept;
    }

    void forgetNotes(String conversationId) {
        notes.remove(conversationId);
    }

    /** True if these lists have ever shown a tool result: then one that is missing was taken out. */
    boolean keepsResults() {
        return keepsResults;
    }

    void sawResults() {
        keepsResults = true;
    }
}
