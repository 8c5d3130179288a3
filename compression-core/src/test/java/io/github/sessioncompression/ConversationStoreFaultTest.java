package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.model.ScriptedModel;
import org.junit.jupiter.api.Test;

/** A store that fails: the chat goes on with what is known. */
class ConversationStoreFaultTest extends FaultFixture {
    @Test
    void goesOnWhenTheStoreRefusesTheCommit() {
        FragileStore store = new FragileStore();
        store.refuseCommits = true;
        Invariants chat = chat(POLICY.withModel(POLICY.model().withContextWindow(100_000)), store);
        for (int i = 0; i < 30; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
        assertThat(chat.view().tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        long discarded = events.stream()
                .filter(CompressionEvent.LateResultDiscarded.class::isInstance)
                .count();
        assertThat(warnings.lines()).hasSize((int) discarded);
        assertThat(model.requests().stream().filter(request -> ScriptedModel.part(request, "correction")
                        .isEmpty()))
                .as("one paid attempt for each, and not one a turn")
                .hasSize((int) discarded);
        assertThat(discarded).isBetween(1L, 20L);
        store.refuseCommits = false;
        for (int i = 31; chat.view().compressions() == 0; i++) {
            chat.append(Chats.turn(i, 30));
            assertThat(i).as("turns until the next attempt").isLessThan(60);
        }
        assertThat(chat.view().leftOut()).isZero();
    }

    @Test
    void reportsAnonymousFailureClassAsUnexpected() {
        FragileStore store = new FragileStore();
        store.refuseLeases = true;
        Invariants chat = chat(POLICY, store);
        assertThat(firstOutcome(chat)).isInstanceOf(Outcome.Failed.class);
        oneWarningWithoutContents();
        assertThat(events)
                .anyMatch(e -> e instanceof CompressionEvent.StageFailed failed
                        && failed.failure().equals("UNEXPECTED"));
    }

    @Test
    void continuesFromMemoryIfStoreIsGone() {
        FragileStore store = new FragileStore();
        Invariants chat = chat(POLICY, store);
        for (int i = 0; i < 12; i++) {
            chat.append(Chats.turn(i, 30));
        }
        View before = chat.view();
        store.gone = true;
        Conversation conversation = open.stream()
                .filter(SessionCompressor.class::isInstance)
                .map(each -> ((SessionCompressor) each).conversation("chat"))
                .findFirst()
                .orElseThrow();
        assertThat(conversation.view().messages()).isEqualTo(before.messages());
        assertThat(warnings.lines()).hasSize(1);
        assertThatThrownBy(() -> conversation.append(Chats.question(40, 5))).isInstanceOf(IllegalStateException.class);
        store.gone = false;
        conversation.append(Chats.question(40, 5));
        chat.transcript().add(Chats.question(40, 5));
        chat.view();
    }
}
