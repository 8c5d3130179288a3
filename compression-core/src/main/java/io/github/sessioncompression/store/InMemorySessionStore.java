package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.SteadyTime;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounded store in memory.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The conversation is looked up under the lock of the map, which also notes its use.
 *   <li>The call runs under the conversation's own lock ({@link StoredConversation}): it compares what the caller expects, then changes it.
 *   <li>One that was deleted between both steps counts as absent; an append looks again, because another one may have begun.
 *   <li>If a conversation begins beyond the bound, the one used longest ago is forgotten with its transcript.
 * </ol>
 *
 * <p><b>Does nothing when</b> the conversation does not exist or is not as expected. <b>Threads:</b> safe for use by many; no thread holds both locks.
 * <b>On failure:</b> no call fails except for its arguments; nothing outlasts the process.
 *
 * @see StoredConversation
 */
final class InMemorySessionStore implements SessionStore {
    static final int DEFAULT_CONVERSATIONS = 10_000;
    private static final int MAX_CONVERSATIONS = 10_000_000;

    /** The JDK's own, which the constructor for an order by use asks for. */
    private static final float LOAD_FACTOR = 0.75f;

    /** The port's logger: applications know that name, not this class. */
    private static final Logger LOG = LoggerFactory.getLogger(SessionStore.class);

    private final int maxConversations;
    private final InstantSource clock;
    /** By use, the one used longest ago first; guarded by itself. */
    private final LinkedHashMap<String, StoredConversation> conversations = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    /** True once the WARN about forgotten conversations is logged; guarded by the map. */
    private boolean forgets;

    InMemorySessionStore(int maxConversations, InstantSource clock) {
        this.maxConversations = Bounds.within("maxConversations", maxConversations, 1, MAX_CONVERSATIONS);
        this.clock = SteadyTime.of(clock);
    }

    @Override
    public Optional<Head> head(String conversationId) {
        return with(conversationId, chat -> Optional.of(chat.head()), Optional.empty());
    }

    @Override
    public List<String> conversations(@Nullable String after, int limit) {
        StoreRules.requireLimit(limit);
        synchronized (conversations) {
            return conversations.keySet().stream()
                    .filter(id -> after == null || StoreRules.ID_ORDER.compare(id, after) > 0)
                    .sorted(StoreRules.ID_ORDER)
                    .limit(limit)
                    .toList();
        }
    }

    /** Reads the conversations without using them, so that none is forgotten for another that was only listed. */
    @Override
    public List<Overview> overviews(@Nullable String after, int limit) {
        StoreRules.requireLimit(limit);
        Map<String, StoredConversation> behind = new TreeMap<>(StoreRules.ID_ORDER);
        synchronized (conversations) {
            conversations.forEach((id, chat) -> {
                if (after == null || StoreRules.ID_ORDER.compare(id, after) > 0) {
                    behind.put(id, chat);
                }
            });
        }
        return behind.entrySet().stream()
                .flatMap(each -> each.getValue().overview(each.getKey()).stream())
                .limit(limit)
                .toList();
    }

    @Override
    public Append append(
            String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
        StoreRules.requireAppend(expectedLast, key, entries);
        while (true) {
            StoredConversation chat = expectedLast == 0 ? begun(conversationId, incarnation) : find(conversationId);
            if (chat == null) {
                return Append.REFUSED;
            }
            synchronized (chat) {
                if (!chat.isDeleted) {
                    return chat.written(clock).append(incarnation, expectedLast, key, entries);
                }
            }
        }
    }

    @Override
    public boolean replaceAfter(
            String conversationId, Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        StoreRules.requireAscending(expected.lastSequence(), entries);
        return with(
                conversationId,
                chat -> chat.written(clock).replaceAfter(expected, keepThrough, newIncarnation, entries),
                false);
    }

    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        StoreRules.requireLimit(limit);
        return with(conversationId, chat -> chat.load(after, limit), List.of());
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        return with(conversationId, chat -> Optional.ofNullable(chat.current()), Optional.empty());
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        return with(conversationId, StoredConversation::history, List.of());
    }

    @Override
    public List<SegmentState> segments(String conversationId, List<Long> wanted) {
        return with(conversationId, chat -> chat.segments(wanted), List.of());
    }

    @Override
    public boolean commit(String conversationId, Commit commit) {
        return with(conversationId, chat -> chat.written(clock).commit(commit), false);
    }

    @Override
    public Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        StoreRules.requirePositive(duration);
        return with(
                conversationId,
                chat -> Optional.ofNullable(chat.tryLease(owner, duration, clock.instant())),
                Optional.empty());
    }

    @Override
    public void release(String conversationId, Lease lease) {
        with(conversationId, chat -> chat.release(lease), false);
    }

    @Override
    public void count(String conversationId, Counters delta) {
        with(conversationId, chat -> chat.count(delta), Counters.NONE);
    }

    @Override
    public Counters counters(String conversationId) {
        return with(conversationId, chat -> chat.count(Counters.NONE), Counters.NONE);
    }

    @Override
    public boolean deleteIf(String conversationId, Head expected) {
        return delete(conversationId, chat -> chat.head().equals(expected));
    }

    @Override
    public boolean delete(String conversationId) {
        return delete(conversationId, chat -> true);
    }

    private boolean delete(String conversationId, Predicate<StoredConversation> condition) {
        StoredConversation chat = find(conversationId);
        if (chat == null) {
            return false;
        }
        synchronized (chat) {
            if (chat.isDeleted || !condition.test(chat)) {
                return false;
            }
            chat.isDeleted = true;
        }
        synchronized (conversations) {
            conversations.remove(conversationId, chat);
        }
        return true;
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        return with(conversationId, chat -> chat.erase(sequence), false);
    }

    private @Nullable StoredConversation find(String conversationId) {
        synchronized (conversations) {
            return conversations.get(conversationId);
        }
    }

    /** The conversation, begun if there is none. The WARN is logged outside the lock, since an appender may be slow. */
    private StoredConversation begun(String conversationId, String incarnation) {
        boolean first = false;
        StoredConversation chat;
        synchronized (conversations) {
            chat = conversations.get(conversationId);
            if (chat == null) {
                chat = new StoredConversation(incarnation);
                conversations.put(conversationId, chat);
                if (conversations.size() > maxConversations) {
                    conversations.remove(conversations.keySet().iterator().next());
                    first = !forgets;
                    forgets = true;
                }
            }
        }
        if (first) {
            LOG.warn(
                    "the in-memory store is full: each new conversation beyond {} removes the one used longest ago",
                    maxConversations);
        }
        return chat;
    }

    /** The result of an action under the conversation's lock; {@code absent} if there is none, or if it was deleted while this thread waited. */
    private <T> T with(String conversationId, Function<StoredConversation, T> action, T absent) {
        StoredConversation chat = find(conversationId);
        if (chat == null) {
            return absent;
        }
        synchronized (chat) {
            return chat.isDeleted ? absent : action.apply(chat);
        }
    }
}
