package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.CutPlanner.Cut;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.KeepRecent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CutPlannerTest {
    /** Five turns of 10 tokens a message: a plain one, one with two parallel calls, and three plain ones. */
    private final List<Entry> entries = entries(
            Message.user("1"),
            Message.assistant("1"),
            Message.user("2"),
            Message.assistant("", List.of(new ToolCall("a", "t", "{}"), new ToolCall("b", "t", "{}"))),
            Message.toolResult("a", "t", "x"),
            Message.toolResult("b", "t", "y"),
            Message.assistant("2"),
            Message.user("3"),
            Message.assistant("3"),
            Message.user("4"),
            Message.assistant("4"),
            Message.user("5"));

    private static List<Entry> entries(Message... messages) {
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(new Entry(entries.size() + 1, message, 10));
        }
        return entries;
    }

    @Test
    void keepsWhatFitsTheRoomInWholeTurns() {
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.defaults(), 50)).isEqualTo(new Cut(7, 70));
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.defaults(), 99)).isEqualTo(new Cut(7, 70));
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.defaults(), 100)).isEqualTo(new Cut(2, 20));
    }

    @Test
    void keepsTheCurrentTurnHoweverLittleRoomThereIs() {
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.defaults(), -5)).isEqualTo(new Cut(11, 110));
    }

    @Test
    void hasNothingToCutWhereAllFits() {
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.defaults(), 120)).isNull();
    }

    @Test
    void keepsAtLeastSoManyMessagesWithoutSplittingAGroup() {
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.messages(3), 0)).isEqualTo(new Cut(9, 90));
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.messages(6), 0)).isEqualTo(new Cut(2, 20));
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.messages(11), 0)).isNull();
    }

    @Test
    void keepsAtMostSoManyTokens() {
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.tokens(30), 0)).isEqualTo(new Cut(9, 90));
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.tokens(1), 0)).isEqualTo(new Cut(11, 110));
    }

    @Test
    void keepsSoManyTurns() {
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.turns(0), 0)).isEqualTo(new Cut(11, 110));
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.turns(2), 0)).isEqualTo(new Cut(9, 90));
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.turns(5), 0)).isNull();
        assertThat(CutPlanner.byPolicy(entries, KeepRecent.turns(50), 0)).isNull();
    }

    @Test
    void cutsNothingWhereNoUserHasSpokenTwice() {
        List<Entry> one = entries(Message.user("1"), Message.assistant("1"));
        List<Entry> none = entries(Message.assistant("1"), Message.assistant("2"));
        assertThat(CutPlanner.beforeCurrentTurn(one)).isNull();
        assertThat(CutPlanner.beforeCurrentTurn(none)).isNull();
        assertThat(CutPlanner.byPolicy(List.of(), KeepRecent.defaults(), 0)).isNull();
    }

    @Test
    void takesWhatTheAssistantSaidFirstIntoTheFirstSpan() {
        List<Entry> greeted = entries(Message.assistant("hello"), Message.user("1"));
        assertThat(CutPlanner.beforeCurrentTurn(greeted)).isEqualTo(new Cut(1, 10));
    }
}
