package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyViewTest {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(4_000);

    private final Deque<Runnable> background = new ArrayDeque<>();

    private Conversation chat(CompressionPolicy policy) {
        return chat(policy, SessionStore.inMemory());
    }

    private Conversation chat(CompressionPolicy policy, SessionStore store) {
        return SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(background::add)
                .build()
                .conversation("chat");
    }

    private void runBackground() {
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }

    /** Ends above the trigger and below the hard limit. */
    private static void fill(Conversation chat) {
        for (int i = 0; chat.status().contextTokens() <= SMALL.triggerTokens() + 100; i++) {
            chat.append(Chats.turn(i, 30));
        }
    }

    private static boolean showsState(View view) {
        return view.messages().stream().anyMatch(message -> StateEnvelope.holds(message.text()));
    }

    @Test
    void showsCompressionBetweenTurns() {
        Conversation chat = chat(SMALL);
        fill(chat);
        chat.framework().steadyView();

        runBackground();

        View between = chat.framework().steadyView();
        assertThat(showsState(between)).isTrue();
        chat.append(Chats.question(90, 5));
        assertThat(chat.framework().steadyView().messages())
                .startsWith(between.messages().toArray(Message[]::new));
    }

    @Test
    void onlyGrowsWithinTurnDuringCompression() {
        Conversation chat = chat(SMALL);
        fill(chat);
        List<Message> expected = new ArrayList<>(chat.framework().steadyView().messages());
        List<Message> turn = List.of(
                Chats.question(90, 5),
                Message.assistant("", List.of(new ToolCall("a", "stock", "{}"))),
                Message.toolResult("a", "stock", "3 left"));
        for (int i = 0; i < turn.size(); i++) {
            chat.append(turn.get(i));
            if (i == 1) {
                runBackground();
                assertThat(chat.record()).isPresent();
            }
            expected.add(turn.get(i));
            assertThat(chat.framework().steadyView().messages()).isEqualTo(expected);
        }

        chat.append(Message.assistant("Three."));

        View after = chat.framework().steadyView();
        assertThat(showsState(after)).isTrue();
        ValidSequence.check(after.messages());
    }

    @Test
    void onlyGrowsBehindSystemMessageWithinTurn() {
        Conversation chat = chat(SMALL);
        fill(chat);
        chat.append(Chats.question(90, 5));
        List<Message> expected = new ArrayList<>(chat.framework().steadyView().messages());
        runBackground();
        assertThat(chat.record()).isPresent();

        chat.append(Message.system("Answer in one word."));

        assertThat(chat.framework().steadyView().messages())
                .startsWith(expected.toArray(Message[]::new))
                .hasSize(expected.size() + 1);
    }

    @Test
    void givesWayWithinATurnAboveTheHardLimit() {
        Conversation chat = chat(SMALL);
        fill(chat);
        chat.framework().steadyView();
        chat.append(Chats.question(90, 5), Message.assistant("", List.of(new ToolCall("a", "stock", "{}"))));
        runBackground();
        chat.append(Message.toolResult("a", "stock", "rake ".repeat(900)));

        View view = chat.framework().steadyView();

        assertThat(showsState(view)).isTrue();
        assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
        assertThat(view.messages()).contains(Chats.question(90, 5));
    }

    @Test
    void doesNotWaitAboveTheHardLimit() {
        Conversation chat = chat(SMALL);
        for (int i = 0; i < 80; i++) {
            chat.append(Chats.turn(i, 30));
        }

        View view = chat.framework().steadyView();

        assertThat(chat.status().stats().compressions()).isZero();
        assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
        assertThat(view.leftOut()).isPositive();
        runBackground();
        chat.append(Chats.turn(90, 5));
        assertThat(chat.framework().steadyView().leftOut()).isZero();
    }

    @Test
    void waitsForCompressionInSyncMode() {
        Conversation chat = chat(SMALL.withExecution(Execution.SYNC));
        fill(chat);

        assertThat(showsState(chat.framework().steadyView())).isTrue();
        assertThat(background).isEmpty();
    }

    @Test
    void showsManualCompressionAtOnce() {
        Conversation chat = chat(CompressionPolicy.forWindow(100_000));
        fill(chat);
        chat.framework().steadyView();

        chat.compress();

        assertThat(showsState(chat.framework().steadyView())).isTrue();
    }

    @Test
    void showsRollbackAtOnceWithinTurn() {
        Conversation chat = chat(CompressionPolicy.forWindow(100_000));
        fill(chat);
        chat.compress();
        long first = chat.record().orElseThrow().version();
        fill(chat);
        chat.compress();
        chat.append(Chats.question(90, 5), call("a"), Message.toolResult("a", "stock", "3 left"));
        List<Message> before = chat.framework().steadyView().messages();
        chat.rollback(first);
        assertThat(chat.framework().steadyView().messages())
                .isEqualTo(chat.view().messages())
                .isNotEqualTo(before);
    }

    @Test
    void beginsAnewAfterClear() {
        Conversation chat = chat(SMALL);
        fill(chat);
        chat.framework().steadyView();
        chat.clear();
        chat.append(Chats.question(1, 5));

        assertThat(chat.framework().steadyView().messages()).hasSize(2).endsWith(Chats.question(1, 5));
    }

    @Test
    void excludesTransientMessagesFromReportedSize() {
        Conversation chat = chat(CompressionPolicy.forWindow(100_000));
        chat.append(Chats.question(1, 5));
        Message retrieved = Message.user("A page about soil. ".repeat(1_000));
        ModelCall call = Calls.call(chat, retrieved);

        int counted = chat.tokens(call.messages());
        call.answered(Usage.of(counted + 100, 5));

        assertThat(chat.status().contextTokens())
                .isBetween(chat.view().tokens(), chat.view().tokens() + 400)
                .isLessThan(counted / 2);
    }

    @Test
    void countsMessagesAddedBeforeReportOnce() {
        Conversation chat = chat(CompressionPolicy.forWindow(100_000));
        chat.append(Chats.turn(1, 30));
        ModelCall call = Calls.call(chat, Chats.question(2, 30));
        chat.append(Chats.question(2, 30));

        call.answered(Usage.of(5_000, 5));

        assertThat(chat.status().contextTokens()).isEqualTo(5_000);
    }

    @Test
    void showsResultAddedElsewhereAfterCompression() {
        SessionStore store = SessionStore.inMemory();
        Conversation here = chat(SMALL, store);
        Conversation there = chat(SMALL, store);
        for (int i = 0; i < 8; i++) {
            there.append(Chats.turn(i, 10));
        }
        here.append(Chats.question(90, 5), call("a"), Message.toolResult("a", "stock", "3 left"));
        List<Message> expected = new ArrayList<>(here.framework().steadyView().messages());
        assertThat(there.compress()).isInstanceOf(Outcome.Compressed.class);
        here.append(call("b"));
        there.append(Message.toolResult("b", "stock", "none left"));
        expected.addAll(List.of(call("b"), Message.toolResult("b", "stock", "none left")));

        assertThat(here.framework().steadyView().messages()).isEqualTo(expected);
    }

    private static Message call(String id) {
        return Message.assistant("", List.of(new ToolCall(id, "stock", "{}")));
    }
}
