package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallIdsTest {
    private static Message calling(String... ids) {
        List<ToolCall> calls = new ArrayList<>();
        for (String id : ids) {
            calls.add(new ToolCall(id, "search", "{}"));
        }
        return Message.assistant("", calls).withSource("own");
    }

    private static Message result(String id, String text) {
        return Message.toolResult(id, "search", text).withSource("own");
    }

    private static List<String> ids(List<Message> messages) {
        List<String> ids = new ArrayList<>();
        for (Message message : messages) {
            message.toolCalls().forEach(call -> ids.add("(" + call.id() + ")"));
            if (message.role() == Role.TOOL) {
                ids.add(message.text() + "=" + message.toolCallId());
            }
        }
        return ids;
    }

    @Test
    void keepsUniqueIds() {
        List<Message> chat = List.of(calling("a", "b"), result("b", "2"), result("a", "1"), calling("c"));

        assertThat(CallIds.accepted(chat)).isSameAs(chat);
    }

    @Test
    void renamesRepeatedCallIdsWithTheirResults() {
        List<Message> chat = List.of(
                calling("a"), result("a", "1"), calling("a", "a"), result("a", "2"), result("a", "3"), calling("a"));

        assertThat(ids(CallIds.accepted(chat)))
                .containsExactly("(a)", "1=a", "(a_again1)", "(a_again2)", "2=a_again1", "3=a_again2", "(a_again3)");
    }

    @Test
    void givesCallsWithoutAnIdOneAndTheirResultsByPosition() {
        List<Message> chat = List.of(
                calling("", " \n"), result("", "1"), result("\u200B", "2"), calling(""), result("elsewhere", "3"));

        assertThat(ids(CallIds.accepted(chat)))
                .containsExactly(
                        "(call_again1)",
                        "(call_again2)",
                        "1=call_again1",
                        "2=call_again2",
                        "(call_again3)",
                        "3=call_again3");
    }

    @Test
    void aResultFindsItsCallThoughOnlyOneOfThemHasTheIdOfAView() {
        assertThat(ids(CallIds.accepted(List.of(calling("a_again1"), result("a", "1")))))
                .containsExactly("(a_again1)", "1=a_again1");
        assertThat(ids(CallIds.accepted(List.of(calling("a"), result("a_again7", "1")))))
                .containsExactly("(a)", "1=a");
        assertThat(ids(CallIds.accepted(List.of(calling("a", ""), result("call_again3", "1"), result("a", "2")))))
                .containsExactly("(a)", "(call_again1)", "1=call_again1", "2=a");
    }

    @Test
    void madeIdFindsEarlierCallBeforePosition() {
        List<Message> chat = List.of(
                calling(Contents.madeId(7_000)),
                Message.user("And?"),
                calling(Contents.madeId(8_000), ""),
                result(Contents.madeId(7_000), "1"),
                result(Contents.madeId(8_000), "2"),
                result("", "3"));

        assertThat(ids(LateResults.behindCalls(chat, message -> message)))
                .containsExactly(
                        "(call_again7000)", "1=call_again7000", "(call_again8000)", "()", "2=call_again8000", "3=");
    }

    @Test
    void resultTakesNameOfCalledTool() {
        Message stored = Message.toolResult("a", "another", "1");
        List<Message> shown = CallIds.accepted(List.of(calling("a"), stored));

        assertThat(shown.get(1).name()).isEqualTo("search");
        assertThat(CallIds.accepted(List.of(calling("a"), stored.withName(null)))
                        .get(1)
                        .name())
                .isNull();
    }

    @Test
    void avoidsExistingIds() {
        List<Message> chat = List.of(calling("a_again1", "a"), calling("a"), calling("a_again1"));

        assertThat(ids(CallIds.accepted(chat))).containsExactly("(a_again1)", "(a)", "(a_again2)", "(a_again3)");
    }

    @Test
    void theFrameworksMessageRidesAlongAsOneOfFormerCalls() {
        List<Message> shown = CallIds.accepted(List.of(calling(""), result("", "1")));

        assertThat(shown).extracting(Message::source).containsOnly(new Message.FormerSource("own"));
        assertThat(shown.get(1).withCall("x", "y").source()).isEqualTo(new Message.FormerSource("own"));
    }

    @Test
    void recoversOriginalId() {
        assertThat(List.of("a", "a_again", "a_again12", "a_again1_again2", "call_again3", "_again4", " ", "again5"))
                .extracting(Contents::originalId)
                .containsExactly("a", "a_again", "a", "a_again1", "", "", "", "again5");
    }

    @Test
    void takesTimeInProportionToTheNumberOfCalls() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            chat.add(calling("a", ""));
            chat.add(result("a", "1"));
        }

        assertThat(ids(CallIds.accepted(chat))).doesNotHaveDuplicates();
    }
}
