package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ListSessionStoreTest extends ListStoreFixture {
    @Test
    void readsAndSavesTheListOnceForABatch() {
        begin();
        assertThat(lists.loads()).isEqualTo(1);
        assertThat(lists.saves()).isEqualTo(1);
        assertThat(store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("five"), Message.assistant("six"))))
                .isEqualTo(Append.ADDED);
        assertThat(lists.loads()).isEqualTo(2);
        assertThat(lists.saves()).isEqualTo(2);
        assertThat(texts(lists)).containsExactly("one", "two", "three", "four", "five", "six");
    }

    @Test
    void storesStateBehindCoveredMessages() {
        begin();
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a")))))
                .isTrue();
        assertThat(texts(lists))
                .containsExactly("one", "two", envelope("a"), StateEnvelope.ACKNOWLEDGEMENT, "three", "four");
        assertThat(store.commit(CHAT, Commit.of(LIFE, 1, record(2, 4, state("b")))))
                .isTrue();
        assertThat(texts(lists))
                .containsExactly("one", "two", "three", "four", envelope("b"), StateEnvelope.ACKNOWLEDGEMENT);
        assertThat(loaded(store)).containsExactly("1 one", "2 two", "3 three", "4 four");
        assertThat(store.commit(CHAT, Commit.of(LIFE, 2, record(3, 4, StateDocument.EMPTY))))
                .isTrue();
        assertThat(texts(lists)).containsExactly("one", "two", "three", "four");
    }

    @Test
    void savesNothingForChangesListCannotHold() {
        begin();
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a")))))
                .isTrue();
        int saves = lists.saves();
        CompressionRecord first = store.current(CHAT).orElseThrow();
        CompressionRecord pruned = first.pruned(Pruned.through(3), NOW);
        assertThat(store.commit(CHAT, Commit.of(LIFE, 1, pruned))).isTrue();
        assertThat(store.commit(CHAT, Commit.of(LIFE, 2, pruned.switched(false, NOW))))
                .isTrue();
        assertThat(lists.saves()).isEqualTo(saves);
        assertThat(store.current(CHAT)).contains(pruned.switched(false, NOW));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void remembersDetailsLostByStore(Kind kind) {
        FrameworkLists lossy = new FrameworkLists(kind);
        SessionStore here = over(lossy);
        List<ToolCall> calls = List.of(new ToolCall("c", "look", "{}"));
        Message[] chat = {
            Message.user("one"),
            Message.assistant("", calls),
            Message.toolResult("c", "look", "found"),
            Message.assistant("let me see", calls),
            Message.toolResult("c", "look", "found more"),
            Message.assistant("let me see"),
            Message.user("two"),
            Message.assistant("", calls),
            Message.toolResult("c", "look", "found even more")
        };
        begin(here, chat);
        assertThat(here.commit(CHAT, Commit.of(LIFE, 0, record(1, 6, state("a")))))
                .isTrue();
        assertThat(here.append(CHAT, LIFE, 9, key(), entries(9, Message.assistant("three"), Message.user("four"))))
                .isEqualTo(Append.ADDED);
        assertThat(here.head(CHAT)).contains(new Head(LIFE, 11, 1, 0, 11));
        assertThat(here.current(CHAT)).contains(record(1, 6, state("a")));
        assertThat(here.load(CHAT, 0, 9)).extracting(Entry::message).containsExactly(chat);
    }

    @Test
    void changesNoListItWasGivenAndKeepsNoneItGave() {
        begin();
        List<Said> live = lists.load(CHAT);
        List<Said> before = List.copyOf(live);
        store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("five")));
        assertThat(live).isEqualTo(before);
        lists.load(CHAT).add(FrameworkLists.said(Message.assistant("six")));
        assertThat(head(store)).isEqualTo(new Head(LIFE, 6, 0, 0, 6));
        lists.load(CHAT).clear();
        assertThat(store.head(CHAT)).isEmpty();
    }

    @Test
    void failingStoreChangesNothing() {
        begin();
        lists.breakDown(true);
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("five"))))
                .hasMessage("the store is down");
        assertThatThrownBy(() -> store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a")))))
                .hasMessage("the store is down");
        assertThatThrownBy(() -> store.erase(CHAT, 1)).hasMessage("the store is down");
        assertThatThrownBy(() -> store.delete(CHAT)).hasMessage("the store is down");
        lists.breakDown(false);
        assertThat(head(store)).isEqualTo(new Head(LIFE, 4, 0, 0, 4));
        assertThat(loaded(store)).containsExactly("1 one", "2 two", "3 three", "4 four");
        assertThat(store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("five"))))
                .isEqualTo(Append.ADDED);
        assertThat(texts(lists)).containsExactly("one", "two", "three", "four", "five");
    }

    @Test
    void erasedAndReplacedMessagesAreGoneFromTheList() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        assertThat(store.erase(CHAT, 1)).isTrue();
        assertThat(texts(lists)).containsExactly("two", envelope("a"), StateEnvelope.ACKNOWLEDGEMENT, "three", "four");
        assertThat(store.replaceAfter(CHAT, LIFE, 4, 3, "life-2", entries(4, Message.user("new"))))
                .isTrue();
        assertThat(texts(lists)).containsExactly("two", envelope("a"), StateEnvelope.ACKNOWLEDGEMENT, "three", "new");
        assertThat(loaded(store)).containsExactly("2 two", "3 three", "5 new");
        assertThat(store.replaceAfter(CHAT, "life-2", 5, 0, "life-3", List.of()))
                .isTrue();
        assertThat(texts(lists)).containsExactly(envelope("a"), StateEnvelope.ACKNOWLEDGEMENT);
        assertThat(store.commit(CHAT, Commit.of("life-3", 1, record(2, 5, StateDocument.EMPTY))))
                .isTrue();
        assertThat(lists.stored(CHAT)).isEmpty();
        assertThat(store.commit(CHAT, Commit.of("life-3", 2, record(3, 5, state("b")))))
                .isTrue();
        assertThat(texts(lists)).containsExactly(envelope("b"), StateEnvelope.ACKNOWLEDGEMENT);
        assertThat(store.append(CHAT, "life-3", 5, key(), entries(5, Message.user("six"))))
                .isEqualTo(Append.ADDED);
        assertThat(texts(lists)).containsExactly(envelope("b"), StateEnvelope.ACKNOWLEDGEMENT, "six");
    }

    @Test
    void twoStoresOverOneFrameworkStoreLoseNothingOfEachOther() throws Exception {
        List<SessionStore> stores = List.of(over(lists), over(lists));
        int threads = 32;
        int each = 20;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> futures = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            futures.add(pool.submit(() -> {
                start.await();
                for (int i = 0; i < each; i++) {
                    appendAtEnd(stores.get(number % 2), number + "/" + i);
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
        assertThat(texts(lists)).hasSize(threads * each).doesNotHaveDuplicates();
        assertThat(loaded(stores.get(0))).isEqualTo(loaded(stores.get(1)));
    }

    private static void appendAtEnd(SessionStore store, String text) {
        while (true) {
            Head head = store.head(CHAT).orElse(new Head(LIFE, 0, 0, 0, 0));
            if (store.append(
                            CHAT,
                            head.incarnation(),
                            head.lastSequence(),
                            key(),
                            entries(head.lastSequence(), Message.user(text)))
                    == Append.ADDED) {
                return;
            }
        }
    }

    @Test
    void twoStoresOverOneFrameworkStoreKnowTheSameRecordsAndLeases() {
        begin();
        SessionStore other = over(lists);
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        assertThat(other.current(CHAT)).contains(record(1, 2, state("a")));
        Lease lease = store.tryLease(CHAT, "a", Duration.ofMinutes(1)).orElseThrow();
        assertThat(other.tryLease(CHAT, "b", Duration.ofMinutes(1))).isEmpty();
        other.release(CHAT, lease);
        assertThat(other.tryLease(CHAT, "b", Duration.ofMinutes(1))).isPresent();
        SessionStore elsewhere = over(lists.inAnotherProcess());
        assertThat(elsewhere.tryLease(CHAT, "c", Duration.ofMinutes(1))).isPresent();
    }

    @Test
    void worksWithoutMemoryBetweenSteps() {
        SessionStore forgetful =
                new ListSessionStore<>(lists, SCHEMA, TOKENS, () -> NOW, new KnownLists(0), SideStore.none());
        begin(forgetful, Message.user("one"), Message.assistant("two"));
        forget(forgetful);
        String life = head(forgetful).incarnation();
        for (int i = 2; i < 10; i++) {
            assertThat(forgetful.append(CHAT, life, i, key(), entries(i, Message.user("more " + i))))
                    .isEqualTo(Append.ADDED);
            forget(forgetful);
        }
        assertThat(forgetful.commit(CHAT, Commit.of(life, 0, record(1, 2, state("a")))))
                .isTrue();
        forget(forgetful);
        Head compressed = head(forgetful);
        assertThat(compressed.incarnation())
                .as("who has not seen the state has to read anew")
                .isNotEqualTo(life);
        assertThat(compressed.recordVersion()).isEqualTo(1);
        assertThat(forgetful.append(CHAT, compressed.incarnation(), 10, key(), entries(10, Message.user("last"))))
                .isEqualTo(Append.ADDED);
        forget(forgetful);
        assertThat(forgetful.load(CHAT, 10, 5)).hasSize(1);
    }

    /** Uses another conversation, so that nothing is known of the one before. */
    private void forget(SessionStore forgetful) {
        lists.store("other", FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(forgetful.head("other")).isPresent();
    }

    @Test
    void aConversationIsNotForgottenForBeingLong() {
        SessionStore forgetful =
                new ListSessionStore<>(lists, SCHEMA, TOKENS, () -> NOW, new KnownLists(0), SideStore.none());
        begin(forgetful, Message.user("one"), Message.assistant("two"));
        assertThat(forgetful.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a")))))
                .isTrue();
        assertThat(forgetful.current(CHAT)).contains(record(1, 2, state("a")));
    }

    @Test
    void listsConversationsOfFrameworkElseKnownOnes() {
        begin();
        lists.store("other", FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(store.conversations(null, 10)).containsExactly(CHAT);
        assertThat(store.head("other")).isPresent();
        assertThat(store.conversations(null, 10)).containsExactly(CHAT, "other");
        store.delete(CHAT);
        assertThat(store.conversations(null, 10)).containsExactly("other");

        FrameworkLists all = lists.inAnotherProcess().namingAll();
        all.store("b", FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(over(all).conversations(null, 10)).containsExactly("b", "other");
        assertThat(over(all).conversations("b", 10)).containsExactly("other");
    }

    @Test
    void releasesKnowledgeOfCollectedStore() {
        WeakReference<KnownLists> known = new WeakReference<>(KnownLists.of(new Object()));
        for (int i = 0; i < 100 && known.get() != null; i++) {
            System.gc();
            KnownLists.of(new Object());
        }
        assertThat(known.get()).isNull();
    }
}
