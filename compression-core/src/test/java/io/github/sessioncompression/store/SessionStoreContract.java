package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Contract of every {@link SessionStore}; a new store's test extends this class and creates the store. */
public abstract class SessionStoreContract extends StoreSwitchContract {
    @Test
    void missingConversationHasNothing() {
        assertThat(store.head(CHAT)).isEmpty();
        assertThat(store.load(CHAT, 0, 10)).isEmpty();
        assertThat(store.current(CHAT)).isEmpty();
        assertThat(store.history(CHAT)).isEmpty();
        assertThat(store.segments(CHAT, List.of(1L))).isEmpty();
        assertThat(store.conversations(null, 10)).isEmpty();
        assertThat(store.counters(CHAT)).isEqualTo(Counters.NONE);
        assertThat(store.tryLease(CHAT, "a", MINUTE)).isEmpty();
        assertThat(store.delete(CHAT)).isFalse();
        assertThat(store.erase(CHAT, 1)).isFalse();
        store.count(CHAT, counted(1));
        store.release(CHAT, new Lease("a", 1));
        assertThat(store.head(CHAT)).isEmpty();
        assertThat(store.counters(CHAT)).isEqualTo(Counters.NONE);
    }

    @Test
    void loadsAppendedMessagesInOrder() {
        Message call = Message.assistant("", List.of(new ToolCall("c1", "look", "{\"q\":\"ä😀\"}")));
        Message result = Message.toolResult("c1", "look", "found").withError(true);
        Message user =
                Message.user("hi").withName("Ann").withId("m1").withTimestamp(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(appendTo(CHAT, LIFE, 0, List.of(entry(1, user), entry(2, call), entry(3, result))))
                .isEqualTo(Append.ADDED);

        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::message).containsExactly(user, call, result);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::tokens).containsExactly(10, 20, 30);
        assertThat(store.load(CHAT, 1, 1)).extracting(Entry::sequence).containsExactly(2L);
        assertThat(store.head(CHAT)).contains(head(LIFE, 3, 0));
    }

    @Test
    void refusesAppendExpectingAnotherEnd() {
        append(1, 2);
        assertThat(appendTo(CHAT, LIFE, 0, entries(1, 1))).isEqualTo(Append.REFUSED);
        assertThat(appendTo(CHAT, LIFE, 1, entries(2, 2))).isEqualTo(Append.REFUSED);
        assertThat(appendTo(CHAT, LIFE, 5, entries(6, 6))).isEqualTo(Append.REFUSED);
        assertThat(appendTo(CHAT, "other life", 2, entries(3, 3))).isEqualTo(Append.REFUSED);
        assertThat(store.head(CHAT)).contains(head(LIFE, 2, 0));
        assertThat(appendTo(CHAT, LIFE, 2, entries(3, 3))).isEqualTo(Append.ADDED);
    }

    @Test
    void refusesArgumentsOutOfRange() {
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 2, "k", entries(2, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sequence")
                .hasMessageContaining("2");
        assertThatThrownBy(() -> store.append(
                        CHAT,
                        LIFE,
                        0,
                        "k",
                        List.of(entries(2, 2).get(0), entries(2, 2).get(0))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 0, "k", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("entries");
        for (String key : List.of("", "k".repeat(65))) {
            assertThatThrownBy(() -> store.append(CHAT, LIFE, 0, key, entries(1, 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 to 64")
                    .hasMessageContaining(String.valueOf(key.length()));
        }
        assertThatThrownBy(() -> store.replaceAfter(CHAT, head(LIFE, 2, 0), 0, "life-2", entries(2, 3)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.load(CHAT, 0, 0)).hasMessageContaining("limit");
        assertThatThrownBy(() -> store.conversations(null, 0)).hasMessageContaining("limit");
        assertThatThrownBy(() -> store.tryLease(CHAT, "a", Duration.ZERO)).hasMessageContaining("duration");
        assertThat(store.head(CHAT)).isEmpty();
    }

    @Test
    void numbersLeftOutAreGivenUp() {
        assertThat(appendTo(CHAT, LIFE, 0, List.of(entry(3, Message.user("a")), entry(7, Message.user("b")))))
                .isEqualTo(Append.ADDED);
        assertThat(store.head(CHAT)).contains(new Head(LIFE, 7, 0, 0, 2));
        assertThat(store.load(CHAT, 3, 10)).extracting(Entry::sequence).containsExactly(7L);
        assertThat(appendTo(CHAT, LIFE, 7, entries(8, 8))).isEqualTo(Append.ADDED);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(3L, 7L, 8L);
    }

    @Test
    void anAppendRepeatedWithItsKeyAddsNothing() {
        assertThat(store.append(CHAT, LIFE, 0, "first", entries(1, 2))).isEqualTo(Append.ADDED);
        assertThat(store.append(CHAT, LIFE, 0, "first", entries(1, 2))).isEqualTo(Append.ALREADY_THERE);
        assertThat(store.append(CHAT, LIFE, 2, "second", entries(3, 3))).isEqualTo(Append.ADDED);
        assertThat(store.append(CHAT, LIFE, 0, "first", entries(1, 2))).isEqualTo(Append.ALREADY_THERE);
        assertThat(store.append(CHAT, "other life", 77, "second", entries(78, 78)))
                .isEqualTo(Append.ALREADY_THERE);
        assertThat(store.append(CHAT, LIFE, 9, "third", entries(10, 10))).isEqualTo(Append.REFUSED);
        assertThat(store.append(CHAT, LIFE, 3, "third", entries(4, 4)))
                .as("one that was refused is not there")
                .isEqualTo(Append.ADDED);
        assertThat(store.append("other", LIFE, 0, "first", entries(1, 1))).isEqualTo(Append.ADDED);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 2L, 3L, 4L);
        store.replaceAfter(CHAT, head(LIFE, 4, 0), 0, "life-2", List.of());
        assertThat(store.append(CHAT, "life-2", 4, "third", entries(5, 5))).isEqualTo(Append.ALREADY_THERE);
        store.delete(CHAT);
        assertThat(store.append(CHAT, "life-3", 0, "first", entries(1, 1))).isEqualTo(Append.ADDED);
    }

    @Test
    void remembersTheLastHundredKeys() {
        for (int i = 1; i <= 150; i++) {
            assertThat(store.append(CHAT, LIFE, i - 1, "key " + i, entries(i, i)))
                    .isEqualTo(Append.ADDED);
        }
        for (int i = 51; i <= 150; i++) {
            assertThat(store.append(CHAT, LIFE, 150, "key " + i, entries(151, 151)))
                    .isEqualTo(Append.ALREADY_THERE);
        }
    }

    @Test
    void replacesTheMessagesAfterOneAndGivesTheChatANewLife() {
        append(1, 4);
        assertThat(commit(CHAT, LIFE, 0, record(1, 1))).isTrue();
        assertThat(store.replaceAfter(CHAT, head(LIFE, 3, 1), 2, "life-2", entries(4, 5)))
                .isFalse();
        assertThat(store.replaceAfter(CHAT, head("other life", 4, 1), 2, "life-2", entries(5, 6)))
                .isFalse();
        assertThat(store.replaceAfter("no chat", head(LIFE, 0, 0), 0, "life-2", entries(1, 1)))
                .isFalse();

        assertThat(store.replaceAfter(CHAT, head(LIFE, 4, 1), 2, "life-2", entries(5, 6)))
                .isTrue();

        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 2L, 5L, 6L);
        Head head = store.head(CHAT).orElseThrow();
        assertThat(head).isEqualTo(new Head("life-2", 6, 1, head.revision(), 4));
        assertThat(head.revision()).as("messages are gone").isNotZero();
        assertThat(store.current(CHAT)).contains(record(1, 1));
        assertThat(appendTo(CHAT, LIFE, 6, entries(7, 7))).isEqualTo(Append.REFUSED);
        assertThat(store.replaceAfter(CHAT, head, 1, "life-3", List.of())).isTrue();
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L);
        assertThat(appendTo(CHAT, "life-3", 6, entries(7, 7))).isEqualTo(Append.ADDED);
    }

    @Test
    void replacesNothingAfterErasureOrCommit() {
        append(1, 4);
        Head begun = store.head(CHAT).orElseThrow();
        store.erase(CHAT, 3);
        Head erased = store.head(CHAT).orElseThrow();
        assertThat(store.replaceAfter(CHAT, begun, 2, "life-2", entries(5, 6))).isFalse();
        assertThat(commit(CHAT, LIFE, 0, record(1, 1))).isTrue();
        Head kept = store.head(CHAT).orElseThrow();
        assertThat(store.replaceAfter(CHAT, erased, 2, "life-2", entries(5, 6))).isFalse();
        assertThat(store.head(CHAT)).contains(kept);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 2L, 4L);
        assertThat(store.replaceAfter(CHAT, kept, 2, "life-2", entries(5, 6))).isTrue();
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 2L, 5L, 6L);
    }

    @Test
    void forgetsEverythingOfADeletedConversation() {
        append(1, 2);
        commit(CHAT, LIFE, 0, record(1, 1));
        store.tryLease(CHAT, "a", MINUTE);
        assertThat(store.delete(CHAT)).isTrue();
        assertThat(store.delete(CHAT)).isFalse();
        assertThat(store.head(CHAT)).isEmpty();
        assertThat(store.history(CHAT)).isEmpty();
        assertThat(commit(CHAT, LIFE, 1, record(2, 2))).isFalse();
        assertThat(commit(CHAT, LIFE, 0, record(1, 1))).isFalse();
        append(1, 1);
        assertThat(store.tryLease(CHAT, "b", MINUTE)).isPresent();
    }

    @Test
    void deletesConversationOnlyInExpectedState() {
        append(1, 3);
        commit(CHAT, LIFE, 0, record(1, 1));
        Head begun = store.head(CHAT).orElseThrow();
        store.erase(CHAT, 2);
        assertThat(store.deleteIf(CHAT, begun)).isFalse();
        Head erased = store.head(CHAT).orElseThrow();
        commit(CHAT, LIFE, 1, record(2, 2));
        assertThat(store.deleteIf(CHAT, erased)).isFalse();
        Head kept = store.head(CHAT).orElseThrow();
        appendTo(CHAT, LIFE, 3, entries(4, 4));
        assertThat(store.deleteIf(CHAT, kept)).isFalse();
        Head added = store.head(CHAT).orElseThrow();
        assertThat(store.load(CHAT, 0, 10)).hasSize(3);
        assertThat(store.deleteIf(CHAT, added)).isTrue();
        assertThat(store.deleteIf(CHAT, added)).isFalse();
        assertThat(store.head(CHAT)).isEmpty();
        assertThat(store.history(CHAT)).isEmpty();
        assertThat(store.conversations(null, 10)).doesNotContain(CHAT);
        assertThat(appendTo(CHAT, "life-2", 0, entries(1, 1))).isEqualTo(Append.ADDED);
        assertThat(store.deleteIf(CHAT, added)).isFalse();
    }

    @Test
    void aConversationBegunAgainHasNothingToDoWithTheOneBefore() {
        append(1, 2);
        store.delete(CHAT);
        assertThat(appendTo(CHAT, "life-2", 0, entries(1, 1))).isEqualTo(Append.ADDED);
        assertThat(commit(CHAT, LIFE, 0, record(1, 1))).isFalse();
        assertThat(appendTo(CHAT, LIFE, 1, entries(2, 2))).isEqualTo(Append.REFUSED);
        assertThat(store.head(CHAT)).contains(head("life-2", 1, 0));
    }

    @Test
    void erasesOneMessageAndKeepsItsNumberFree() {
        append(1, 3);
        assertThat(store.erase(CHAT, 2)).isTrue();
        Head erased = store.head(CHAT).orElseThrow();
        assertThat(erased).isEqualTo(new Head(LIFE, 3, 0, erased.revision(), 2));
        assertThat(erased.revision()).isNotZero();
        assertThat(store.erase(CHAT, 2)).isFalse();
        assertThat(store.erase(CHAT, 4)).isFalse();
        assertThat(store.erase(CHAT, 0)).isFalse();
        assertThat(store.erase(CHAT, -1)).isFalse();
        assertThat(store.head(CHAT)).contains(erased);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 3L);
        assertThat(store.erase(CHAT, 3)).isTrue();
        assertThat(store.head(CHAT).orElseThrow().revision()).isNotIn(0L, erased.revision());
        assertThat(appendTo(CHAT, LIFE, 3, entries(4, 4))).isEqualTo(Append.ADDED);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 4L);
    }

    @Test
    void conversationWithoutMessagesStillExists() {
        append(1, 1);
        store.erase(CHAT, 1);
        Optional<Head> head = store.head(CHAT);
        assertThat(head).isPresent();
        assertThat(head.orElseThrow().messages()).isZero();
        assertThat(appendTo(CHAT, LIFE, 1, entries(2, 2))).isEqualTo(Append.ADDED);
    }

    @Test
    void keepsConversationsApart() {
        append(1, 1);
        assertThat(appendTo("other", "x", 0, entries(1, 2))).isEqualTo(Append.ADDED);
        store.delete(CHAT);
        assertThat(store.head("other")).contains(head("x", 2, 0));
    }

    @Test
    void losesAndDoublesNothingWhenManyThreadsAppend() throws Exception {
        int threads = 8;
        int each = 50;
        inParallel(threads, number -> {
            for (int i = 0; i < each; i++) {
                appendAtEnd(number + "/" + i);
            }
        });
        List<Entry> all = store.load(CHAT, 0, 10_000);
        assertThat(all).hasSize(threads * each);
        assertThat(all).extracting(entry -> entry.message().text()).doesNotHaveDuplicates();
        assertThat(all.get(all.size() - 1).sequence()).isEqualTo(all.size());
    }

    @Test
    void behavesLikeASimpleModelUnderRandomUse() {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("SessionStoreContract seed " + seed);
        StoreModel model = new StoreModel(store, clock, new Random(seed));
        for (int step = 0; step < 500; step++) {
            model.step(step);
        }
    }
}
