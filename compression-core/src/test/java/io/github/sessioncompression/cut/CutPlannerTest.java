package io.github.sessioncompression.cut;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.cut.CutPlanner.Cut;
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

    private static CutPlanner planner(List<Entry> shown) {
        return new CutPlanner(List.of(), shown, 0);
    }

    @Test
    void keepsWholeTurnsFittingRoom() {
        assertThat(planner(entries).byPolicy(KeepRecent.targetRatio(), 50)).isEqualTo(new Cut(7, 70, 50));
        assertThat(planner(entries).byPolicy(KeepRecent.targetRatio(), 99)).isEqualTo(new Cut(7, 70, 50));
        assertThat(planner(entries).byPolicy(KeepRecent.targetRatio(), 100)).isEqualTo(new Cut(2, 20, 100));
    }

    @Test
    void keepsTheCurrentTurnHoweverLittleRoomThereIs() {
        assertThat(planner(entries).byPolicy(KeepRecent.targetRatio(), -5)).isEqualTo(new Cut(11, 110, 10));
    }

    @Test
    void returnsNullIfAllFits() {
        assertThat(planner(entries).byPolicy(KeepRecent.targetRatio(), 120)).isNull();
    }

    @Test
    void keepsAtLeastSoManyMessagesWithoutSplittingAGroup() {
        assertThat(planner(entries).byPolicy(KeepRecent.messages(3), 0)).isEqualTo(new Cut(9, 90, 30));
        assertThat(planner(entries).byPolicy(KeepRecent.messages(6), 0)).isEqualTo(new Cut(2, 20, 100));
        assertThat(planner(entries).byPolicy(KeepRecent.messages(11), 0)).isNull();
    }

    @Test
    void keepsAtMostSoManyTokens() {
        assertThat(planner(entries).byPolicy(KeepRecent.tokens(30), 0)).isEqualTo(new Cut(9, 90, 30));
        assertThat(planner(entries).byPolicy(KeepRecent.tokens(1), 0)).isEqualTo(new Cut(11, 110, 10));
    }

    @Test
    void keepsSoManyTurns() {
        assertThat(planner(entries).byPolicy(KeepRecent.turns(1), 0)).isEqualTo(new Cut(11, 110, 10));
        assertThat(planner(entries).byPolicy(KeepRecent.turns(2), 0)).isEqualTo(new Cut(9, 90, 30));
        assertThat(planner(entries).byPolicy(KeepRecent.turns(5), 0)).isNull();
        assertThat(planner(entries).byPolicy(KeepRecent.turns(50), 0)).isNull();
    }

    @Test
    void keepsNoAnsweredTurnIfPolicyKeepsNone() {
        List<Entry> answered = entries(Message.user("1"), Message.assistant("1"));
        List<Entry> asked = entries(Message.user("1"), Message.assistant("1"), Message.user("2"));
        for (KeepRecent none : List.of(KeepRecent.turns(0), KeepRecent.messages(0), KeepRecent.tokens(0))) {
            assertThat(planner(answered).byPolicy(none, 0)).isEqualTo(new Cut(2, 20, 0));
            assertThat(planner(asked).byPolicy(none, 0)).isEqualTo(new Cut(2, 20, 10));
        }
        assertThat(planner(answered).byPolicy(KeepRecent.turns(1), 0)).isNull();
    }

    @Test
    void cutsNothingBeforeSecondUserMessage() {
        List<Entry> one = entries(Message.user("1"), Message.assistant("1"));
        List<Entry> none = entries(Message.assistant("1"), Message.assistant("2"));
        assertThat(planner(one).beforeCurrentTurn()).isNull();
        assertThat(planner(none).beforeCurrentTurn()).isNull();
        assertThat(planner(List.of()).byPolicy(KeepRecent.targetRatio(), 0)).isNull();
    }

    @Test
    void takesGreetingIntoFirstSpan() {
        List<Entry> greeted = entries(Message.assistant("hello"), Message.user("1"));
        assertThat(planner(greeted).beforeCurrentTurn()).isEqualTo(new Cut(1, 10, 10));
    }

    /** One turn of 10 tokens a message: three answered rounds. */
    private static List<Entry> oneTurn(Message... rest) {
        List<Message> turn = new ArrayList<>(List.of(Message.user("1"), Message.assistant("1"), Message.user("2")));
        for (String id : List.of("a", "b", "c")) {
            turn.add(Message.assistant("", List.of(new ToolCall(id, "t", "{}"))));
            turn.add(Message.toolResult(id, "t", "x"));
        }
        turn.addAll(List.of(rest));
        return entries(turn.toArray(new Message[0]));
    }

    @Test
    void takesTheOldestGroupsOfTheCurrentTurnButNotItsQuestion() {
        assertThat(planner(oneTurn()).insideCurrentTurn(50)).isEqualTo(new Cut(5, 40, 50));
        assertThat(planner(oneTurn()).insideCurrentTurn(49)).isEqualTo(new Cut(7, 60, 30));
    }

    @Test
    void keepsLastAnsweredGroupAndItsFollowers() {
        assertThat(planner(oneTurn()).insideCurrentTurn(0)).isEqualTo(new Cut(7, 60, 30));
        Message open = Message.assistant("", List.of(new ToolCall("d", "t", "{}"), new ToolCall("e", "t", "{}")));
        Message half = Message.toolResult("d", "t", "x");
        assertThat(planner(oneTurn(open)).insideCurrentTurn(0)).isEqualTo(new Cut(7, 60, 40));
        assertThat(planner(oneTurn(open, half)).insideCurrentTurn(0)).isEqualTo(new Cut(7, 60, 50));
        assertThat(planner(oneTurn(Message.assistant("done"))).insideCurrentTurn(0))
                .isEqualTo(new Cut(7, 60, 40));
    }

    @Test
    void cutsOldestGroupsWithoutUserMessage() {
        List<Entry> unasked =
                entries(oneTurn().subList(3, 9).stream().map(Entry::message).toArray(Message[]::new));
        assertThat(planner(unasked).insideCurrentTurn(40)).isEqualTo(new Cut(2, 20, 40));
        assertThat(planner(unasked).insideCurrentTurn(0)).isEqualTo(new Cut(4, 40, 20));
        assertThat(planner(entries(Message.assistant("1"))).insideCurrentTurn(0))
                .isNull();
    }

    @Test
    void keepsFittingOrSingleGroupTurnWhole() {
        assertThat(planner(oneTurn()).insideCurrentTurn(70)).isNull();
        assertThat(planner(oneTurn().subList(0, 5)).insideCurrentTurn(0)).isNull();
        assertThat(planner(List.of()).insideCurrentTurn(0)).isNull();
    }

    @Test
    void cutsFurtherIntoTurnWithPinnedQuestion() {
        List<Entry> turn = oneTurn();
        CutPlanner planner = new CutPlanner(turn.subList(2, 3), turn.subList(3, 9), 0);
        assertThat(planner.beforeCurrentTurn()).isNull();
        assertThat(planner.insideCurrentTurn(0)).isEqualTo(new Cut(4, 40, 30));
    }

    @Test
    void releasesQuestionOfFinishedTurn() {
        List<Entry> turn = oneTurn(Message.assistant("done"), Message.user("3"));
        CutPlanner planner = new CutPlanner(turn.subList(2, 3), turn.subList(7, 11), 0);
        assertThat(planner.beforeCurrentTurn()).isEqualTo(new Cut(3, 40, 10));
    }

    @Test
    void countsPinsAsKeptOnBothSidesOfBoundary() {
        List<Entry> more = new ArrayList<>(entries);
        more.set(4, new Entry(5, more.get(4).message().withPinned(true), 10));
        List<Entry> before = entries(Message.assistant("p").withPinned(true));
        assertThat(new CutPlanner(before, more, 0).byPolicy(KeepRecent.targetRatio(), 80))
                .isEqualTo(new Cut(9, 60, 70));
        assertThat(new CutPlanner(before, more, 0).byPolicy(KeepRecent.targetRatio(), 90))
                .isEqualTo(new Cut(7, 40, 90));
    }
}
