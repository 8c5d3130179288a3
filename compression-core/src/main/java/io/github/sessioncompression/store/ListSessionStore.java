package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
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
    private final Shelves shelves;
    private final Reconciliation<M> reconciliation;

    ListSessionStore(
            MessageLists<M> lists, StateSchema schema, MessageTokens tokens, InstantSource clock, Shelves shelves) {
        this.lists = Objects.requireNonNull(lists, "lists");
        this.schema = Objects.requireNonNull(schema, "schema");
        this.tokens = Objects.requireNonNull(tokens, "tokens");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.shelves = shelves;
        this.reconciliation = new Reconciliation<>(lists, schema, clock);
    }

    @Override
    public Optional<Head> head(String conversationId) {
        return locked(
                conversationId, () -> Optional.ofNullable(read(conversationId)).map(Shelf::head));
    }

    @Override
    public boolean append(String conversationId, String incarnation, long expectedLast, List<Entry> entries) {
        InMemorySessionStore.requireAny(entries);
        InMemorySessionStore.requireConsecutive(expectedLast, entries);
        return locked(conversationId, () -> {
            Shelf<M> shelf = read(conversationId);
            if (shelf == null) {
                shelf = Shelf.begun(incarnation);
            }
            if (!shelf.stands(incarnation, expectedLast)) {
                return false;
            }
            save(conversationId, appended(shelf, entries));
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
        InMemorySessionStore.requireConsecutive(expectedLast, entries);
        return locked(conversationId, () -> {
            Shelf<M> shelf = read(conversationId);
            if (shelf == null || !shelf.stands(incarnation, expectedLast)) {
                return false;
            }
            save(conversationId, appended(shelf.cutAfter(keepThrough), entries).reborn(newIncarnation));
            return true;
        });
    }

    /** What the last look at the list has shown, and only after its end a new look. */
    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        return locked(conversationId, () -> {
            Shelf<M> known = known(conversationId);
            List<Entry> page = known == null ? List.of() : known.entries(after, limit, tokens);
            if (!page.isEmpty()) {
                return page;
            }
            Shelf<M> shelf = read(conversationId);
            return shelf == null ? List.of() : shelf.entries(after, limit, tokens);
        });
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        return locked(
                conversationId, () -> Optional.ofNullable(read(conversationId)).map(Shelf::record));
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        return locked(conversationId, () -> {
            Shelf<M> shelf = read(conversationId);
            return shelf == null ? List.of() : List.copyOf(shelf.records());
        });
    }

    @Override
    public boolean compareAndSet(
            String conversationId, String incarnation, long expectedVersion, CompressionRecord next) {
        return locked(conversationId, () -> {
            Shelf<M> shelf = read(conversationId);
            if (shelf == null
                    || !shelf.incarnation().equals(incarnation)
                    || shelf.version() != expectedVersion
                    || next.version() != expectedVersion + 1) {
                return false;
            }
            StatePair<M> pair = pair(shelf, next);
            Shelf<M> changed = shelf.recorded(next, pair);
            if (StatePair.same(shelf.pair(), pair)) {
                remember(conversationId, changed);
            } else {
                save(conversationId, changed);
            }
            return true;
        });
    }

    /** The pair that stands for {@code record}; the one that stands there already if it is the same. */
    private @Nullable StatePair<M> pair(Shelf<M> shelf, CompressionRecord record) {
        if (record.injected().isEmpty()) {
            return null;
        }
        String envelope = StateEnvelope.wrap(schema, record.injected());
        int at = Line.countThrough(shelf.lines(), record.boundary());
        StatePair<M> pair = shelf.pair();
        return pair != null && pair.at() == at && pair.envelope().equals(envelope)
                ? pair
                : StatePair.of(envelope, at, lists);
    }

    @Override
    public boolean tryLease(String conversationId, String owner, Duration duration) {
        return shelves.leases().tryLease(conversationId, owner, duration, clock.instant());
    }

    @Override
    public void release(String conversationId, String owner) {
        shelves.leases().release(conversationId, owner);
    }

    @Override
    public boolean delete(String conversationId) {
        return locked(conversationId, () -> {
            Shelf<M> shelf = read(conversationId);
            lists.delete(conversationId);
            if (shelf != null) {
                remember(conversationId, Shelf.begun(shelf.incarnation()));
            }
            shelves.leases().end(conversationId);
            return shelf != null;
        });
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        return locked(conversationId, () -> {
            Shelf<M> shelf = read(conversationId);
            int index = shelf == null ? -1 : Line.countThrough(shelf.lines(), sequence) - 1;
            if (shelf == null || index < 0 || shelf.lines().get(index).sequence() != sequence) {
                return false;
            }
            save(conversationId, shelf.without(index));
            return true;
        });
    }

    private Shelf<M> appended(Shelf<M> shelf, List<Entry> entries) {
        List<Line> lines = new ArrayList<>(entries.size());
        List<M> raws = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            Message message = entry.message();
            lines.add(Line.of(entry));
            raws.add(lists.write(TypedEnvelope.written(message)));
        }
        return shelf.appended(lines, raws);
    }

    private <T> T locked(String conversationId, Supplier<T> action) {
        return shelves.locked(conversationId, action);
    }

    /** What is known once the list has been read; {@code null} if there is no conversation. */
    private @Nullable Shelf<M> read(String conversationId) {
        List<M> list = new ArrayList<>(lists.load(conversationId));
        Shelf<M> shelf = known(conversationId);
        if (shelf == null || !shelf.shows(list)) {
            shelf = reconciliation.after(shelf, list, shelves.keepsResults());
            if (shelf == null) {
                return null;
            }
            remember(conversationId, shelf);
        }
        if (shelf.showsResults()) {
            shelves.sawResults();
        }
        return shelf.isGone() ? null : shelf;
    }

    private void save(String conversationId, Shelf<M> shelf) {
        List<M> content = shelf.content();
        if (content.isEmpty()) {
            lists.delete(conversationId);
        } else {
            lists.save(conversationId, new ArrayList<>(content));
        }
        remember(conversationId, shelf.seen(content));
    }

    /** One identity has one type of message. */
    @SuppressWarnings("unchecked")
    private @Nullable Shelf<M> known(String conversationId) {
        return (Shelf<M>) shelves.known(conversationId, schema.name());
    }

    private void remember(String conversationId, Shelf<M> shelf) {
        shelves.remember(conversationId, schema.name(), shelf);
    }
}
