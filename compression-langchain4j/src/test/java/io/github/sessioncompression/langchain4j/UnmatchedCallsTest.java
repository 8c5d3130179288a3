package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.checkValid;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.memory;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Handling of a tool call without result, and of a result without call. */
@Tag("once")
class UnmatchedCallsTest {
    private final CompressingChatMemory memory = memory(immediate(SMALL));

    private static Object said(ChatMessage message) {
        return message instanceof ToolExecutionResultMessage result
                ? List.of(result.id(), result.text(), String.valueOf(result.isError()))
                : message;
    }

    @Test
    void takesAListWithAnUnansweredCall() {
        talk(memory, 0, 1);
        memory.add(UserMessage.from("Look it up."));
        memory.add(calls("1", "2"));
        memory.add(result("1", "one"));
        List<ChatMessage> messages = memory.messages();
        memory.set(messages);
        memory.add(result("2", "two"));
        assertThat(memory.messages()).endsWith(calls("1", "2"), result("1", "one"), result("2", "two"));
        assertThat(memory.conversation().transcript()).hasSize(6);
    }

    @Test
    void remainsValidAfterTurnFailedDuringTools() {
        memory.add(UserMessage.from("Look it up."));
        memory.add(calls("1", "2"));
        memory.add(result("1", "one"));
        List<ChatMessage> messages = memory.messages();
        ToolExecutionResultMessage standIn = (ToolExecutionResultMessage) messages.get(messages.size() - 1);
        assertThat(standIn.id()).isEqualTo("2");
        assertThat(standIn.isError()).isTrue();
        messages.add(UserMessage.from("Hello?"));
        checkValid(messages);
        assertThat(memory.conversation().transcript()).hasSize(3);
        memory.add(UserMessage.from("Hello?"));
        // What keeps the roles alternating comes with the question.
        messages.add(messages.size() - 1, AiMessage.from("(Noted.)"));
        assertThat(memory.messages())
                .extracting(UnmatchedCallsTest::said)
                .isEqualTo(messages.stream().map(UnmatchedCallsTest::said).toList());
    }

    @Test
    void replacesPlaceholderWithLateResult() {
        memory.add(UserMessage.from("Look it up."));
        memory.add(calls("1", "2"));
        List<ChatMessage> early = memory.messages();
        memory.add(result("1", "one"));
        memory.set(memory.messages());
        memory.add(result("2", "two"));
        assertThat(early).hasSize(5);
        assertThat(memory.messages()).endsWith(calls("1", "2"), result("1", "one"), result("2", "two"));
        assertThat(memory.conversation().transcript()).hasSize(4);
    }

    @Test
    void answersAbandonedCallInNextTurn() {
        memory.add(UserMessage.from("Look it up."));
        memory.add(calls("1"));
        memory.add(UserMessage.from("Hello?"));
        List<ChatMessage> messages = memory.messages();
        checkValid(messages);
        int call = messages.indexOf(calls("1"));
        assertThat(((ToolExecutionResultMessage) messages.get(call + 1)).id()).isEqualTo("1");
        assertThat(messages.get(call + 2)).isInstanceOf(AiMessage.class);
        assertThat(messages.get(call + 3)).isEqualTo(UserMessage.from("Hello?"));
        assertThat(memory.conversation().transcript()).hasSize(3);
    }

    @Test
    void omitsResultWithoutCall() {
        memory.add(UserMessage.from("Hello"));
        memory.add(result("7", "seven"));
        memory.add(AiMessage.from("Hi"));
        assertThat(memory.messages()).endsWith(UserMessage.from("Hello"), AiMessage.from("Hi"));
        checkValid(memory.messages());
        assertThat(memory.conversation().transcript()).hasSize(3);
    }
}
