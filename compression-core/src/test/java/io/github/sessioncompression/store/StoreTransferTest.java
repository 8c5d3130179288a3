package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.SessionStore.Commit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreTransferTest {
    private final SessionStore from = SessionStore.inMemory();
    private final SessionStore to = SessionStore.inMemory();

    private static void chat(SessionStore store, String id) {
        store.append(
                id,
                "life",
                0,
                "key",
                List.of(new Entry(1, Message.user("Which bulbs?"), 3), new Entry(4, Message.assistant("Tulips."), 2)));
    }

    @Test
    void copiesConversationsOnceOnly() {
        for (int i = 0; i < 1_200; i++) {
            chat(from, "chat-" + i);
        }
        CompressionRecord record = CompressionRecord.none("session")
                .replaced(
                        1,
                        List.of(),
                        List.of(),
                        StateDocument.ofTexts(Map.of("logos", List.of("bulbs"))),
                        Instant.EPOCH);
        from.commit("chat-7", Commit.of("life", 0, record));
        assertThat(StoreTransfer.copy(from, to)).isEqualTo(new StoreTransfer.Result(1_200, 0, 0, List.of()));
        assertThat(to.conversations(null, 10_000)).isEqualTo(from.conversations(null, 10_000));
        assertThat(to.load("chat-1199", 0, 9)).isEqualTo(from.load("chat-1199", 0, 9));
        assertThat(to.current("chat-7")).contains(record);
        to.append(
                "chat-7",
                to.head("chat-7").orElseThrow().incarnation(),
                4,
                "later",
                List.of(new Entry(5, Message.user("?"), 1)));
        assertThat(StoreTransfer.copy(from, to)).isEqualTo(new StoreTransfer.Result(0, 1_200, 0, List.of()));
        assertThat(to.load("chat-7", 0, 9)).hasSize(3);
    }

    @Test
    void copiesOthersAndNamesFailedConversation() {
        chat(from, "a");
        chat(from, "b");
        SessionStore damaged = WatchedStore.of(from, call -> {
            if (call.name().equals("load") && call.isOf("a")) {
                throw new IllegalStateException("row 3 is damaged");
            }
            return call.proceed();
        });
        try (Warnings warnings = new Warnings()) {
            assertThat(StoreTransfer.copy(damaged, to, List.of("a", "b", "c")))
                    .isEqualTo(new StoreTransfer.Result(1, 0, 1, List.of("a")));
            assertThat(warnings.lines()).singleElement().asString().contains("Conversation a", "IllegalStateException");
        }
        assertThat(to.conversations(null, 10)).containsExactly("b");
    }

    private static List<String> texts(SessionStore store, String id) {
        return store.load(id, 0, 99).stream()
                .map(entry -> entry.message().text())
                .toList();
    }

    private static void add(SessionStore store, String id, String text) {
        SessionStore.Head head = store.head(id).orElseThrow();
        store.append(
                id,
                head.incarnation(),
                head.lastSequence(),
                text,
                List.of(new Entry(head.lastSequence() + 1, Message.user(text), 1)));
    }

    @Test
    void movesConversationWithItsTimes() {
        Instant said = Instant.parse("2025-03-12T09:00:00Z");
        from.append(
                "a", "life", 0, "key", List.of(new Entry(1, Message.user("Hi.").withTimestamp(said), 1)));
        assertThat(StoreTransfer.move(from, to)).isEqualTo(new StoreTransfer.Result(1, 0, 0, List.of()));
        assertThat(to.load("a", 0, 9).get(0).message().timestamp()).isEqualTo(said);
        assertThat(from.head("a")).isEmpty();
    }

    @Test
    void putsMovedMessagesBeforeNewerOnes() {
        chat(from, "a");
        to.append("a", "new", 0, "key", List.of(new Entry(1, Message.user("And now?"), 2)));
        CompressionRecord record = CompressionRecord.none("session")
                .replaced(
                        1, List.of(), List.of(), StateDocument.ofTexts(Map.of("logos", List.of("now"))), Instant.EPOCH);
        to.commit("a", Commit.of("new", 0, record));
        assertThat(StoreTransfer.move(from, to, List.of("a")).copied()).isOne();
        assertThat(texts(to, "a")).containsExactly("Which bulbs?", "Tulips.", "And now?");
        assertThat(to.current("a").orElseThrow().boundary()).isZero();
        assertThat(to.current("a").orElseThrow().injected().isEmpty()).isTrue();
        assertThat(from.head("a")).isEmpty();
    }

    @Test
    void sameSystemPromptAloneMakesNoSameChat() {
        from.append(
                "a",
                "life",
                0,
                "key",
                List.of(new Entry(1, Message.system("Be brief."), 2), new Entry(2, Message.user("Which bulbs?"), 3)));
        to.append(
                "a",
                "new",
                0,
                "key",
                List.of(new Entry(1, Message.system("Be brief."), 2), new Entry(2, Message.user("And now?"), 2)));
        assertThat(StoreTransfer.move(from, to, List.of("a")).copied()).isOne();
        assertThat(texts(to, "a")).containsExactly("Be brief.", "Which bulbs?", "And now?");
    }

    @Test
    void addsMessagesSavedAfterAnEarlierTransfer() {
        chat(from, "a");
        StoreTransfer.copy(from, to);
        add(from, "a", "Late.");
        add(to, "a", "New.");
        assertThat(StoreTransfer.move(from, to).copied()).isOne();
        assertThat(texts(to, "a")).containsExactly("Which bulbs?", "Tulips.", "New.", "Late.");
    }

    @Test
    void deletesNothingThatCameDuringTheMove() {
        chat(from, "a");
        SessionStore busy = WatchedStore.of(from, call -> {
            Object answer = call.proceed();
            if (call.name().equals("counters")) {
                add(from, "a", "Late.");
            }
            return answer;
        });
        assertThat(StoreTransfer.move(busy, to).copied()).isOne();
        assertThat(texts(from, "a")).contains("Late.");
        assertThat(StoreTransfer.move(from, to).alreadyThere()).isOne();
        assertThat(texts(to, "a")).containsExactly("Which bulbs?", "Tulips.", "Late.");
        assertThat(from.head("a")).isEmpty();
    }

    @Test
    void joinsConversationThatOthersChangeMeanwhile() {
        chat(from, "a");
        to.append("a", "new", 0, "key", List.of(new Entry(1, Message.user("And now?"), 2)));
        int[] left = {2};
        SessionStore busy = WatchedStore.of(to, call -> {
            if (call.name().equals("replaceAfter") && left[0]-- > 0) {
                add(to, "a", "Meanwhile " + left[0]);
            }
            return call.proceed();
        });
        assertThat(StoreTransfer.move(from, busy).copied()).isOne();
        assertThat(texts(to, "a")).containsExactly("Which bulbs?", "Tulips.", "And now?", "Meanwhile 1", "Meanwhile 0");
    }
}
