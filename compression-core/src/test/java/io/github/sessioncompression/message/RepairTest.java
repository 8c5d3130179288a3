package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepairTest {
    private static final Message SYSTEM = Message.system("Be kind.");
    private static final Message USER = Message.user("Hello");
    private static final Message ANSWER = Message.assistant("Hi");
    private static final Message GO_ON = Message.user(Repair.CONTINUATION);
    private static final Message NOTED = Message.assistant(Repair.NOTED);

    @Test
    void passesAValidChatAsTheSameInstances() {
        List<Message> chat =
                List.of(SYSTEM, USER, calling("a", "b"), result("b"), result("a"), ANSWER, USER, calling("a"));
        assertSameInstances(repaired(chat), chat);
    }

    @Test
    void dropsResultWithoutCall() {
        List<Message> chat = List.of(result("x"), USER, result("y"), calling("a"), result("z"), result("a"), ANSWER);
        assertSameInstances(repaired(chat), List.of(USER, chat.get(3), chat.get(5), ANSWER));
    }

    @Test
    void leavesOutASecondResultForTheSameCall() {
        List<Message> chat = List.of(USER, calling("a"), result("a"), result("a"), ANSWER);
        assertSameInstances(repaired(chat), List.of(USER, chat.get(1), chat.get(2), ANSWER));
    }

    @Test
    void takesNoResultAcrossAnotherMessage() {
        Message late = result("a");
        assertThat(repaired(List.of(USER, calling("a"), USER, late, ANSWER)))
                .containsExactly(USER, calling("a"), unanswered("a"), NOTED, USER, ANSWER);
    }

    @Test
    void answersOpenCallsWithAnErrorBeforeTheNextMessage() {
        assertThat(repaired(List.of(USER, calling("a", "b", "c"), result("b"), ANSWER)))
                .containsExactly(USER, calling("a", "b", "c"), result("b"), unanswered("a"), unanswered("c"), ANSWER);
        assertThat(unanswered("a").error()).isTrue();
    }

    @Test
    void answersOpenCallsBeforeNextAssistantOrSystemMessage() {
        assertThat(repaired(List.of(USER, calling("a"), calling("a"), SYSTEM, USER)))
                .containsExactly(
                        USER, calling("a"), unanswered("a"), calling("a"), unanswered("a"), SYSTEM, NOTED, USER);
    }

    @Test
    void leavesCallsAtTheEndInFlight() {
        Repair repair = new Repair(false);
        assertThat(repair.accept(USER)).containsExactly(USER);
        assertThat(repair.hasOpenCalls()).isFalse();
        assertThat(repair.accept(calling("a", "b"))).containsExactly(calling("a", "b"));
        assertThat(repair.hasOpenCalls()).isTrue();
        assertThat(repair.accept(result("b"))).containsExactly(result("b"));
        assertThat(repair.hasOpenCalls()).isTrue();
        assertThat(repair.accept(result("a"))).containsExactly(result("a"));
        assertThat(repair.hasOpenCalls()).isFalse();
    }

    @Test
    void pairsByPositionWithoutIds() {
        Message calls = Message.assistant("", List.of(call("", "search"), call("", "fetch")));
        Message fetched = Message.toolResult("", "fetch", "2");
        Message nameless = Message.toolResult("", "search", "1").withName(null);
        Message third = Message.toolResult("", "search", "3");
        assertSameInstances(
                repaired(List.of(USER, calls, fetched, nameless, third, ANSWER)),
                List.of(USER, calls, fetched, nameless, ANSWER));
    }

    @Test
    void doesNotPairByPositionWithAnotherName() {
        Message calls = Message.assistant("", List.of(call("", "search")));
        assertThat(repaired(List.of(USER, calls, Message.toolResult("", "fetch", "2"), ANSWER)))
                .containsExactly(
                        USER,
                        calls,
                        Message.toolResult("", "search", Repair.UNANSWERED).withError(true),
                        ANSWER);
    }

    @Test
    void pairsByPositionWhenOnlyOneSideHasIds() {
        Message withIds = Message.assistant("", List.of(call("a", "search"), call("b", "search")));
        Message withoutIds = Message.assistant("", List.of(call("", "search")));
        List<Message> chat = List.of(
                USER,
                withIds,
                Message.toolResult("", "search", "1"),
                Message.toolResult("b", "search", "2"),
                withoutIds,
                Message.toolResult("z", "search", "3"),
                ANSWER);
        assertSameInstances(repaired(chat), chat);
    }

    @Test
    void prefersTheCallWithoutIdForAResultWithoutId() {
        Message calls = Message.assistant("", List.of(call("a", "search"), call("", "search")));
        List<Message> chat = List.of(
                USER, calls, Message.toolResult("", "search", "1"), Message.toolResult("a", "search", "2"), ANSWER);
        assertSameInstances(repaired(chat), chat);
    }

    @Test
    void givesEachOfTwoCallsWithTheSameIdItsOwnResult() {
        List<Message> both = List.of(USER, calling("a", "a"), result("a"), result("a"), ANSWER);
        assertSameInstances(repaired(both), both);
        assertThat(repaired(List.of(USER, calling("a", "a"), result("a"), ANSWER)))
                .containsExactly(USER, calling("a", "a"), result("a"), unanswered("a"), ANSWER);
    }

    @Test
    void insertsUserMessageBeforeOpeningAssistant() {
        assertThat(repaired(List.of(SYSTEM, ANSWER, ANSWER)))
                .containsExactly(SYSTEM, Message.user(Repair.OPENING), ANSWER, GO_ON, ANSWER);
        assertThat(new Repair(true).accept(ANSWER)).containsExactly(GO_ON, ANSWER);
        assertThat(new Repair(true).accept(USER)).containsExactly(USER);
        assertThat(afterPair(ANSWER)).containsExactly(GO_ON, ANSWER);
    }

    @Test
    void putsAnAnswerBetweenAQuestionAndTheState() {
        assertThat(beforeState()).isEmpty();
        assertThat(beforeState(USER)).containsExactly(NOTED);
        assertThat(beforeState(USER, ANSWER)).isEmpty();
        assertThat(beforeState(USER, calling("a"), result("a"))).containsExactly(NOTED);
        assertThat(beforeState(USER, calling("a"))).containsExactly(unanswered("a"), NOTED);
    }

    private static List<Message> beforeState(Message... pinned) {
        Repair repair = new Repair(false);
        for (Message message : pinned) {
            repair.accept(message);
        }
        return repair.acceptState(USER);
    }

    @Test
    void leavesTheGivenListAlone() {
        List<Message> chat = new ArrayList<>(List.of(ANSWER, result("a"), calling("b"), USER));
        List<Message> before = List.copyOf(chat);
        repaired(chat);
        assertThat(chat).isEqualTo(before);
        assertThat(repaired(Collections.emptyList())).isEmpty();
    }

    @Test
    void takesTimeInProportionToTheNumberOfCalls() {
        List<ToolCall> calls = new ArrayList<>();
        List<Message> chat = new ArrayList<>(List.of(USER));
        for (int i = 0; i < 200_000; i++) {
            calls.add(call(i % 2 == 0 ? "id" + i : "", i % 3 == 0 ? "" : "tool"));
        }
        chat.add(Message.assistant("", calls));
        for (int i = calls.size() - 1; i >= 0; i--) {
            chat.add(Message.toolResult(calls.get(i).id(), "tool", ""));
            chat.add(Message.toolResult("nobody's", "other", ""));
        }
        assertThat(repaired(chat).size()).isGreaterThan(calls.size());
    }

    private static List<Message> repaired(List<Message> chat) {
        Repair repair = new Repair(false);
        List<Message> repaired = new ArrayList<>();
        chat.forEach(message -> repaired.addAll(repair.accept(Contents.accepted(message))));
        return repaired;
    }

    private static List<Message> afterPair(Message... messages) {
        Repair repair = new Repair(false);
        repair.acceptState(USER);
        List<Message> repaired = new ArrayList<>();
        for (Message message : messages) {
            repaired.addAll(repair.accept(message));
        }
        return repaired;
    }

    @Test
    void alternatesRolesForAnySequence() {
        Message call = calling("a");
        Message found = result("a");
        assertThat(afterPair(USER, USER)).containsExactly(USER, NOTED, USER);
        assertThat(afterPair(USER, SYSTEM, USER)).containsExactly(USER, SYSTEM, NOTED, USER);
        assertThat(afterPair(ANSWER, ANSWER)).containsExactly(GO_ON, ANSWER, GO_ON, ANSWER);
        assertThat(afterPair(USER, ANSWER, call)).containsExactly(USER, ANSWER, GO_ON, call);
        assertThat(afterPair(call, found, USER)).containsExactly(GO_ON, call, found, NOTED, USER);
        assertThat(afterPair(call, found, call)).containsExactly(GO_ON, call, found, call);
        assertThat(afterPair(USER, call, SYSTEM, USER))
                .containsExactly(USER, call, unanswered("a"), SYSTEM, NOTED, USER);
        assertThat(afterPair(USER)).containsExactly(USER);
        assertThat(new Repair(true).accept(ANSWER)).containsExactly(GO_ON, ANSWER);
        assertThat(new Repair(true).accept(USER)).containsExactly(USER);
        assertThat(afterPair(ANSWER)).containsExactly(GO_ON, ANSWER);
    }

    @Test
    void leavesABlankSystemMessageOut() {
        Message blank = Message.system(" \u00a0\n");
        assertThat(repaired(List.of(blank, USER, calling("a"), result("a"), blank, ANSWER)))
                .containsExactly(USER, calling("a"), result("a"), ANSWER);
        assertThat(repaired(List.of(USER, calling("a"), blank, result("a"), blank, ANSWER)))
                .containsExactly(USER, calling("a"), unanswered("a"), ANSWER);
    }

    @Test
    void makesTheContentsAcceptable() {
        assertThat(repaired(List.of(USER, Message.assistant(""), USER)))
                .containsExactly(USER, Message.assistant(Contents.NO_ANSWER), USER);
    }

    private static ToolCall call(String id, String name) {
        return new ToolCall(id, name, "{}");
    }

    private static Message calling(String... ids) {
        List<ToolCall> calls = new ArrayList<>();
        for (String id : ids) {
            calls.add(call(id, "search"));
        }
        return Message.assistant("", calls);
    }

    private static Message result(String id) {
        return Message.toolResult(id, "search", "found");
    }

    private static Message unanswered(String id) {
        return Message.toolResult(id, "search", Repair.UNANSWERED).withError(true);
    }

    private static void assertSameInstances(List<Message> actual, List<Message> expected) {
        assertThat(actual).isEqualTo(expected);
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i)).isSameAs(expected.get(i));
        }
    }
}
