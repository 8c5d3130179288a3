package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store over a framework's lists.
 *
 * <p>Each operation takes the conversation's lock, reads the list, puts it together with what is known ({@link
 * Reconciliation}), and saves it at most once. What is known is only a cache: it holds what a list can't, and losing it costs
 * that and nothing else.
 */
final class ListSessionStore<M> implements SessionStore {
    private final MessageLists<M> lists;
    private final StateSchema schema;
    private final MessageTokens tokens;
    private final InstantSource clock;
    private final KnownLists knownLists;
    private final Reconciliation<M> reconciliation;

    ListSessionStore(
            MessageLists<M> lists,
            StateSchema schema,
            MessageTokens tokens,
            InstantSource clock,
            KnownLists knownLists) {
        this.lists = Objects.requireNonNull(lists, "lists");
        this.schema = Objects.requireNonNull(schema, "schema");
        this.tokens = Objects.requireNonNull(tokens, "tokens");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.knownLists = knownLists;
        this.reconciliation = new Reconciliation<>(lists, schema, clock);
    }

    @Override
    public Optional<Head> head(String conversationId) {
        return locked(
                conversationId, () -> Optional.ofNullable(read(conversationId)).map(KnownList::head));
    }

    @Override
    public boolean append(String conversationId, String incarnation, long expectedLast, List<Entry> entries) {
        StoreRules.requireAppendable(expectedLast, entries);
        return locked(conversationId, () -> {
            KnownList<M> kept = read(conversationId);
            if (kept == null) {
                kept = KnownList.begun(incarnation);
            }
            if (!kept.stands(incarnation, expectedLast)) {
                return false;
            }
            save(conversationId, appended(kept, entries));
            return true;
        });
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
        return locked(conversationId, () -> {
            KnownList<M> kept = read(conversationId);
            if (kept == null || !kept.stands(incarnation, expectedLast)) {
                return false;
            }
            save(conversationId, appended(kept.cutAfter(keepThrough), entries).reborn(newIncarnation));
            return true;
        });
    }

    /** What the last look at the list has shown, and only after its end a new look. */
    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        return locked(conversationId, () -> {
            KnownList<M> known = known(conversationId);
            List<Entry> page = known == null ? List.of() : known.entries(after, limit, tokens);
            if (!page.isEmpty()) {
                return page;
            }
            KnownList<M> kept = read(conversationId);
            return kept == null ? List.of() : kept.entries(after, limit, tokens);
        });
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        return locked(
                conversationId, () -> Optional.ofNullable(read(conversationId)).map(KnownList::record));
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        return locked(conversationId, () -> {
            KnownList<M> kept = read(conversationId);
            return kept == null ? List.of() : List.copyOf(kept.records());
        });
    }

    @Override
    public boolean compareAndSet(
            String conversationId, String incarnation, long expectedVersion, CompressionRecord next) {
        return locked(conversationId, () -> {
            KnownList<M> kept = read(conversationId);
            if (kept == null
                    || !kept.incarnation().equals(incarnation)
                    || kept.version() != expectedVersion
                    || next.version() != expectedVersion + 1) {
                return false;
            }
            StatePair<M> pair = pair(kept, next);
            KnownList<M> changed = kept.recorded(next, pair);
            if (StatePair.same(kept.pair(), pair)) {
                remember(conversationId, changed);
            } else {
                save(conversationId, changed);
            }
            return true;
        });
    }

    /** The pair that stands for {@code record}; the one that stands there already if it is the same. */
    private @Nullable StatePair<M> pair(KnownList<M> kept, CompressionRecord record) {
        if (record.injected().isEmpty()) {
            return null;
        }
        String envelope = StateEnvelope.wrap(schema, record.injected());
        int at = NumberedMessage.countThrough(kept.lines(), record.boundary());
        StatePair<M> pair = kept.pair();
        return pair != null && pair.at() == at && pair.envelope().equals(envelope)
                ? pair
                : StatePair.of(envelope, at, lists);
    }

    @Override
    public boolean tryLease(String conversationId, String owner, Duration duration) {
        return knownLists.leases().tryLease(conversationId, owner, duration, clock.instant());
    }

    @Override
    public void release(String conversationId, String owner) {
        knownLists.leases().release(conversationId, owner);
    }

    @Override
    public boolean delete(String conversationId) {
        return locked(conversationId, () -> {
            KnownList<M> kept = read(conversationId);
            lists.delete(conversationId);
            if (kept != null) {
                remember(conversationId, KnownList.begun(kept.incarnation()));
            }
            knownLists.leases().end(conversationId);
            return kept != null;
        });
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        return locked(conversationId, () -> {
            KnownList<M> kept = read(conversationId);
            int index = kept == null ? -1 : NumberedMessage.countThrough(kept.lines(), sequence) - 1;
            if (kept == null || index < 0 || kept.lines().get(index).sequence() != sequence) {
                return false;
            }
            save(conversationId, kept.without(index));
            return true;
        });
    }

    private KnownList<M> appended(KnownList<M> kept, List<Entry> entries) {
        List<NumberedMessage> lines = new ArrayList<>(entries.size());
        List<M> raws = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            Message message = entry.message();
            lines.add(NumberedMessage.of(entry));
            raws.add(lists.write(TypedEnvelope.written(message)));
        }
        return kept.appended(lines, raws);
    }

    private <T> T locked(String conversationId, Supplier<T> action) {
        return knownLists.locked(conversationId, action);
    }

    /** What is known once the list has been read; {@code null} if there is no conversation. */
    private @Nullable KnownList<M> read(String conversationId) {
        List<M> list = new ArrayList<>(lists.load(conversationId));
        KnownList<M> kept = known(conversationId);
        if (kept == null || !kept.shows(list)) {
            kept = reconciliation.after(kept, list, knownLists.keepsResults());
            if (kept == null) {
                return null;
            }
            remember(conversationId, kept);
        }
        if (kept.showsResults()) {
            knownLists.sawResults();
        }
        return kept.isGone() ? null : kept;
    }

    private void save(String conversationId, KnownList<M> kept) {
        List<M> content = kept.content();
        if (content.isEmpty()) {
            lists.delete(conversationId);
        } else {
            lists.save(conversationId, new ArrayList<>(content));
        }
        remember(conversationId, kept.seen(content));
    }

    /** One identity has one type of message. */
    @SuppressWarnings("unchecked")
    private @Nullable KnownList<M> known(String conversationId) {
        return (KnownList<M>) knownLists.known(conversationId, schema.name());
    }

    private void remember(String conversationId, KnownList<M> kept) {
        knownLists.remember(conversationId, schema.name(), kept);
    }
}
