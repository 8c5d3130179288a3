package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole chats whose messages are kept in a framework's own store. */
class ConversationOverListsTest extends ConversationListsFixture {
    private Conversation chat(FrameworkLists lists) {
        return chat(FrameworkLists.over(lists));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aRestartChangesNoByteOfTheView(Kind kind) {
        FrameworkLists lists = new FrameworkLists(kind);
        Invariants chat = new Invariants(chat(lists), POLICY);
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < 60; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
        chat.append(Chats.question(60, 30));
        View before = chat.view();
        assertThat(before.compressions()).isGreaterThan(2);

        Conversation again = chat(lists.inAnotherProcess());
        View after = again.view();
        assertThat(said(after.messages())).isEqualTo(said(before.messages()));
        assertThat(after.tokens()).isEqualTo(before.tokens());
        assertThat(said(again.transcript())).isEqualTo(said(chat.transcript()));

        List<Message> transcript = new ArrayList<>(chat.transcript());
        for (int i = 60; i < 120; i++) {
            again.append(Chats.answer(i, 30));
            again.append(Chats.question(i + 1, 30));
            transcript.add(Chats.answer(i, 30));
            transcript.add(Chats.question(i + 1, 30));
            ValidSequence.check(again.view().messages());
        }
        assertThat(again.view().compressions()).isGreaterThan(1);
        assertThat(said(again.transcript())).isEqualTo(said(transcript));
        assertThat(lists.stored("chat").stream().filter(said -> StateEnvelope.holds(said.text())))
                .as("one state stands in the list")
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void toolCallsSurviveLossyStoreInSameProcess(Kind kind) {
        FrameworkLists lists = new FrameworkLists(kind);
        Invariants chat = new Invariants(chat(lists), POLICY);
        for (int i = 0; i < 30; i++) {
            for (Message message : Chats.toolTurn(i, 60)) {
                chat.append(message);
                chat.view();
            }
        }
        assertThat(chat.view().compressions()).isPositive();
        Conversation again = chat(lists.inAnotherProcess());
        for (int i = 30; i < 40; i++) {
            again.append(Chats.toolTurn(i, 60));
            ValidSequence.check(again.view().messages());
        }
    }

    @Test
    void aRestartInsideALongTurnKeepsTheQuestionInTheView() {
        FrameworkLists lists = new FrameworkLists(Kind.LIVE);
        Conversation chat = chat(lists);
        chat.append(Message.system(Chats.SYSTEM), Chats.question(0, 10));
        int compared = 0;
        for (int i = 0; i < 40; i++) {
            chat.append(Chats.round(i, 100));
            Optional<CompressionRecord> saved = chat.record();
            List<Message> before = chat.view().messages();
            // A compression that came with the view waits for the next message, and would be lost.
            if (chat.record().equals(saved)) {
                assertThat(said(afterRestart(lists))).isEqualTo(said(before));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(10);
        assertThat(chat.view().messages()).contains(Chats.question(0, 10));
        assertThat(chat.record().orElseThrow().boundary()).isGreaterThan(20);
        chat.append(Chats.answer(0, 10), Chats.question(1, 10));
        List<Message> last = chat.view().messages();
        Conversation again = chat(lists.inAnotherProcess());
        assertThat(said(again.view().messages()))
                .as("what came with the view comes with the first view of another process")
                .isEqualTo(said(last));
    }

    private static List<Message> afterRestart(FrameworkLists lists) {
        SessionStore store = FrameworkLists.over(lists.inAnotherProcess());
        return Peek.at(POLICY, store, "chat");
    }

    @Test
    void anAppendedBatchIsReadOnceAndWrittenOnce() {
        FrameworkLists lists = new FrameworkLists(Kind.LIVE);
        Conversation chat = chat(lists);
        for (int i = 1; i <= 10; i++) {
            chat.append(List.of(Chats.answer(i, 5), Chats.question(i, 5)));
            assertThat(lists.loads()).isEqualTo(i);
            assertThat(lists.saves()).isEqualTo(i);
        }
    }

    @Test
    void twoCompressorsOverOneStoreLoseNothingOfEachOther() throws Exception {
        FrameworkLists lists = new FrameworkLists(Kind.LIVE);
        int threads = 8;
        int turns = 10;
        List<Conversation> chats = List.of(chat(lists), chat(lists));
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> futures = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int base = t * turns;
            futures.add(pool.submit(() -> {
                for (int i = base; i < base + turns; i++) {
                    chats.get(i % 2).append(Chats.turn(i, 30));
                    chats.get(i % 2).view();
                }
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < threads * turns; i++) {
            expected.addAll(said(Chats.turn(i, 30)));
        }
        for (Conversation chat : chats) {
            assertThat(said(chat.transcript())).hasSize(expected.size()).containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(said(chats.get(0).view().messages()))
                .isEqualTo(said(chats.get(1).view().messages()));
        assertThat(chats.get(0).record()).isPresent().isEqualTo(chats.get(1).record());
    }

    @Test
    void continuesExistingFrameworkList() {
        FrameworkLists lists = new FrameworkLists(Kind.LIVE);
        List<Message> before = new ArrayList<>(List.of(Message.system(Chats.SYSTEM)));
        for (int i = 0; i < 60; i++) {
            before.addAll(Chats.turn(i, 30));
        }
        List<Said> kept = FrameworkLists.said(before);
        lists.store("chat", kept);
        Conversation chat = chat(lists);
        chat.append(Chats.question(60, 30));
        View view = chat.view();
        assertThat(view.tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        assertThat(view.stateTokens()).isPositive();
        assertThat(lists.stored("chat"))
                .as("a compression saves no list")
                .containsAll(kept)
                .hasSize(kept.size() + 1);
        chat.append(Chats.answer(60, 30));
        assertThat(lists.stored("chat")).containsAll(kept).hasSize(kept.size() + 4);
    }
}
