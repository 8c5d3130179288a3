package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Overview;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looking at chats changes nothing of them. */
class InspectionTest {
    private final SessionStore store = SessionStore.inMemory();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(2_000))
            .userOf(chat -> "user of " + chat)
            .store(store)
            .build();
    private final Inspection inspection = compressor.inspection();

    private Conversation chat(String id, int turns) {
        Conversation chat = compressor.conversation(id);
        for (int i = 0; i < turns; i++) {
            chat.append(
                    Message.user(
                            "Question " + i + ": when does order " + (1_000 + i) + " arrive? " + "word ".repeat(20)),
                    Message.assistant("On day " + i + "."));
        }
        return chat;
    }

    @Test
    void viewIsWhatTheNextCallIsSent() {
        Conversation chat = chat("a", 5);
        View before = inspection.view(chat);
        var stats = chat.status().stats();
        chat.append(Message.user("And the last one?"));
        View looked = inspection.view(chat);
        View sent = chat.view();

        assertThat(before.messages()).as("with the note on compressed memory").hasSize(11);
        assertThat(looked.messages()).isEqualTo(sent.messages());
        assertThat(looked.parts()).isEqualTo(sent.parts());
        assertThat(looked.tokens()).isEqualTo(sent.tokens());
        assertThat(stats.sentTokens()).as("looking is not sending").isZero();
    }

    @Test
    void statusOfAChatNotAtHandIsRead() {
        Conversation chat = chat("a", 5);
        chat.compress();
        Status known = chat.status();
        SessionCompressor other = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000))
                .store(store)
                .build();

        Status read = other.inspection().status("a").orElseThrow();

        assertThat(read.contextTokens()).isEqualTo(known.contextTokens());
        assertThat(read.boundary()).isEqualTo(known.boundary()).isPositive();
        assertThat(read.stats().messagesTotal()).isEqualTo(read.messages()).isEqualTo(10);
        assertThat(read.stats().messagesActive()).isEqualTo(read.activeMessages());
        assertThat(other.stats().messagesTotal()).as("not taken up").isZero();
        assertThat(inspection.status("none")).isEmpty();
        assertThat(store.head("none")).isEmpty();
    }

    @Test
    void readsListedChatAgainOnlyAfterAChange() {
        Conversation chat = chat("a", 5);
        List<String> asked = new ArrayList<>();
        SessionCompressor other = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000))
                .store(WatchedStore.of(store, call -> {
                    asked.add(call.name());
                    return call.proceed();
                }))
                .build();
        Inspection elsewhere = other.inspection();

        Status read = elsewhere.status(elsewhere.overviews(null, 1).get(0));
        assertThat(read.contextTokens()).isEqualTo(chat.status().contextTokens());
        asked.removeIf("overviews"::equals);
        assertThat(asked).as("in few round trips").containsExactly("head", "load", "counters");
        asked.clear();
        assertThat(elsewhere.status(elsewhere.overviews(null, 1).get(0))).isEqualTo(read);
        assertThat(asked).containsOnly("overviews");

        chat.compress();
        Status compressed = elsewhere.status(elsewhere.overviews(null, 1).get(0));
        assertThat(compressed.contextTokens()).isEqualTo(chat.status().contextTokens());
        assertThat(compressed.stateTokens()).isPositive();
        assertThat(other.stats().messagesTotal()).as("not taken up").isZero();
        Overview listed = inspection.overviews(null, 1).get(0);
        assertThat(inspection.status(listed).state())
                .as("at hand: its own status")
                .isPresent();
    }

    @Test
    void overviewsLeaveEarlierSessionsOut() {
        chat("b", 1).sessions().startNew();
        chat("a", 1);
        chat("c", 1);

        assertThat(inspection.overviews(null, 2))
                .extracting(Overview::conversationId)
                .containsExactly("a", "b");
        assertThat(inspection.overviews("b", 2))
                .extracting(Overview::conversationId)
                .containsExactly("c");
        assertThat(inspection.overviews(null, 2).get(0).writtenAt()).isNotNull();
    }

    @Test
    void readsEntriesAndUser() {
        Conversation chat = chat("a", 5);

        assertThat(inspection.entries(chat, 3, 2))
                .extracting(it -> it.sequence())
                .containsExactly(4L, 5L);
        assertThat(inspection.userOf("a").orElseThrow().facts()).isEmpty();
        assertThat(inspection.policy("a").contextWindow()).isEqualTo(2_000);
    }

    @Test
    void listenerIsToldUntilRemoved() {
        List<CompressionEvent> told = new ArrayList<>();
        CompressionListener listener = told::add;
        inspection.addListener(listener);
        Conversation chat = chat("a", 5);
        chat.compress();
        int count = told.size();
        inspection.removeListener(listener);
        chat("b", 5).compress();

        assertThat(count).isPositive();
        assertThat(told).hasSize(count);
    }

    @Test
    void isOneForACompressor() {
        assertThat(compressor.inspection())
                .as("what it read of listed chats is kept for the next page")
                .isSameAs(inspection);
    }

    @Test
    void returnsNotedFindings() {
        assertThat(inspection.findings()).isEmpty();
        inspection.note(Inspection.Finding.CLIENT_WITH_OTHER_MEMORY);
        assertThat(inspection.findings()).containsExactly(Inspection.Finding.CLIENT_WITH_OTHER_MEMORY);
    }

    @Test
    void findsStoreThatLosesRecords() {
        SessionStore lists =
                WatchedStore.of(store, call -> call.name().equals("keepsRecords") ? false : call.proceed());

        assertThat(SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(2_000))
                        .store(lists)
                        .build()
                        .inspection()
                        .findings())
                .containsExactly(Inspection.Finding.LISTS_WITHOUT_SIDE_STORE);
    }
}
