package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Views of a size of their own. */
class BudgetViewTest extends UpkeepFixture {
    private static final Message LAST = Message.user("And what about the wheelbarrow?");

    private Conversation asked(int turns) {
        Conversation chat = chat();
        talk(chat, turns);
        chat.append(LAST);
        return chat;
    }

    @Test
    void leavesOutTheOldestTurnsAndNothingElse() {
        Conversation chat = asked(12);
        View ordinary = chat.view();
        int budget = ordinary.tokens() - 300;

        View small = chat.view(ViewOptions.defaults().withMaxTokens(budget));

        assertThat(small.tokens()).isLessThanOrEqualTo(budget).isGreaterThan(budget - 200);
        assertThat(small.tokens()).isEqualTo(chat.tokens(small.messages()));
        assertThat(small.messages()).endsWith(LAST);
        assertThat(small.leftOut()).isPositive();
        int kept = small.messages().size() - 1;
        assertThat(ordinary.messages())
                .endsWith(small.messages()
                        .subList(
                                small.messages().size() - kept, small.messages().size())
                        .toArray(new Message[0]));
        ValidSequence.check(small.messages());
        assertThat(chat.view().messages()).isEqualTo(ordinary.messages());
    }

    @Test
    void isTheOrdinaryViewWhereThatIsSmallEnough() {
        Conversation chat = asked(6);
        View ordinary = chat.view();

        assertThat(chat.view(ViewOptions.defaults()).messages()).isEqualTo(ordinary.messages());
        assertThat(chat.view(ViewOptions.defaults().withMaxTokens(ordinary.tokens()))
                        .messages())
                .isEqualTo(ordinary.messages());
    }

    @Test
    void keepsTheLastTurnWhateverItTakes() {
        Conversation chat = asked(12);

        View least = chat.view(ViewOptions.defaults().withMaxTokens(1));

        assertThat(least.messages()).endsWith(LAST);
        assertThat(least.parts())
                .filteredOn(part -> part.kind() == View.Kind.ORIGINAL)
                .hasSize(1);
    }

    @Test
    void aChatThatIsTakenUpAgainIsShownInFullIfThatFits() {
        Conversation chat = asked(12);
        chat.compress();
        assertThat(text(chat.view())).contains("<session_state");

        View again = chat.view(ViewOptions.resuming());

        assertThat(again.tokens()).isLessThanOrEqualTo((int) (POLICY.baseTokens() * ViewOptions.RESUME_SHARE));
        assertThat(again.messages().subList(1, again.messages().size()))
                .isEqualTo(chat.transcript().subList(1, chat.transcript().size()));
        assertThat(again.messages()).noneMatch(message -> StateEnvelope.holds(message.text()));
        assertThat(text(chat.view())).contains("<session_state");
    }

    @Test
    void elseItsStateComesWithWhatIsToldOfItsSegments() {
        CompressionPolicy policy = POLICY.withState(POLICY.state().withMaxTokens(150));
        Conversation chat = compressor(policy).conversation("chat");
        talk(chat, 60);
        chat.append(LAST);
        chat.compress();
        View ordinary = chat.view();

        View again = chat.view(ViewOptions.resuming());

        assertThat(again.tokens()).isGreaterThan(ordinary.tokens()).isLessThanOrEqualTo((int)
                (POLICY.baseTokens() * ViewOptions.RESUME_SHARE));
        assertThat(again.messages()).endsWith(LAST);
        List<View.Part> told = again.parts().stream()
                .filter(part -> part.kind() == View.Kind.EXPANSION)
                .toList();
        assertThat(told).hasSize(2);
        assertThat(text(again))
                .contains(
                        "<conversation_history ",
                        "→L",
                        chat.recall().segments().get(0).id());
        ValidSequence.check(again.messages());
        assertThat(chat.view().messages()).isEqualTo(ordinary.messages());
    }
}
