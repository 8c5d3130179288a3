package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConversationTest {
    private static final CompressionPolicy SMALL =
            Policies.early(4_000).withState(StateOptions.defaults().withMaxTokens(1_000));

    private final SessionStore store = SessionStore.inMemory();
    private SessionCompressor compressor = compressor(SMALL);

    private SessionCompressor compressor(CompressionPolicy policy) {
        return SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(Runnable::run)
                .build();
    }

    @AfterEach
    void close() {
        compressor.close();
    }

    private Invariants chat(CompressionPolicy policy) {
        compressor = compressor(policy);
        return new Invariants(compressor.conversation("chat"), policy);
    }

    private static void fill(Invariants chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
    }

    @Test
    void showsAShortChatAsItIsUnderTheAwarenessBlock() {
        Invariants chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM), Chats.question(1, 5));
        View view = chat.view();
        assertThat(view.messages()).hasSize(2);
        assertThat(view.messages().get(0).text()).startsWith(Chats.SYSTEM);
        assertThat(view.messages().get(1)).isEqualTo(Chats.question(1, 5));
        assertThat(view.outcome().label()).isEqualTo("unchanged");
        assertThat(view.stateTokens()).isZero();
    }

    @Test
    void compressesTheOlderPartOnceTheTriggerIsReached() {
        Invariants chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        fill(chat, 0, 60);
        View view = chat.view();
        assertThat(view.compressions()).isGreaterThan(2);
        assertThat(view.messages().get(1).role()).isEqualTo(Role.USER);
        assertThat(view.messages().get(1).text())
                .startsWith("<session_state version=\"1\">")
                .endsWith("</session_state>");
        assertThat(view.messages().get(2)).isEqualTo(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
        assertThat(view.messages().get(3).role()).isEqualTo(Role.USER);
        assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.triggerTokens());
    }

    @Test
    void bringsTheContextDownToTheTarget() {
        Invariants chat =
                chat(Policies.early(8_000).withState(StateOptions.defaults().withMaxTokens(1_200)));
        fill(chat, 0, 45);
        Outcome.Compressed compressed = null;
        for (int i = 45; compressed == null; i++) {
            chat.append(Chats.question(i, 30));
            if (chat.view().outcome() instanceof Outcome.Compressed now) {
                compressed = now;
            }
            chat.append(Chats.answer(i, 30));
        }
        assertThat(compressed.tokensAfter()).isLessThanOrEqualTo(3_200);
        assertThat(compressed.tokensBefore()).isGreaterThan(5_600);
    }

    @Test
    void compressesAfterAnswerForNextCall() {
        Invariants chat = chat(SMALL);
        int i = 0;
        while (compressor.conversation("chat").record().isEmpty()) {
            chat.append(Chats.question(i, 30));
            chat.append(Chats.answer(i++, 30));
        }
        assertThat(chat.view().outcome()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void waitsForTheCallInSyncMode() {
        CompressionPolicy policy = SMALL.withExecution(Execution.SYNC);
        Invariants chat = chat(policy);
        fill(chat, 0, 60);
        for (int i = 60; i < 90; i++) {
            chat.append(Chats.question(i, 30));
            assertThat(chat.view().tokens()).isLessThanOrEqualTo(policy.triggerTokens());
            chat.append(Chats.answer(i, 30));
        }
    }

    @Test
    void compressesAfterJumpOverHardLimit() {
        Invariants chat = chat(SMALL);
        fill(chat, 0, 18);
        chat.append(Chats.question(18, 700));
        View view = chat.view();
        assertThat(view.outcome()).isInstanceOf(Outcome.Compressed.class);
        assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
    }

    @Test
    void dropsStateBeforeCurrentTurnThenReportsOverBudget() {
        Invariants chat = chat(SMALL);
        fill(chat, 0, 30);
        chat.append(Chats.question(30, 1_900));
        View tight = chat.view();
        assertThat(tight.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
        chat.append(Chats.answer(30, 10));
        chat.append(Message.system("Never dig. ".repeat(1_200)), Chats.question(31, 10));
        View over = chat.view();
        assertThat(over.outcome()).isEqualTo(new Outcome.OverBudget(over.tokens(), SMALL.hardLimitTokens()));
        assertThat(over.stateTokens()).isZero();
    }

    @Test
    void shortensMessageTooLargeForWindow() {
        Invariants chat = chat(SMALL);
        fill(chat, 0, 10);
        chat.append(Chats.question(30, 200_000).withId("pasted"));
        View view = chat.view();
        assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
        chat.append(Chats.answer(30, 10));
        chat.append(Chats.question(31, 10));
        assertThat(chat.view().tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
    }

    @Test
    void relievesALongToolTurnFromInside() {
        Invariants chat = chat(SMALL);
        chat.append(Chats.question(0, 10));
        for (int i = 0; i < 12; i++) {
            List<Message> turn = Chats.toolTurn(i, 150);
            chat.append(turn.subList(1, 4));
            assertThat(chat.view().tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
        }
        assertThat(chat.view().compressions()).isPositive();
    }

    @Test
    void prunesOversizedResultsOfCurrentTurn() {
        Invariants chat = chat(SMALL);
        chat.append(Chats.question(0, 10));
        for (int i = 0; i < 6; i++) {
            List<Message> turn = Chats.toolTurn(i, 2_500);
            chat.append(turn.subList(1, 4));
            assertThat(chat.view().tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
        }
        assertThat(chat.view().prunedResults()).isPositive();
    }

    @Test
    void keepsLateSystemMessageOfCompressedPart() {
        Invariants chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        fill(chat, 0, 5);
        chat.append(Message.system("From now on, answer in French."));
        fill(chat, 5, 70);
        assertThat(chat.view().messages().get(1)).isEqualTo(Message.system("From now on, answer in French."));
    }

    @Test
    void addsTheSameSystemMessageOnlyOnce() {
        Invariants chat = chat(SMALL);
        for (int i = 0; i < 5; i++) {
            chat.append(Message.system(Chats.SYSTEM), Chats.question(i, 5), Chats.answer(i, 5));
        }
        assertThat(chat.view().messages()).hasSize(11);
    }

    @Test
    void storesNoSystemMessageThatViewsMake() {
        Invariants chat = chat(SMALL);
        Conversation conversation = compressor.conversation("chat");
        chat.append(Chats.question(0, 5));
        conversation.append(chat.view().messages().get(0));
        assertThat(conversation.transcript()).hasSize(1);
        chat.append(Message.system(Chats.SYSTEM));
        String shown = SMALL.state().appendAwareness("Be kind.");
        conversation.append(
                Message.system(SMALL.state().appendAwareness(Chats.SYSTEM)),
                Message.system(shown),
                Message.system(shown));
        assertThat(conversation.entries()).hasSize(3);
        Entry stored = conversation.entries().get(2);
        assertThat(stored.message()).isEqualTo(Message.system("Be kind."));
        assertThat(stored.tokens()).isEqualTo(conversation.tokens(List.of(stored.message())));
    }

    @Test
    void compressesOnRequestEverythingButTheCurrentTurn() {
        Invariants chat = chat(Policies.early(128_000));
        fill(chat, 0, 20);
        Outcome outcome = compressor.conversation("chat").compress(Focus.on("order 1003"));
        assertThat(outcome).isInstanceOf(Outcome.Compressed.class);
        View view = chat.view();
        assertThat(view.messages()).hasSize(5);
        assertThat(view.messages().get(1).text()).contains("1003");
        assertThat(view.messages().subList(3, 5)).isEqualTo(Chats.turn(19, 30));
        assertThat(compressor.conversation("chat").compress())
                .isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN));
    }

    @Test
    void doesNothingWhileSwitchedOffAndGoesOnWhenSwitchedOn() {
        Conversation conversation = compressor.conversation("chat");
        conversation.enabled(false);
        for (int i = 0; i < 60; i++) {
            conversation.append(Chats.turn(i, 30));
        }
        assertThat(conversation.view().messages()).hasSize(120);
        assertThat(conversation.status().enabled()).isFalse();
        try (SessionCompressor other = compressor(SMALL)) {
            assertThat(other.conversation("chat").status().enabled()).isFalse();
        }
        conversation.enabled(true);
        assertThat(conversation.view().tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
    }

    @Test
    void continuesInAnotherProcess() {
        Invariants chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        fill(chat, 0, 60);
        View here = chat.view();
        try (SessionCompressor other = compressor(SMALL)) {
            Conversation there = other.conversation("chat");
            assertThat(there.view().messages()).isEqualTo(here.messages());
            there.append(Chats.turn(60, 30));
            chat.transcript().addAll(Chats.turn(60, 30));
            assertThat(chat.view().messages()).isEqualTo(there.view().messages());
        }
    }

    @Test
    void forgetsEverythingWhenCleared() {
        Invariants chat = chat(SMALL);
        fill(chat, 0, 60);
        Conversation conversation = compressor.conversation("chat");
        conversation.clear();
        conversation.clear();
        assertThat(conversation.transcript()).isEmpty();
        assertThat(conversation.record()).isEmpty();
        assertThat(conversation.status().messages()).isZero();
        assertThat(conversation.view().messages()).hasSize(1);
        conversation.append(Chats.question(1, 5));
        View view = conversation.view();
        assertThat(view.messages()).hasSize(2);
        assertThat(view.stateTokens()).isZero();
    }

    @Test
    void believesTheProviderAboutTheSizeOfARequest() {
        Invariants chat = chat(SMALL);
        Conversation conversation = compressor.conversation("chat");
        fill(chat, 0, 8);
        chat.append(Chats.question(8, 30));
        View view = chat.view();
        assertThat(view.outcome()).isInstanceOf(Outcome.Unchanged.class);
        conversation.framework().reportUsage(Usage.of(SMALL.triggerTokens() + 100L, 50));
        assertThat(chat.view().outcome()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void countsQuestionSentByFrameworkOnce() {
        Invariants chat = chat(SMALL);
        fill(chat, 0, 8);
        Conversation conversation = compressor.conversation("chat");
        chat.view();
        chat.append(Chats.question(8, 200));
        int size = conversation.status().contextTokens();
        conversation.framework().reportUsage(new Usage(size, 0, 0, 50, 7));
        assertThat(conversation.status().contextTokens()).isEqualTo(size);
        assertThat(conversation.status().stats().chatUsage()).isEqualTo(new ModelUse(1, size, 57, 0, 0));
    }
}
