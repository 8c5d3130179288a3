package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.message.ViewPart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Views of a size of their own. */
class BudgetViewTest extends TalkFixture {
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

        View small = chat.view(budget);

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
    void aTokenLessLeavesOutOneTurnMore() {
        Conversation chat = asked(12);
        View larger = chat.view();
        assertThat(originals(larger)).hasSizeGreaterThan(20);
        while (originals(larger).size() > 1) {
            View smaller = chat.view(larger.tokens() - 1);

            assertThat(originals(smaller))
                    .isEqualTo(originals(larger).subList(2, originals(larger).size()));
            assertThat(chat.view(smaller.tokens()).messages()).isEqualTo(smaller.messages());
            larger = smaller;
        }
    }

    @Test
    void stablePrefixEndsAtFirstDifferenceFromOrdinaryView() {
        Conversation chat = asked(12);
        View ordinary = chat.view();

        View small = chat.view(ordinary.tokens() - 300);

        assertThat(small.messages().get(0)).isEqualTo(ordinary.messages().get(0));
        assertThat(small.messages().get(1)).isNotEqualTo(ordinary.messages().get(1));
        assertThat(small.stablePrefixTokens())
                .isEqualTo(chat.tokens(small.messages().subList(0, 1)));
    }

    @Test
    void equalsOrdinaryViewIfItFits() {
        Conversation chat = asked(6);
        View ordinary = chat.view();

        assertThat(chat.view(ordinary.tokens()).messages()).isEqualTo(ordinary.messages());
    }

    @Test
    void equalsOrdinaryViewUpToHardLimit() {
        Conversation chat = asked(12);
        chat.compress();
        View ordinary = chat.view();

        assertThat(chat.view(POLICY.hardLimitTokens()).messages()).isEqualTo(ordinary.messages());
    }

    @Test
    void refusesASizeBelowOneToken() {
        Conversation chat = chat();

        assertThatIllegalArgumentException().isThrownBy(() -> chat.view(0)).withMessageContaining("maxTokens");
    }

    @Test
    void keepsLastTurnAtAnySize() {
        Conversation chat = asked(12);

        View least = chat.view(1);

        assertThat(least.messages()).endsWith(LAST);
        assertThat(least.parts())
                .filteredOn(part -> part.kind() == ViewPart.Kind.ORIGINAL)
                .hasSize(1);
    }

    private static List<ViewPart> originals(View view) {
        return view.parts().stream()
                .filter(part -> part.kind() == ViewPart.Kind.ORIGINAL)
                .toList();
    }
}
