package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A store of two conversations as plain as can be, held against a real one step by step. */
final class StoreModel {
    private static final List<String> CHATS = List.of("one", "two");
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final SessionStore store;
    private final StoreContractFixture.MutableClock clock;
    private final Random random;
    private final Map<String, Chat> chats = new TreeMap<>();

    private static final class Chat {
        private String life;
        private long last;
        private long revisions;
        private final TreeMap<Long, String> texts = new TreeMap<>();
        private final List<String> keys = new ArrayList<>();
        private long version;
        private final Map<Long, SegmentState> segments = new LinkedHashMap<>();
        private @Nullable Lease lease;
        private Instant leasedUntil = Instant.MIN;
        private long newestToken;
        private long counted;
        private @Nullable Head head;

        Chat(String life) {
            this.life = life;
        }
    }

    StoreModel(SessionStore store, StoreContractFixture.MutableClock clock, Random random) {
        this.store = store;
        this.clock = clock;
        this.random = random;
    }

    void step(int number) {
        String id = CHATS.get(random.nextInt(CHATS.size()));
        Chat chat = chats.get(id);
        switch (random.nextInt(16)) {
            case 0 -> delete(id, chat);
            case 1 -> replace(id, chat, number);
            case 2, 3 -> erase(id, chat);
            case 4, 5 -> commit(id, chat, number);
            case 6 -> lease(id, chat, "run " + random.nextInt(3));
            case 7 -> clock.advance(Duration.ofSeconds(random.nextInt(8)));
            case 8 -> release(id, chat);
            case 9 -> count(id, chat);
            case 10 -> repeat(id, chat);
            default -> append(id, chat, number);
        }
        CHATS.forEach(this::check);
        assertThat(store.conversations(null, 10)).isEqualTo(List.copyOf(chats.keySet()));
    }

    private void append(String id, @Nullable Chat known, int number) {
        boolean right = random.nextInt(5) > 0;
        if (known == null && !right) {
            assertThat(store.append(id, "life", 5, "key", entries(6, number))).isEqualTo(Append.REFUSED);
            return;
        }
        Chat chat = known == null ? new Chat("life " + number) : known;
        long from = chat.last + 1 + random.nextInt(3);
        List<Entry> entries = entries(from, number);
        Append done = right
                ? store.append(id, chat.life, chat.last, "key " + number, entries)
                : store.append(
                        id,
                        random.nextBoolean() ? "wrong" : chat.life,
                        chat.last + 7,
                        "key " + number,
                        entries(chat.last + 8, number));
        assertThat(done).isEqualTo(right ? Append.ADDED : Append.REFUSED);
        if (right) {
            chats.put(id, chat);
            chat.keys.add("key " + number);
            put(chat, entries);
        }
    }

    private static void put(Chat chat, List<Entry> entries) {
        for (Entry entry : entries) {
            chat.texts.put(entry.sequence(), entry.message().text());
            chat.last = entry.sequence();
        }
    }

    private List<Entry> entries(long from, int number) {
        List<Entry> entries = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            entries.add(new Entry(from + entries.size(), Message.user("text " + number + "/" + i), 1));
        }
        return entries;
    }

    private void repeat(String id, @Nullable Chat chat) {
        if (chat != null && !chat.keys.isEmpty()) {
            int oldest = Math.max(0, chat.keys.size() - SessionStore.REMEMBERED_KEYS);
            String key = chat.keys.get(oldest + random.nextInt(chat.keys.size() - oldest));
            assertThat(store.append(id, chat.life, chat.last, key, entries(chat.last + 1, 0)))
                    .isEqualTo(Append.ALREADY_THERE);
        }
    }

    private void replace(String id, @Nullable Chat chat, int number) {
        long keep = chat == null ? 0 : random.nextInt((int) chat.last + 2);
        List<Entry> entries = random.nextBoolean() || chat == null ? List.of() : entries(chat.last + 1, number);
        Head expected = store.head(id).orElse(new Head("life", 0, 0, 0, 0));
        boolean done = store.replaceAfter(id, expected, keep, "life " + number, entries);
        assertThat(done).isEqualTo(chat != null);
        if (chat != null) {
            Map<Long, String> taken = chat.texts.tailMap(keep, false);
            chat.revisions += taken.isEmpty() ? 0 : 1;
            taken.clear();
            put(chat, entries);
            chat.life = "life " + number;
        }
    }

    private void erase(String id, @Nullable Chat chat) {
        long sequence = chat == null ? 1 : random.nextInt((int) chat.last + 2);
        boolean there = chat != null && chat.texts.remove(sequence) != null;
        assertThat(store.erase(id, sequence)).isEqualTo(there);
        if (chat != null) {
            chat.revisions += there || chat.segments.size() > 1 ? 1 : 0;
            long current = SegmentState.id(Math.max(1, chat.version), 0);
            List<Long> gone = chat.segments.keySet().stream()
                    .filter(segment -> segment != current)
                    .toList();
            gone.forEach(chat.segments::remove);
            assertThat(store.segments(id, gone)).isEmpty();
            assertThat(store.history(id)).hasSize(chat.version == 0 ? 0 : 1);
        }
    }

    private void commit(String id, @Nullable Chat chat, int number) {
        long version = chat == null ? 0 : chat.version;
        SegmentState segment = new SegmentState(
                SegmentState.id(version + 1, 0),
                1,
                StateDocument.ofTexts(Map.of("logos", List.of("fact " + number))),
                clock.instant());
        CompressionRecord record = StoreContractFixture.record(version + 1, number, segment.id());
        Commit commit =
                Commit.of(chat == null ? "life" : chat.life, version, record).withSegments(List.of(segment));
        boolean stale = chat != null && chat.newestToken > 1 && random.nextInt(3) == 0;
        if (stale && chat != null) {
            commit = commit.under(new Lease("late", chat.newestToken - 1));
        } else if (chat != null && chat.newestToken > 0 && random.nextBoolean()) {
            commit = commit.under(new Lease("newest", chat.newestToken));
        }
        boolean done = store.commit(id, commit);
        assertThat(done).isEqualTo(chat != null && !stale);
        if (done && chat != null) {
            chat.version++;
            chat.segments.put(segment.id(), segment);
            if (chat.segments.size() > StoreBuilder.DEFAULT_RECORDS) {
                // Those of the earliest record go with it.
                chat.segments.remove(chat.segments.keySet().iterator().next());
            }
            assertThat(store.commit(id, commit)).as("twice").isFalse();
            assertThat(store.current(id)).contains(record);
        }
    }

    private void lease(String id, @Nullable Chat chat, String owner) {
        Optional<Lease> lease = store.tryLease(id, owner, LEASE);
        if (chat == null) {
            assertThat(lease).isEmpty();
            return;
        }
        boolean held = chat.lease != null && chat.leasedUntil.isAfter(clock.instant());
        Lease before = chat.lease;
        if (held && before != null && !before.owner().equals(owner)) {
            assertThat(lease).isEmpty();
            return;
        }
        if (held && before != null) {
            assertThat(lease).contains(before);
        } else {
            assertThat(lease.orElseThrow().owner()).isEqualTo(owner);
            assertThat(lease.orElseThrow().token()).isGreaterThan(chat.newestToken);
        }
        Lease granted = lease.orElseThrow();
        chat.lease = granted;
        chat.newestToken = granted.token();
        chat.leasedUntil = clock.instant().plus(LEASE);
    }

    private void release(String id, @Nullable Chat chat) {
        if (chat != null && chat.lease != null) {
            store.release(id, chat.lease);
            chat.lease = null;
        }
    }

    private void count(String id, @Nullable Chat chat) {
        store.count(id, Counters.of(Counters.Field.COMPRESSIONS, 2));
        if (chat != null) {
            chat.counted += 2;
        }
    }

    private void delete(String id, @Nullable Chat chat) {
        assertThat(store.delete(id)).isEqualTo(chat != null);
        chats.remove(id);
    }

    private void check(String id) {
        Chat chat = chats.get(id);
        Optional<Head> head = store.head(id);
        if (chat == null) {
            assertThat(head).isEmpty();
            assertThat(store.load(id, 0, 10_000)).isEmpty();
            assertThat(store.history(id)).isEmpty();
            return;
        }
        Head now = head.orElseThrow();
        assertThat(now).isEqualTo(new Head(chat.life, chat.last, chat.version, now.revision(), chat.texts.size()));
        assertThat(now.revision() == 0).isEqualTo(chat.revisions == 0);
        if (chat.head != null && chat.head.revision() > now.revision()) {
            throw new AssertionError("the revision went back");
        }
        chat.head = now;
        Map<Long, String> texts = new TreeMap<>();
        store.load(id, 0, 10_000)
                .forEach(entry -> texts.put(entry.sequence(), entry.message().text()));
        assertThat(texts).isEqualTo(chat.texts);
        assertThat(store.segments(id, List.copyOf(chat.segments.keySet())))
                .isEqualTo(List.copyOf(chat.segments.values()));
        assertThat(Counters.Field.COMPRESSIONS.of(store.counters(id))).isEqualTo(chat.counted);
    }
}
