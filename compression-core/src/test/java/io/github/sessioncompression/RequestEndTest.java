package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.RequestCut.RequestEnd;
import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request ends with its own question, whatever else the chat holds. */
class RequestEndTest {
    private static Conversation chat() {
        Conversation chat = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .executor(Runnable::run)
                .build()
                .conversation("chat");
        for (int i = 0; i < 3; i++) {
            chat.append(Chats.turn(i, 30));
        }
        return chat;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aResultComesLastThoughOtherTurnsCameBetweenItAndItsCall(int others) {
        Conversation chat = chat();
        chat.append(
                Message.user("Is there soil?"),
                Message.assistant("", List.of(new ToolCall("a", "stock", "{}"), new ToolCall("b", "stock", "{}"))));
        for (int other = 0; other < others; other++) {
            chat.append(
                    Message.user("And seeds, number " + other + "?"), Message.assistant("Plenty of " + other + "."));
        }
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        request.add(Message.toolResult("a", "stock", "Crates left: 77"));
        request.add(Message.toolResult("b", "stock", "Crates left: 88"));

        List<Message> sent = chat.framework()
                .call(new ModelCall.Request("", request, ModelCall.Tools.NONE, 0))
                .messages();

        String text = sent.stream().map(Message::text).collect(Collectors.joining("\n"));
        ValidSequence.check(sent);
        assertThat(sent.get(sent.size() - 1).role()).isEqualTo(Role.TOOL);
        assertThat(text)
                .containsOnlyOnce("Crates left: 77")
                .containsOnlyOnce("Crates left: 88")
                .contains("Is there soil?");
        for (int other = 0; other < others; other++) {
            assertThat(text).containsOnlyOnce("Plenty of " + other);
        }
        assertThat(text).doesNotContain(Repair.UNANSWERED);
        assertThat(sent.stream().mapToInt(message -> message.toolCalls().size()).sum())
                .as("calls")
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "", "call_again1"})
    void aResultComesLastThoughItsCallIsCovered(String id) {
        Conversation chat = chat();
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        request.add(Message.toolResult(id, "stock", "Crates left: 77"));
        request.add(Message.toolResult("b", "", "Crates left: 88"));

        List<Message> sent = chat.framework()
                .call(new ModelCall.Request("", request, ModelCall.Tools.NONE, 0))
                .messages();

        ValidSequence.check(sent);
        assertThat(sent.subList(0, request.size() - 2)).isEqualTo(request.subList(0, request.size() - 2));
        assertThat(sent.subList(sent.size() - 2, sent.size()))
                .extracting(Message::text)
                .containsExactly("Crates left: 77", "Crates left: 88");
        assertThat(sent.get(sent.size() - 3).toolCalls()).hasSize(2);
    }

    private static Message calls(String... ids) {
        return Message.assistant(
                "",
                Arrays.stream(ids).map(id -> new ToolCall(id, "stock", "{}")).toList());
    }

    private static Message result(String id, String text) {
        return Message.toolResult(id, "stock", text);
    }

    @Test
    void questionComesWithItsFollowers() {
        Message first = Message.user("Is there soil?");
        Message second = Message.user("And seeds?");
        Message begun = Message.assistant("There");

        assertThat(RequestEnd.of(List.of(first, begun, second))).containsExactly(second);
        assertThat(RequestEnd.of(List.of(first, begun, second, begun))).containsExactly(second, begun);
        assertThat(RequestEnd.of(List.of(begun, begun))).containsExactly(begun, begun);
    }

    @Test
    void resultsComeWithAdjacentQuestion() {
        List<Message> turn = List.of(Message.user("Soil?"), calls("a"), result("a", "77"));

        assertThat(RequestEnd.of(turn)).isEqualTo(turn);
        assertThat(RequestEnd.of(turn.subList(1, 3))).isEqualTo(turn.subList(1, 3));
    }

    @Test
    void lateResultsFollowTheirCalls() {
        Message calling = calls("a", "b", "c");
        List<Message> request = List.of(
                Message.user("Soil?"),
                calls("a"),
                result("a", "an older one"),
                calling,
                result("a", Repair.UNANSWERED),
                result("b", "88"),
                Message.user("Seeds?"),
                Message.assistant("Plenty."),
                result("a", "77"));

        assertThat(RequestEnd.of(request)).containsExactly(calling, result("a", "77"), result("b", "88"));
    }

    @Test
    void findsCallRenamedByView() {
        String again = "a_again1";
        Message calling = calls(again);
        List<Message> request = List.of(
                calling,
                result(again, Repair.UNANSWERED),
                Message.user("Seeds?"),
                Message.assistant("Plenty."),
                result("a", "77"));

        assertThat(RequestEnd.of(request)).containsExactly(calling, result("a", "77"));
    }

    @Test
    void prefersCallWithExactIdToRenamedOne() {
        Message calling = calls("a");
        List<Message> request = List.of(
                calling,
                result("a", Repair.UNANSWERED),
                calls("a_again1"),
                result("a_again1", "66"),
                Message.user("Seeds?"),
                Message.assistant("Plenty."),
                result("a", "77"));

        assertThat(RequestEnd.of(request)).containsExactly(calling, result("a", "77"));
    }

    @Test
    void inventsCallsForOrphanedResults() {
        List<Message> request = List.of(
                Message.user("Soil?"),
                Message.assistant("Wait."),
                result("x", "77"),
                new Message(Role.TOOL, "88", List.of(), "y", false, 0, null, null, null, false, null, null));

        List<Message> end = RequestEnd.of(request);

        assertThat(end.get(0).toolCalls())
                .containsExactly(new ToolCall("x", "stock", "{}"), new ToolCall("y", Contents.NO_NAME, "{}"));
        assertThat(end.subList(1, end.size())).isEqualTo(request.subList(2, 4));
        assertThat(RequestEnd.of(request.subList(2, 4))).isEqualTo(end);
    }
}
