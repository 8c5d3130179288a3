package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Context.ContextSource;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContextTest {
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message CALLS = Message.assistant("", List.of(new ToolCall("g1", "glazes", "{}")));
    private static final Message RESULT = Message.toolResult("g1", "glazes", "the green one");
    private static final ContextSource NOTHING = new ContextSource(CompressionRecord.none("session"), List.of(), 0);
    private static final String AWARENESS = Contexts.POLICY.state().appendAwareness("");

    private static Context shown(boolean promptFirst, StateDocument state, List<Entry> system, Message... history) {
        Context context =
                new Context(Contexts.RULES, NOTHING, 0, system, promptFirst, List.of(), state, KeptThinking.BOUND);
        Contexts.entries(system.size() + 1, history).forEach(entry -> context.append(entry, View.Kind.ORIGINAL));
        return context;
    }

    @Test
    void countsEachPartByItself() {
        Context context = Contexts.of(Contexts.STATE, 0, Contexts.entries(1, SYSTEM, ASKED, CALLS, RESULT, SAID));

        assertThat(context.systemTokens()).isEqualTo(Contexts.tokens(SYSTEM));
        assertThat(context.stateTokens())
                .isEqualTo(Contexts.RULES.count(context.snapshot().get(1))
                        + Contexts.RULES.count(context.snapshot().get(2)));
        assertThat(context.toolTokens()).isEqualTo(13);
        assertThat(context.tokens()).isEqualTo(context.systemTokens() + context.stateTokens() + 14 + 11 + 13 + 12);
        assertThat(context.tokensUpTo(4) - context.tokensUpTo(3)).isEqualTo(14);
        assertThat(context.tokensUpTo(0)).isZero();
        assertThat(context.size() - context.headMessages()).isEqualTo(4);
        assertThat(context.headMessages()).isEqualTo(3);
        assertThat(context.repairTokens()).isZero();
    }

    @Test
    void countsASystemMessageWithinTheHistoryAsOne() {
        Context context = Contexts.of(Contexts.entries(1, SYSTEM, ASKED, SAID, SYSTEM));

        assertThat(context.systemTokens()).isEqualTo(Contexts.tokens(SYSTEM) + Contexts.tokens(SYSTEM));
        assertThat(context.systemMessages()).containsExactly(SYSTEM);
    }

    @Test
    void mapsEachMessageToItsSource() {
        Context context = Contexts.of(Contexts.STATE, 2, Contexts.entries(1, SYSTEM, ASKED, SAID));

        assertThat(context.parts())
                .containsExactly(
                        new View.Part(View.Kind.SYSTEM, 1),
                        new View.Part(View.Kind.PINNED, 2),
                        new View.Part(View.Kind.STATE, 0),
                        new View.Part(View.Kind.STATE, 0),
                        new View.Part(View.Kind.ORIGINAL, 3));
        assertThat(context.sequenceAt(0)).isZero();
        assertThat(context.sequenceAt(1)).isEqualTo(2);
        assertThat(context.lastSequence()).isEqualTo(3);
    }

    @Test
    void hasNoLastSequenceWithoutShownHistory() {
        assertThat(Contexts.of(Contexts.STATE, 2, Contexts.entries(1, SYSTEM)).lastSequence())
                .isZero();
        assertThat(Contexts.of(Contexts.entries(1, ASKED)).lastSequence()).isEqualTo(1);
    }

    @Test
    void growsAndLeavesEarlierSnapshotsAsTheyWere() {
        Context context = Contexts.of(Contexts.entries(1, ASKED));
        List<Message> before = context.snapshot();
        List<Message> all = new ArrayList<>(List.of(ASKED));
        for (int i = 2; i <= 70; i++) {
            Message next = Message.user("Pot " + i);
            all.add(next);
            context.append(Contexts.entry(i, next), View.Kind.ORIGINAL);
        }

        assertThat(before).containsExactly(ASKED);
        assertThat(context.snapshot()).isEqualTo(all);
        assertThat(context.tokens()).isEqualTo(14 + 69 * 12);
        assertThat(context.sequenceAt(69)).isEqualTo(70);
    }

    @Test
    void sumsNoFurtherThanTheLargestNumber() {
        Context context =
                Contexts.of(List.of(new Entry(1, ASKED, Integer.MAX_VALUE), new Entry(2, SAID, Integer.MAX_VALUE)));

        assertThat(context.tokens()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void systemPromptWithBlockKeepsItsSource() {
        Message prompt = SYSTEM.withSource("own");
        Context context = shown(true, StateDocument.EMPTY, Contexts.entries(1, prompt), ASKED);

        assertThat(context.snapshot().get(0).text()).endsWith(AWARENESS);
        assertThat(context.snapshot().get(0).source()).isEqualTo(new Message.FormerSource("own"));
        assertThatThrownBy(() -> ASKED.withOtherText("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void putsTheAwarenessBlockAtTheEndOfTheSystemPrompt() {
        Context context = shown(true, StateDocument.EMPTY, Contexts.entries(1, SYSTEM), ASKED);

        assertThat(context.snapshot().get(0).text()).startsWith(SYSTEM.text()).endsWith(AWARENESS);
        assertThat(context.snapshot()).hasSize(2);
        assertThat(context.parts().get(0)).isEqualTo(new View.Part(View.Kind.SYSTEM, 1));
    }

    @Test
    void addsAwarenessMessageIfChatStartsWithoutSystemMessage() {
        Context late = shown(false, StateDocument.EMPTY, Contexts.entries(1, SYSTEM), ASKED);
        Context none = shown(false, StateDocument.EMPTY, List.of(), ASKED);
        Context blank = shown(true, StateDocument.EMPTY, Contexts.entries(1, Message.system(" ")), ASKED);

        assertThat(late.snapshot()).containsExactly(Message.system(AWARENESS), SYSTEM, ASKED);
        assertThat(late.parts()).extracting(View.Part::sequence).containsExactly(0L, 1L, 2L);
        assertThat(none.snapshot()).containsExactly(Message.system(AWARENESS), ASKED);
        assertThat(blank.snapshot()).containsExactly(Message.system(AWARENESS), ASKED);
    }

    @Test
    void returnsMessageCarryingState() {
        assertThat(Contexts.of(Contexts.entries(1, SYSTEM, ASKED)).stateMessage())
                .isNull();
        Context asUser = Contexts.of(Contexts.STATE, 0, Contexts.entries(1, SYSTEM, ASKED));
        assertThat(asUser.stateMessage()).isSameAs(asUser.snapshot().get(1));
        assertThat(asUser.stateMessages()).hasSize(2);
        assertThat(asUser.stateInSystem()).isEmpty();

        CompressionPolicy policy =
                Contexts.POLICY.withState(Contexts.POLICY.state().withInjection(Injection.SYSTEM));
        Context inSystem = new Context(
                new ContextRules(policy, Contexts.RULES.tokens()),
                NOTHING,
                0,
                Contexts.entries(1, SYSTEM),
                true,
                List.of(),
                Contexts.STATE,
                KeptThinking.BOUND);
        assertThat(inSystem.stateMessage()).isSameAs(inSystem.snapshot().get(0));
        assertThat(inSystem.stateMessages()).isEmpty();
        assertThat(inSystem.stateInSystem()).contains("the pot is blue");
    }

    @Test
    void countsTokensOfSequenceRepairs() {
        Message goOn = Message.user(Repair.CONTINUATION);
        Context context = shown(true, StateDocument.EMPTY, Contexts.entries(1, SYSTEM), ASKED, SAID, SAID);

        assertThat(context.snapshot().subList(1, 5)).containsExactly(ASKED, SAID, goOn, SAID);
        assertThat(context.parts().get(3)).isEqualTo(new View.Part(View.Kind.FILLER, 0));
        assertThat(context.repairTokens()).isEqualTo(Contexts.RULES.count(goOn));
        assertThat(context.sequenceAt(4)).isEqualTo(4);
    }
}
