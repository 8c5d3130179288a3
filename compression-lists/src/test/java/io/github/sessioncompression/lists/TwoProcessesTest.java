package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A compression in one process and messages in another: the compression saves no list, so it takes nothing away. */
class TwoProcessesTest {
    private static final String CHAT = "chat";
    private static final StateSchema SCHEMA = StateSchema.session();

    private final FrameworkLists lists = new FrameworkLists(Kind.LIVE);
    private final InterruptedLists slow = new InterruptedLists(lists);
    private final SessionStore here = FrameworkLists.over(slow);
    private final SessionStore there = FrameworkLists.over(lists.inAnotherProcess());

    private static void add(SessionStore store, String text) {
        while (true) {
            Head head = store.head(CHAT).orElse(new Head("life", 0, 0, 0, 0));
            List<Entry> entry = List.of(new Entry(head.lastSequence() + 1, Message.user(text), 1));
            Append done = store.append(
                    CHAT,
                    head.incarnation(),
                    head.lastSequence(),
                    UUID.randomUUID().toString(),
                    entry);
            if (done == Append.ADDED) {
                return;
            }
        }
    }

    private static boolean compress(SessionStore store, long through, String fact) {
        return store.commit(CHAT, ModelCommits.of(store.head(CHAT).orElseThrow(), SCHEMA, through, fact));
    }

    private List<String> stored() {
        return lists.stored(CHAT).stream().map(Said::text).toList();
    }

    private static String fact(SessionStore store) {
        return store.current(CHAT)
                .map(record -> record.injected().text("logos"))
                .orElse("");
    }

    private static String envelope(String fact) {
        return StateEnvelope.wrap(SCHEMA, StateDocument.ofTexts(Map.of("logos", List.of(fact))));
    }

    @Test
    void compressionKeepsMessageAddedDuringReading() {
        add(here, "one");
        add(here, "two");
        int saves = lists.saves();
        slow.afterNextLoad(() -> add(there, "three"));
        assertThat(compress(here, 2, "a")).isTrue();
        assertThat(lists.saves()).isEqualTo(saves);
        assertThat(stored()).containsExactly("one", "two", "three");
        assertThat(fact(here)).isEqualTo("a");
        assertThat(fact(there)).as("not in the list yet").isEmpty();
        add(here, "four");
        assertThat(stored())
                .containsExactly("one", "two", envelope("a"), StateEnvelope.ACKNOWLEDGEMENT, "three", "four");
        assertThat(fact(there)).isEqualTo("a");
    }

    @Test
    void pendingCompressionAppliesAtOnceAndAdoptsAppends() {
        add(here, "one");
        assertThat(compress(here, 1, "a")).isTrue();
        Head compressed = here.head(CHAT).orElseThrow();
        assertThat(compressed.recordVersion()).isEqualTo(1);
        add(there, "two");
        add(there, "three");
        assertThat(here.head(CHAT)).contains(new Head(compressed.incarnation(), 3, 1, 0, 3));
        CompressionRecord record = here.current(CHAT).orElseThrow();
        assertThat(record.cause()).isEqualTo(Cause.MODEL);
        assertThat(here.segments(CHAT, record.segments())).hasSize(1);
        assertThat(compress(here, 2, "b")).isTrue();
        assertThat(fact(here)).isEqualTo("b");
        assertThat(here.erase(CHAT, 1)).isTrue();
        assertThat(stored()).containsExactly("two", envelope("b"), StateEnvelope.ACKNOWLEDGEMENT, "three");
        assertThat(here.replaceAfter(CHAT, here.head(CHAT).orElseThrow(), 2, "life-2", List.of()))
                .isTrue();
        assertThat(stored()).containsExactly("two", envelope("b"), StateEnvelope.ACKNOWLEDGEMENT);
    }

    @Test
    void anEndBeforeTheNextAppendCostsTheCompressionAlone() {
        add(here, "one");
        assertThat(compress(here, 1, "a")).isTrue();
        SessionStore restarted = FrameworkLists.over(lists.inAnotherProcess());
        assertThat(restarted.current(CHAT)).isEmpty();
        assertThat(restarted.load(CHAT, 0, 10))
                .extracting(entry -> entry.message().text())
                .containsExactly("one");
    }

    @Test
    void forgettingLosesOnlyCompression() {
        InterruptedLists raw = new InterruptedLists(lists);
        SessionStore forgetful = new ListSessionStore<>(
                raw,
                SCHEMA,
                MessageTokens.of(TokenOptions.defaults()),
                () -> Instant.EPOCH,
                new KnownLists(0),
                SideStore.none());
        add(forgetful, "one");
        assertThat(compress(forgetful, 1, "a")).isTrue();
        assertThat(fact(forgetful)).isEqualTo("a");
        lists.store("other", FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(forgetful.head("other")).isPresent();
        assertThat(forgetful.current(CHAT)).isEmpty();
        assertThat(forgetful.load(CHAT, 0, 10))
                .extracting(entry -> entry.message().text())
                .containsExactly("one");
    }

    @Test
    void anotherStateInTheListWinsOverAWaitingOne() {
        add(here, "one");
        add(here, "two");
        assertThat(compress(here, 1, "mine")).isTrue();
        assertThat(compress(there, 2, "theirs")).isTrue();
        add(there, "three");
        assertThat(fact(here)).isEqualTo("theirs");
        add(here, "four");
        assertThat(stored())
                .containsExactly("one", "two", envelope("theirs"), StateEnvelope.ACKNOWLEDGEMENT, "three", "four");
    }

    @Test
    void aDeletionWinsOverAWaitingCompression() {
        add(here, "one");
        assertThat(compress(here, 1, "a")).isTrue();
        there.delete(CHAT);
        assertThat(here.head(CHAT)).isEmpty();
        add(here, "two");
        assertThat(stored()).containsExactly("two");
        assertThat(here.current(CHAT)).isEmpty();
    }

    /** At random: one process adds, the other compresses all the time and adds now and then while nobody else does. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void losesNoMessageOfTheOtherProcess(Kind kind) throws Exception {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("TwoProcessesTest " + kind + " seed " + seed);
        Random random = new Random(seed);
        FrameworkLists raw = new FrameworkLists(kind);
        InterruptedLists first = new InterruptedLists(raw);
        SessionStore compressing = FrameworkLists.over(first);
        SessionStore adding = FrameworkLists.over(raw.inAnotherProcess());
        // What the framework's own load and save would lose, too, is not asked for: one adds at a time.
        ReentrantLock oneAdds = new ReentrantLock();
        List<String> expected = new ArrayList<>();
        add(adding, "begin");
        expected.add("begin");
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> compressions = pool.submit(() -> {
            int done = 0;
            while (!over.get() || done == 0) {
                first.afterNextLoad(Thread::yield);
                Head head = compressing.head(CHAT).orElseThrow();
                long boundary = Math.max(1, head.lastSequence() - random.nextInt(3));
                done += compress(compressing, boundary, "fact " + done) ? 1 : 0;
                if (random.nextInt(5) == 0) {
                    oneAdds.lock();
                    try {
                        add(compressing, "compressor " + done);
                        expected.add("compressor " + done);
                    } finally {
                        oneAdds.unlock();
                    }
                }
            }
            return done;
        });
        for (int i = 0; i < 200; i++) {
            oneAdds.lock();
            try {
                add(adding, "message " + i);
                expected.add("message " + i);
            } finally {
                oneAdds.unlock();
            }
        }
        over.set(true);
        assertThat(compressions.get()).isPositive();
        pool.shutdown();
        for (SessionStore store : List.of(compressing, adding)) {
            assertThat(store.head(CHAT).orElseThrow().messages()).isEqualTo(expected.size());
            assertThat(store.load(CHAT, 0, 10_000))
                    .extracting(entry -> entry.message().text())
                    .isEqualTo(expected);
        }
    }
}
