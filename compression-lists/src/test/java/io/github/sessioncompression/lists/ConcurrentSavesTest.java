package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.lists.ListCopiesTest.Order;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes that save one list at the same moment, with a side store that compares and sets. */
class ConcurrentSavesTest extends SideStoreFixture {
    private final SessionStore here = process(lists);
    /** The lists of the other process, which is interrupted. */
    private final InterruptedLists slow = new InterruptedLists(lists.inAnotherProcess());

    private final SessionStore there = over(slow, SideStore.of(side.store).withWait(waits::add));

    /** A third one that does not wait for the list. */
    private final SessionStore hasty =
            over(lists.inAnotherProcess(), SideStore.of(side.store).withWait(millis -> {
                throw new InterruptedException();
            }));

    /** Does something while another process is between its two writes. */
    private void meanwhile(Consumer<SessionStore> action) {
        slow.beforeNextSave(() -> {
            action.accept(hasty);
            Thread.interrupted();
        });
    }

    private static SessionStore over(MessageLists<Said> lists, SideStore side) {
        return FrameworkLists.over(lists, () -> NOW, side);
    }

    private void begun() {
        begin(here, Message.user("one"));
        head(there);
    }

    private static Append append(SessionStore store, String text) {
        Head head = head(store);
        return store.append(
                CHAT, head.incarnation(), head.lastSequence(), key(), entries(head.lastSequence(), Message.user(text)));
    }

    private void bothKnow(String... texts) {
        for (SessionStore each : List.of(here, there, process(lists))) {
            head(each);
            assertThat(messages(each)).extracting(Message::text).containsExactly(texts);
        }
        assertThat(texts(lists)).containsExactly(texts);
    }

    @Test
    void restoresMessageOverwrittenByLateSave() {
        begun();
        meanwhile(other -> add(other, Message.user("three")));

        assertThat(append(there, "two")).isEqualTo(Append.ADDED);

        bothKnow("one", "two", "three");
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void cleansListMixedOfTwoSaves(Order order) {
        begun();
        meanwhile(other -> {
            add(other, Message.user("three"));
            List<Said> first = lists.stored(CHAT);
            slow.afterNextSave(() -> lists.store(CHAT, order.mixed(lists.stored(CHAT), first)));
        });

        assertThat(append(there, "two")).isEqualTo(Append.ADDED);

        bothKnow("one", "two", "three");
    }

    @Test
    void cleansListMixedAgainByTheSecondSave() {
        begun();
        meanwhile(other -> {
            add(other, Message.user("three"));
            List<Said> first = lists.stored(CHAT);
            slow.afterNextSave(() -> {
                lists.store(CHAT, Order.BY_PLACE.mixed(lists.stored(CHAT), first));
                slow.afterNextSave(() -> lists.store(CHAT, Order.BY_TIME.mixed(lists.stored(CHAT), first)));
            });
        });

        assertThat(append(there, "two")).isEqualTo(Append.ADDED);

        bothKnow("one", "two", "three");
    }

    @Test
    void secondOfTwoAppendsIsRefused() {
        begun();
        Head before = head(there);
        add(here, Message.user("two"));

        assertThat(there.append(CHAT, before.incarnation(), 1, key(), entries(1, Message.user("late"))))
                .isEqualTo(Append.REFUSED);

        bothKnow("one", "two");
    }

    /** While one process has written the side store and not yet the list, the other one reads. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void readerWaitsForMessageThatTheListLacks() throws Exception {
        begun();
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch saved = new CountDownLatch(1);
        SessionStore reader =
                over(lists.inAnotherProcess(), SideStore.of(side.store).withWait(millis -> {
                    waiting.countDown();
                    saved.await();
                }));
        slow.beforeNextSave(() -> {
            try {
                waiting.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<Append> added = thread.submit(() -> {
            Append done = append(there, "two");
            saved.countDown();
            return done;
        });
        while (side.store.head(BESIDE).orElseThrow().lastSequence() < 2) {
            Thread.onSpinWait();
        }

        assertThat(head(reader).lastSequence()).isEqualTo(2);

        assertThat(added.get()).isEqualTo(Append.ADDED);
        thread.shutdown();
        bothKnow("one", "two");
    }

    /** A process that stops for long between its two writes is taken for one whose message was removed. */
    @Test
    void messageTakenForRemovedIsAddedAgain() {
        begun();
        slow.beforeNextSave(() -> assertThat(head(here).messages()).isEqualTo(1));

        assertThat(append(there, "two")).isEqualTo(Append.REFUSED);
        assertThat(append(there, "two")).isEqualTo(Append.ADDED);

        bothKnow("one", "two");
    }

    @Test
    void lateSaveDoesNotBringBackErasedMessage() {
        begun();
        add(here, Message.assistant("secret"));
        head(there);
        meanwhile(other -> assertThat(other.erase(CHAT, 2)).isTrue());

        assertThat(append(there, "three")).isEqualTo(Append.ADDED);

        bothKnow("one", "three");
    }

    @Test
    void lateSaveDoesNotBringBackDeletedChat() {
        begun();
        meanwhile(other -> assertThat(other.delete(CHAT)).isTrue());

        assertThat(append(there, "two")).isEqualTo(Append.REFUSED);

        assertThat(texts(lists)).isEmpty();
        for (SessionStore each : List.of(here, there, process(lists))) {
            assertThat(each.head(CHAT)).isEmpty();
        }
    }

    @Test
    void deletionIsRefusedIfAnotherProcessHasAdded() {
        begun();
        Head seen = head(here);
        add(there, Message.user("two"));

        assertThat(here.deleteIf(CHAT, seen)).isFalse();

        bothKnow("one", "two");
    }

    @Test
    void listEmptiedAfterAnotherProcessHasWrittenIsDeleted() {
        begun();
        add(there, Message.assistant("two"));
        lists.store(CHAT, List.of());

        assertThat(here.head(CHAT)).isEmpty();

        assertThat(waits.stream().mapToLong(Long::longValue).sum()).isBetween(1_000L, 3_000L);
        assertThat(side.store.head(BESIDE)).isEmpty();
    }

    @Test
    void removalIsTakenAtOnceIfNoOtherProcessHasWritten() {
        begin(here, Message.user("one"), Message.assistant("two"));
        lists.store(CHAT, lists.stored(CHAT).subList(0, 1));

        assertThat(head(here).messages()).isEqualTo(1);

        assertThat(waits).isEmpty();
    }

    @Test
    void failedSaveIsMadeUpByTheRepeatedAppend() {
        SessionStore failing = over(lists, SideStore.of(side.store).withWait(waits::add));
        begin(failing, Message.user("one"));
        String key = key();
        List<Entry> said = entries(1, Message.user("two"));
        lists.breakDown(true);
        assertThatThrownBy(() -> failing.append(CHAT, LIFE, 1, key, said)).hasMessage("the store is down");
        lists.breakDown(false);

        assertThat(failing.append(CHAT, LIFE, 1, key, said)).isEqualTo(Append.ALREADY_THERE);

        bothKnow("one", "two");
    }

    @Test
    void collisionIsToldOnceWithItsCure() {
        begun();
        try (Warnings warnings = new Warnings()) {
            for (String text : List.of("two", "four")) {
                meanwhile(other -> add(other, Message.user("not " + text)));
                assertThat(append(there, text)).isEqualTo(Append.ADDED);
            }
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains(CHAT, "at the same moment", "session-compression.store=jdbc");
        }
    }

    @Test
    void changeByOthersWithoutSideStoreIsToldOnceWithItsCure() {
        begin();
        SessionStore other = over(lists.inAnotherProcess(), SideStore.none());
        try (Warnings warnings = new Warnings()) {
            add(other, Message.user("five"));
            head(store);
            add(other, Message.assistant("six"));
            head(store);
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains(CHAT, "lost or doubled", "session-compression.framework.side-store");
        }
    }
}
