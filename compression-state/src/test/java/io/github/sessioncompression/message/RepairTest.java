package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepairTest {
    private static final Message SYSTEM = Message.system("Be kind.");
    private static final Message USER = Message.user("Hello");
    private static final Message ANSWER = Message.assistant("Hi");
    private static final Message GO_ON = Message.user(Repair.CONTINUATION);
    private static final Message NOTED = Message.assistant(Repair.NOTED);

    /**
     * A chat and what is shown of it: S and B system messages, the second one blank, U a user's, A an answer, (ab) calls a and b, a the result of
     * the first, a2 another one, !a the error in its place; made up are O an opening, N a note, G the request to continue.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "S U (ab) b a A U (a) > S U (ab) b a A U (a)",
                "U (aa) a a2 A > U (aa) a a2 A",
                "U (aa) a A > U (aa) a !a A",
                "x U y (a) z a A > U (a) a A",
                "U (a) a a2 A > U (a) a A",
                "U (a) U a A > U (a) !a N U A",
                "U (abc) b A > U (abc) b !a !c A",
                "U (a) (a) S U > U (a) !a (a) !a S N U",
                "S A A > S O A G A",
                "B U (a) a B A > U (a) a A",
                "U (a) B a B A > U (a) !a A"
            })
    void showsValidChat(String given, String shown) {
        List<Message> chat = read(given);
        List<Message> repaired = repaired(chat);

        assertThat(repaired).isEqualTo(read(shown));
        Set<Message> instances = Collections.newSetFromMap(new IdentityHashMap<>());
        instances.addAll(chat);
        assertThat(repaired).filteredOn(chat::contains).allMatch(instances::contains);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "U > U",
                "A > G A",
                "U U > U N U",
                "U S U > U S N U",
                "A A > G A G A",
                "U A (a) > U A G (a)",
                "(a) a U > G (a) a N U",
                "(a) a (a) > G (a) a (a)",
                "U (a) S U > U (a) !a S N U"
            })
    void alternatesRolesBehindState(String given, String shown) {
        Repair repair = new Repair(false);
        repair.acceptState(USER);

        assertThat(read(given).stream().flatMap(message -> repair.accept(message).stream()))
                .isEqualTo(read(shown));
    }

    @Test
    void chatThatBeganWithUserNeedsNoOpening() {
        assertThat(new Repair(true).accept(ANSWER)).containsExactly(GO_ON, ANSWER);
        assertThat(new Repair(true).accept(USER)).containsExactly(USER);
        assertThat(unanswered("a").error()).isTrue();
    }

    private static List<Message> read(String chat) {
        return Arrays.stream(chat.split(" "))
                .map(word -> switch (word.charAt(0)) {
                    case 'S' -> SYSTEM;
                    case 'B' -> Message.system(" \u00a0\n");
                    case 'U' -> USER;
                    case 'A' -> ANSWER;
                    case 'O' -> Message.user(Repair.OPENING);
                    case 'N' -> NOTED;
                    case 'G' -> GO_ON;
                    case '(' -> calling(word.substring(1, word.length() - 1).split(""));
                    case '!' -> unanswered(word.substring(1));
                    default -> Message.toolResult(word.substring(0, 1), "search", "found" + word.substring(1));
                })
                .toList();
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
