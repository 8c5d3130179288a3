package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.context.Recipe;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.token.ContextMeter;
import io.github.sessioncompression.token.Usage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Edits, erasure and usage reports leave no outdated data behind. */
class ConversationEditsTest {
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is, since noon.");
    private static final StateDocument STATE = SizedChat.state(0, 3);

    @AutoClose
    private final SizedChat chat = new SizedChat(SizedChat.POLICY);

    private final ConversationEdits upkeep = new ConversationEdits(chat.workings);
    private int appends;

    private void append(Message... messages) {
        upkeep.append(List.of(messages), "append " + ++appends);
    }

    private int size() {
        return chat.chat.shown().size();
    }

    @Test
    void storesSwitchWithFirstMessage() {
        chat.chat.enable(false, Instant.EPOCH);

        append(ASKED);

        assertThat(chat.elsewhere().isEnabled()).isFalse();
    }

    @Test
    void reportCoversQuestionAddedAfterView() {
        append(ASKED, SAID);
        ContextMeter meter = chat.chat.shown().meter();
        meter.sent(chat.chat.shown().context().tokens());

        append(ASKED);
        meter.report(Usage.of(500, 1));
        assertThat(size()).isEqualTo(500);

        append(SAID);
        assertThat(size()).isGreaterThan(500);
    }

    @Test
    void reportExcludesAnswerAddedAfterView() {
        append(ASKED);
        ContextMeter meter = chat.chat.shown().meter();
        meter.sent(chat.chat.shown().context().tokens());

        append(SAID);
        meter.report(Usage.of(500, 1));

        assertThat(size()).isGreaterThan(500);
    }

    @Test
    void roomIsMadeOnceATurnHasItsAnswer() {
        chat.asks(3_000).answers(2_900).asks(100);
        append(Message.assistant("", List.of(new ToolCall("c", "look", "{}"))));
        append(Message.toolResult("c", "look", "empty"));
        assertThat(chat.chat.stored().boundary()).isZero();

        append(SAID);

        assertThat(chat.chat.stored().boundary()).isPositive();
    }

    @Test
    void aTurnDoesNotKeepToItsContextAfterARollback() {
        chat.asks(500).answers(500).asks(20);
        chat.compress(Recipe.Aim.CURRENT_TURN, STATE);
        chat.chat.commit(chat.chat.stored().record().resized(StateDocument.EMPTY, Instant.EPOCH));
        chat.round(20);
        Context held = chat.chat.shown().steady();

        upkeep.rollback(1);

        assertThat(chat.chat.shown().steady())
                .isNotSameAs(held)
                .isSameAs(chat.chat.shown().context());
        assertThat(chat.chat.shown().state()).isEqualTo(STATE);
    }

    @Test
    void erasedMessageIsNotShown() {
        append(ASKED, SAID, ASKED, Message.assistant("", List.of(new ToolCall("c", "look", "{}"))));
        chat.chat.shown().steady();

        assertThat(upkeep.erase(2)).isTrue();

        assertThat(chat.chat.shown().steady().snapshot()).doesNotContain(SAID);
        assertThat(chat.workings.reporter().stats(chat.chat).messagesTotal()).isEqualTo(3);
        assertThat(upkeep.erase(2)).isFalse();
    }

    @Test
    void erasesMessageAddedElsewhere() {
        append(ASKED);
        chat.elsewhere().add(List.of(SAID));

        assertThat(upkeep.erase(2)).isTrue();

        assertThat(chat.elsewhere().stored().size()).isEqualTo(1);
    }

    @Test
    void theSystemPromptTheStateAndTheHistoryMakeTheContext() {
        chat.system(20).asks(500).answers(500).asks(20);
        chat.compress(Recipe.Aim.CURRENT_TURN, STATE);

        Status status = upkeep.status(true);

        assertThat(status.systemTokens()).isEqualTo(chat.systemTokens()).isPositive();
        assertThat(status.stateTokens()).isGreaterThan(chat.stateTokens(STATE));
        assertThat(status.historyTokens()).isEqualTo(20);
        assertThat(status.contextTokens()).isEqualTo(status.systemTokens() + status.stateTokens() + 20);
    }
}
