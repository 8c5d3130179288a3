package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Messages invalid for some provider are sent in a form accepted by all; stored messages stay unchanged. */
class ValidRequestTest {
    private final Conversation chat = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .executor(Runnable::run)
            .build()
            .conversation("chat");

    private static Message calling(String id, String name) {
        return Message.assistant("", List.of(new ToolCall(id, name, "{}")));
    }

    private List<Message> sent(Set<String> tools, Message... more) {
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        request.addAll(List.of(more));
        return chat.framework()
                .call(new ModelCall.Request("", request, new ModelCall.Tools(tools, 0), 0))
                .messages();
    }

    @Test
    void callsWithoutIdsOfTheirOwnAreSentWithOneByTheViewAndInTheLoop() {
        for (int i = 0; i < 3; i++) {
            chat.append(
                    Message.user("How many in row " + i + "?"),
                    calling("", "count"),
                    Message.toolResult("", "count", "There are " + i),
                    calling("call_0", "count"),
                    Message.toolResult("call_0", "count", "And " + i),
                    Message.assistant("So " + i + "."));
        }
        Message question = Message.user("And in all?");
        List<Message> viewed = chat.view().messages();
        List<Message> sent =
                sent(Set.of(), question, calling("call_0", "sum"), Message.toolResult("call_0", "sum", "All in all 7"));

        ValidSequence.check(viewed);
        ValidSequence.check(sent);
        assertThat(sent.subList(0, viewed.size())).isEqualTo(viewed);
        assertThat(sent).extracting(Message::text).contains("And 0", "There are 2", "All in all 7");
        assertThat(chat.transcript()).extracting(Message::toolCallId).contains("", "call_0");
        assertThat(chat.transcript()).filteredOn(Message::callsTools).allSatisfy(message -> assertThat(
                        message.toolCalls().get(0).id())
                .doesNotContain("again"));
    }

    @Test
    void nextTurnSendsToolLoopUnchanged() {
        chat.append(Message.user("One?"), calling("c", "count"), Message.toolResult("c", "count", "1"));
        chat.append(Message.assistant("One."));
        Message question = Message.user("Two?");
        Message call = calling("c", "count");
        Message result = Message.toolResult("c", "count", "2");
        List<Message> inTheLoop = sent(Set.of(), question, call, result);
        chat.append(question, call, result);

        assertThat(chat.view().messages()).isEqualTo(inTheLoop);
    }

    @Test
    void onlyOfferedToolsKeepIrregularNames() {
        chat.append(
                Message.user("Read it."),
                calling("a", "files.read"),
                Message.toolResult("a", "files.read", "Once upon a time"),
                calling("b", "files.größe"),
                Message.toolResult("b", "files.größe", "12"),
                Message.assistant("Twelve."));
        Message question = Message.user("And now?");

        assertThat(sent(Set.of("files.read"), question))
                .filteredOn(message -> message.name() != null)
                .extracting(Message::name)
                .containsExactly("files.read", "files_gr__e");
        ValidSequence.check(sent(Set.of("files.read"), question));
        assertThat(sent(Set.of(), question))
                .filteredOn(Message::callsTools)
                .extracting(message -> message.toolCalls().get(0).name())
                .containsExactly("files_read", "files_gr__e");
    }

    @Test
    void abandonedCallIsSentWithResult() {
        chat.append(Message.user("One?"), Message.assistant("One."));

        List<Message> sent = sent(Set.of(), Message.user("Two?"), calling("c", "count"));

        ValidSequence.check(sent);
        assertThat(sent.get(sent.size() - 2).callsTools()).isTrue();
        assertThat(sent.get(sent.size() - 1).toolCallId()).isEqualTo("c");
    }
}
