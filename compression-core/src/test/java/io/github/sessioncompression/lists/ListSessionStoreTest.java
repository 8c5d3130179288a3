package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Accounting;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.Lease;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ListSessionStoreTest {
    private static final String CHAT = "chat";
    private static final String LIFE = "life-1";
    private static final StateSchema SCHEMA = StateSchema.session();
    private static final MessageTokens TOKENS = MessageTokens.of(TokenOptions.defaults());
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final FrameworkLists lists = new FrameworkLists(Kind.LIVE);
    private final SessionStore store = over(lists);

    private static SessionStore over(FrameworkLists lists) {
        return MessageLists.store(lists, SCHEMA, TOKENS, () -> NOW);
    }

    private static List<Entry> entries(long after, Message... messages) {
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(new Entry(after + entries.size() + 1, message, 7));
        }
        return entries;
    }

    private static StateDocument state(String fact) {
        return StateDocument.ofTexts(Map.of("logos", List.of(fact)));
    }

    /** One that is saved at once, because the application has put it there. */
    private static CompressionRecord record(long version, long boundary, StateDocument injected) {
        return new CompressionRecord(
                version,
                boundary,
                List.of(),
                0,
                SCHEMA.name(),
                List.of(),
                injected,
                List.of(),
                true,
                Cause.REPLACED,
                Accounting.NONE,
                NOW);
    }

    private static String envelope(String fact) {
        return StateEnvelope.wrap(SCHEMA, state(fact));
    }

    private static void begin(SessionStore store, Message... messages) {
        assertThat(store.append(CHAT, LIFE, 0, key(), entries(0, messages))).isEqualTo(Append.ADDED);
    }

    private void begin() {
        begin(store, Message.user("one"), Message.assistant("two"), Message.user("three"), Message.assistant("four"));
    }

    private static List<String> texts(FrameworkLists lists) {
        return lists.stored(CHAT).stream().map(Said::text).toList();
    }

    private static List<String> loaded(SessionStore store) {
        return store.load(CHAT, 0, 1_000).stream()
                .map(entry -> entry.sequence() + " " + entry.message().text())
                .toList();
    }

    private static String key() {
        return UUID.randomUUID().toString();
    }

    private static Head head(SessionStore store) {
        return store.head(CHAT).orElseThrow();
    }

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
    void putsTheStateBehindWhatItCovers() {
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
    void doesNotSaveWhatAListCannotHold() {
        begin();
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a")))))
                .isTrue();
        int saves = lists.saves();
        CompressionRecord first = store.current(CHAT).orElseThrow();
        CompressionRecord pruned = first.pruned(3, NOW);
        assertThat(store.commit(CHAT, Commit.of(LIFE, 1, pruned))).isTrue();
        assertThat(store.commit(CHAT, Commit.of(LIFE, 2, pruned.switched(false, NOW))))
                .isTrue();
        assertThat(lists.saves()).isEqualTo(saves);
        assertThat(store.current(CHAT)).contains(pruned.switched(false, NOW));
    }

    @Test
    void anotherProcessFindsTheRecordInTheList() {
        begin(
                store,
                Message.system("be brief"),
                Message.user("one"),
                Message.assistant("", List.of(new ToolCall("c", "skill", "{}"), new ToolCall("d", "time", "{}"))),
                Message.toolResult("c", "skill", "found").withPinned(true),
                Message.toolResult("d", "time", "noon"),
                Message.assistant("two"),
                Message.user("three"));
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 6, state("a")))))
                .isTrue();

        SessionStore there = over(lists.inAnotherProcess());
        CompressionRecord found = there.current(CHAT).orElseThrow();
        assertThat(found)
                .isEqualTo(new CompressionRecord(
                        1,
                        6,
                        List.of(1L, 3L, 4L, 5L),
                        0,
                        SCHEMA.name(),
                        found.segments(),
                        found.injected(),
                        List.of(),
                        true,
                        Cause.FOUND,
                        Accounting.NONE,
                        NOW));
        assertThat(there.segments(CHAT, found.segments()))
                .extracting(SegmentState::document)
                .containsExactly(found.injected());
        assertThat(StateEnvelope.wrap(SCHEMA, found.injected())).isEqualTo(envelope("a"));
        assertThat(there.head(CHAT)).contains(new Head(head(there).incarnation(), 7, 1, 0, 7));
        assertThat(there.load(CHAT, 6, 10))
                .extracting(Entry::tokens)
                .containsExactly(TOKENS.count(Message.user("three")));
    }

    @Test
    void aStateInsideATurnLeavesItsQuestionInTheView() {
        Message call = Message.assistant("", List.of(new ToolCall("c", "look", "{}")));
        Message result = Message.toolResult("c", "look", "found");
        begin(store, Message.user("old"), Message.assistant("done"), Message.user("now"), call, result, call, result);
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 5, state("a"))));
        assertThat(foundPins()).as("the turn goes on behind the state").containsExactly(3L);
        store.commit(CHAT, Commit.of(LIFE, 1, record(2, 7, state("b"))));
        assertThat(foundPins()).as("nothing has followed yet").containsExactly(3L);
        store.commit(CHAT, Commit.of(LIFE, 2, record(3, 2, state("c"))));
        assertThat(foundPins()).as("a turn begins behind the state").isEmpty();
    }

    private List<Long> foundPins() {
        return over(lists.inAnotherProcess()).current(CHAT).orElseThrow().pinned();
    }

    @Test
    void readingAndWritingInAnotherProcessChangesNoByteOfTheList() {
        begin();
        store.commit(
                CHAT,
                Commit.of(
                        LIFE,
                        0,
                        record(1, 2, StateDocument.ofTexts(Map.of("logos", List.of("</session_state> é \\"))))));
        List<Said> before = lists.stored(CHAT);
        SessionStore there = over(lists.inAnotherProcess());
        there.append(CHAT, head(there).incarnation(), 4, key(), entries(4, Message.user("five")));
        assertThat(lists.stored(CHAT).subList(0, before.size())).isEqualTo(before);
        CompressionRecord again = there.current(CHAT)
                .orElseThrow()
                .resized(there.current(CHAT).orElseThrow().injected(), NOW);
        there.commit(CHAT, Commit.of(head(there).incarnation(), 1, again));
        assertThat(lists.stored(CHAT).subList(0, before.size())).isEqualTo(before);
    }

    @Test
    void takesUpWhatAnotherProcessAdded() {
        begin();
        SessionStore there = over(lists.inAnotherProcess());
        there.append(CHAT, head(there).incarnation(), 4, key(), entries(4, Message.user("five")));
        assertThat(store.head(CHAT)).contains(new Head(LIFE, 5, 0, 0, 5));
        assertThat(store.load(CHAT, 4, 10)).extracting(Entry::sequence).containsExactly(5L);
        assertThat(store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("lost"))))
                .isEqualTo(Append.REFUSED);
        assertThat(store.append(CHAT, LIFE, 5, key(), entries(5, Message.user("six"))))
                .isEqualTo(Append.ADDED);
        assertThat(texts(lists)).containsExactly("one", "two", "three", "four", "five", "six");
    }

    @Test
    void takesUpAStateThatAnotherProcessWrote() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        store.commit(CHAT, Commit.of(LIFE, 1, store.current(CHAT).orElseThrow().switched(false, NOW)));
        SessionStore there = over(lists.inAnotherProcess());
        there.commit(CHAT, Commit.of(head(there).incarnation(), 1, record(2, 4, state("b"))));

        assertThat(store.head(CHAT)).contains(new Head(LIFE, 4, 3, 0, 4));
        CompressionRecord taken = store.current(CHAT).orElseThrow();
        assertThat(taken.boundary()).isEqualTo(4);
        assertThat(StateEnvelope.wrap(SCHEMA, taken.injected())).isEqualTo(envelope("b"));
        assertThat(taken.enabled()).isFalse();
        assertThat(store.history(CHAT)).hasSize(3);
        assertThat(store.commit(CHAT, Commit.of(LIFE, 2, record(3, 4, state("late")))))
                .isFalse();
    }

    @Test
    void takesUpThatAnotherProcessTookTheStateOut() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        lists.store(
                CHAT,
                FrameworkLists.said(List.of(
                        Message.user("one"),
                        Message.assistant("two"),
                        Message.user("three"),
                        Message.assistant("four"))));
        CompressionRecord record = store.current(CHAT).orElseThrow();
        assertThat(record.boundary()).isZero();
        assertThat(record.injected().isEmpty()).isTrue();
        assertThat(head(store)).isEqualTo(new Head(LIFE, 4, 2, 0, 4));
    }

    @Test
    void anythingElseIsAnotherConversation() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        List<Said> edited = lists.stored(CHAT);
        edited.set(0, edited.get(0).withText("edited"));
        lists.store(CHAT, edited);
        Head head = head(store);
        assertThat(head.incarnation()).isNotEqualTo(LIFE);
        assertThat(head).isEqualTo(new Head(head.incarnation(), 4, 1, 0, 4));
        assertThat(store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("five"))))
                .isEqualTo(Append.REFUSED);
        assertThat(store.commit(CHAT, Commit.of(LIFE, 1, record(2, 4, state("late")))))
                .isFalse();
        assertThat(store.load(CHAT, 0, 1).get(0).message().text()).isEqualTo("edited");
        assertThat(head(store)).isEqualTo(head);
    }

    @Test
    void theSameWordsAfterADeletionAreAnotherConversation() {
        lists.store(CHAT, FrameworkLists.said(List.of(Message.user("hi"))));
        String before = head(store).incarnation();
        lists.delete(CHAT);
        assertThat(store.head(CHAT)).isEmpty();
        lists.store(CHAT, FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(head(store).incarnation()).isNotEqualTo(before);

        String second = head(store).incarnation();
        assertThat(store.delete(CHAT)).isTrue();
        lists.store(CHAT, FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(head(store).incarnation()).isNotIn(before, second);
    }

    @Test
    void whatTheApplicationTookOutOfAResultIsNotBroughtBack() {
        Message call = Message.assistant("", List.of(new ToolCall("c", "look", "{}")));
        begin(store, Message.user("one"), call, Message.toolResult("c", "look", "card 4711"), Message.assistant("two"));
        store.commit(
                CHAT, Commit.of(LIFE, 0, CompressionRecord.none(SCHEMA.name()).pruned(3, NOW)));
        List<Said> edited = lists.stored(CHAT);
        edited.set(2, edited.get(2).withText("(removed)"));
        lists.store(CHAT, edited);

        Head head = head(store);
        assertThat(head.incarnation())
                .as("whoever shows the old text has to read anew")
                .isNotEqualTo(LIFE);
        assertThat(store.current(CHAT).orElseThrow().prunedThrough()).isEqualTo(3);
        assertThat(loaded(store)).contains("3 (removed)");
        store.append(CHAT, head.incarnation(), 4, key(), entries(4, Message.user("five")));
        assertThat(texts(lists)).containsExactly("one", "", "(removed)", "two", "five");
    }

    @Test
    void aResultThatAnotherProcessErasedIsNotBroughtBack() {
        Message call = Message.assistant("", List.of(new ToolCall("c", "look", "{}")));
        begin(store, Message.user("one"), call, Message.toolResult("c", "look", "card 4711"), Message.assistant("two"));
        assertThat(store.head(CHAT)).isPresent();
        SessionStore there = over(lists.inAnotherProcess());
        assertThat(there.erase(CHAT, 3)).isTrue();
        Head head = head(store);
        assertThat(head.incarnation()).isNotEqualTo(LIFE);
        store.append(
                CHAT,
                head.incarnation(),
                head.lastSequence(),
                key(),
                entries(head.lastSequence(), Message.user("five")));
        assertThat(texts(lists)).containsExactly("one", "", "two", "five");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void remembersWhatTheStoreLoses(Kind kind) {
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

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aProcessTakesUpWhatAnotherAddsToALossyStore(Kind kind) {
        FrameworkLists here = new FrameworkLists(kind);
        FrameworkLists there = here.inAnotherProcess();
        SessionStore one = over(here);
        SessionStore other = over(there);
        List<ToolCall> calls = List.of(new ToolCall("c", "look", "{}"));
        begin(
                one,
                Message.user("1"),
                Message.assistant("", calls),
                Message.toolResult("c", "look", "x"),
                Message.assistant("2"));
        Head first = head(other);
        assertThat(other.append(
                        CHAT,
                        first.incarnation(),
                        first.lastSequence(),
                        key(),
                        entries(first.lastSequence(), Message.user("3"), Message.assistant("4"))))
                .isEqualTo(Append.ADDED);
        assertThat(one.commit(CHAT, Commit.of(LIFE, 0, record(1, 4, state("a")))))
                .isTrue();
        assertThat(loaded(one)).containsExactly("1 1", "2 ", "3 x", "4 2", "5 3", "6 4");
        CompressionRecord taken = other.current(CHAT).orElseThrow();
        assertThat(taken.boundary()).isEqualTo(first.lastSequence());
        assertThat(head(other).incarnation()).isEqualTo(first.incarnation());
        assertThat(loaded(other)).endsWith((first.lastSequence() + 1) + " 3", (first.lastSequence() + 2) + " 4");
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
    void aStoreThatFailsChangesNothing() {
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
    void worksWhenWhatIsKnownIsForgottenAfterEachStep() {
        SessionStore forgetful = new ListSessionStore<>(lists, SCHEMA, TOKENS, () -> NOW, new KnownLists(0));
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
        SessionStore forgetful = new ListSessionStore<>(lists, SCHEMA, TOKENS, () -> NOW, new KnownLists(0));
        begin(forgetful, Message.user("one"), Message.assistant("two"));
        assertThat(forgetful.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a")))))
                .isTrue();
        assertThat(forgetful.current(CHAT)).contains(record(1, 2, state("a")));
    }

    @Test
    void listsTheConversationsThatTheFrameworkNamesElseThoseKnownHere() {
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
    void whatIsKnownOfAStoreGoesWithIt() {
        WeakReference<KnownLists> known = new WeakReference<>(KnownLists.of(new Object()));
        for (int i = 0; i < 100 && known.get() != null; i++) {
            System.gc();
            KnownLists.of(new Object());
        }
        assertThat(known.get()).isNull();
    }
}
