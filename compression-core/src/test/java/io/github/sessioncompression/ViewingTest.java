package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Effects of taking a view besides showing the context. */
class ViewingTest extends TalkFixture {
    private static final CompressionPolicy AUTO = POLICY.withExecution(Execution.AUTO);
    private static final Message QUESTION = Message.user("How many rakes are left?");
    private static final Message CALL = Message.assistant("", List.of(new ToolCall("a", "stock", "{}")));

    @Override
    SessionStore newStore() {
        return new FragileStore();
    }

    private static boolean showsState(View view) {
        return view.messages().stream().anyMatch(message -> StateEnvelope.holds(message.text()));
    }

    /** A chat whose last turn has handed out a view before a result that takes it above the trigger and not above the hard limit. */
    private Conversation crossingTheTriggerInATurn(CompressionPolicy policy) {
        Conversation chat = compressor(policy).conversation("chat");
        for (int i = 0; chat.status().contextTokens() < policy.triggerTokens() - 250; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.append(QUESTION, CALL);
        assertThat(showsState(chat.framework().steadyView())).isFalse();
        chat.append(Message.toolResult("a", "stock", "rake ".repeat(300)));
        assertThat(chat.status().contextTokens()).isBetween(policy.triggerTokens(), policy.hardLimitTokens());
        return chat;
    }

    @Test
    void showsAwaitedCompressionWithinTurn() {
        Conversation chat = crossingTheTriggerInATurn(POLICY);

        View view = chat.framework().steadyView();

        assertThat(showsState(view)).isTrue();
        assertThat(view.tokens()).isLessThan(POLICY.triggerTokens());
    }

    @Test
    void showsBackgroundCompressionOnlyAfterAnswer() {
        Conversation chat = crossingTheTriggerInATurn(AUTO);

        View view = chat.framework().steadyView();

        assertThat(chat.record()).isPresent();
        assertThat(showsState(view)).isFalse();
        chat.append(Message.assistant("Three hundred."));
        assertThat(showsState(chat.framework().steadyView())).isTrue();
    }

    @Test
    void listenersHaveHeardOfItByTheTimeItIsThere() {
        Conversation chat = compressor(AUTO).conversation("chat");
        for (int i = 0; chat.status().contextTokens() < AUTO.triggerTokens() * 0.85; i++) {
            chat.append(Chats.turn(i, 30));
        }

        chat.view();

        assertThat(events)
                .hasOnlyElementsOfType(CompressionEvent.NearTrigger.class)
                .hasSize(1);
    }

    @Test
    void appliesWindowLearnedByOtherChat() {
        SessionCompressor compressor = compressor(AUTO.withModelName("tiny"));
        Conversation other = compressor.conversation("other");
        other.append(Chats.turn(1, 500));
        Conversation chat = compressor.conversation("chat");
        talk(chat, 6);
        assertThat(chat.view().tokens()).isGreaterThan(600);
        ModelCall call = other.framework()
                .call(new ModelCall.Request(
                        "tiny", other.framework().steadyView().messages(), ModelCall.Tools.NONE, 0));
        assertThat(call.refused(Calls.refusal(600, 1_300))).isTrue();

        View view = chat.view();

        assertThat(view.tokens()).isLessThanOrEqualTo(600);
        assertThat(chat.status().contextWindow()).isEqualTo(600);
    }

    @Test
    void theNextReportIsAboutIt() {
        Conversation chat = chat();
        talk(chat, 4);
        int counted = chat.view().tokens();
        chat.append(Chats.answer(5, 20));

        chat.framework().reportUsage(Usage.of(counted + 150, 5));

        assertThat(chat.status().contextTokens())
                .isBetween(counted + 150, counted + 150 + 2 * chat.tokens(List.of(Chats.answer(5, 20))));
    }

    @Test
    void aReportOfAnOlderContextIsNotTakenForTheNewOne() {
        Conversation chat = crossingTheTriggerInATurn(AUTO);
        View held = chat.framework().steadyView();
        int now = chat.status().contextTokens();

        chat.framework().reportUsage(Usage.of(held.tokens() + 500, 5));

        assertThat(chat.status().contextTokens()).isEqualTo(now);
    }

    @Test
    void marksViewOfUnreadableStoreIncomplete() {
        FragileStore store = (FragileStore) this.store;
        chat().append(Chats.turn(1, 10));
        Conversation elsewhere = chat();
        store.gone = true;

        View unread = elsewhere.view();

        assertThat(unread.complete()).isFalse();
        store.gone = false;
        View read = elsewhere.view();
        assertThat(read.complete()).isTrue();
        assertThat(read.messages()).containsAll(Chats.turn(1, 10));
    }
}
