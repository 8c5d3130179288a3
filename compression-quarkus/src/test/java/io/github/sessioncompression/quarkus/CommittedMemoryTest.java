package io.github.sessioncompression.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.runtime.BlockingOperationNotAllowedException;
import io.quarkus.runtime.IOThreadDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommittedMemoryTest {
    private static final SystemMessage SYSTEM = SystemMessage.from("You help the customers of a garden shop.");
    private static final String LONG = "The bags of soil are in stock, and so are the spades. ".repeat(30);

    private final CompressingChatMemoryProvider chats = CompressingChatMemoryProvider.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .build();
    private final ThreadLocal<Boolean> eventLoop = ThreadLocal.withInitial(() -> false);
    private final ExecutorService writing = Executors.newCachedThreadPool();
    private boolean ends;

    @BeforeEach
    void detectEventLoop() {
        BlockingOperationControl.setIoThreadDetector(new IOThreadDetector[] {eventLoop::get});
    }

    @AfterEach
    void close() {
        writing.shutdown();
        chats.close();
    }

    private CommittedMemory memory() {
        return new CommittedMemory(chats.get("user-42"), true, writing, () -> ends);
    }

    /** A turn as Quarkus makes it: the list is read, extended in its buffer, and set. */
    private static List<ChatMessage> begin(CommittedMemory memory, ChatMessage... messages) {
        List<ChatMessage> buffer = new ArrayList<>(memory.messages());
        if (buffer.isEmpty() || !(buffer.get(0) instanceof SystemMessage)) {
            buffer.add(0, SYSTEM);
        } else if (!buffer.get(0).equals(SYSTEM)) {
            buffer.set(0, SYSTEM);
        }
        buffer.addAll(List.of(messages));
        return buffer;
    }

    private static void turn(CommittedMemory memory, String question, String answer) {
        memory.set(begin(memory, UserMessage.from(question), AiMessage.from(answer)));
    }

    private List<Message> transcript() {
        return chats.conversation("user-42").transcript();
    }

    private List<String> said() {
        return transcript().stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .map(Message::text)
                .toList();
    }

    @Test
    void compressesAfterTurnsAndKeepsThePrefix() {
        CommittedMemory memory = memory();
        List<ChatMessage> before = List.of();
        int extended = 0;
        for (int i = 0; i < 40; i++) {
            turn(memory, "Question " + i + "? " + LONG, "Answer " + i);
            List<ChatMessage> after = memory.messages();
            extended += after.size() > before.size()
                            && after.subList(0, before.size()).equals(before)
                    ? 1
                    : 0;
            before = after;
        }

        assertThat(said()).hasSize(80);
        assertThat(before.stream().map(Object::toString)).anyMatch(text -> text.contains("<session_state"));
        assertThat(extended).isGreaterThanOrEqualTo(25);
    }

    @Test
    void keepsToolGroupsWhole() {
        CommittedMemory memory = memory();
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("c1")
                .name("arrival")
                .arguments("{}")
                .build();
        memory.set(begin(
                memory,
                UserMessage.from("When?"),
                AiMessage.from(call),
                ToolExecutionResultMessage.from(call, "Week 8"),
                AiMessage.from("In week 8.")));
        turn(memory, "And then?", "Nothing.");

        assertThat(said()).containsExactly("When?", "", "Week 8", "In week 8.", "And then?", "Nothing.");
        assertThat(memory.messages().subList(1, 7)).hasSize(6);
    }

    @Test
    void keepsTurnsOfTwoServicesThatRunAtATime() {
        CommittedMemory one = memory();
        CommittedMemory other = memory();
        turn(one, "First?", "First.");
        List<ChatMessage> slow = begin(one, UserMessage.from("Slow?"), AiMessage.from("Slow."));
        CompletableFuture.runAsync(() -> turn(other, "Fast?", "Fast.")).join();
        one.set(slow);

        assertThat(said()).containsExactly("First?", "First.", "Fast?", "Fast.", "Slow?", "Slow.");
    }

    @Test
    void forgetsWhatFailedTurnsRead() {
        CommittedMemory memory = memory();
        begin(memory, UserMessage.from("Never answered"));
        turn(memory, "First?", "First.");
        begin(memory, UserMessage.from("Never answered"));
        turn(memory, "Second?", "Second.");

        assertThat(said()).containsExactly("First?", "First.", "Second?", "Second.");
    }

    @Test
    void keepsTheQuestionOfACancelledStream() {
        CommittedMemory memory = memory();
        memory.set(begin(memory, UserMessage.from("Cancelled?")));
        turn(memory, "Second?", "Second.");

        assertThat(said()).containsExactly("Cancelled?", "Second?", "Second.");
    }

    @Test
    void takesAnEditForAnEdit() {
        CommittedMemory memory = memory();
        turn(memory, "First?", "First.");
        turn(memory, "Second?", "Second.");
        List<ChatMessage> edited = begin(memory);
        edited.remove(edited.size() - 1);
        edited.add(AiMessage.from("Rewritten."));
        memory.set(edited);

        assertThat(said()).containsExactly("First?", "First.", "Second?", "Rewritten.");
    }

    @Test
    void isNotClearedByTheEndOfTheApplication() {
        CommittedMemory memory = memory();
        turn(memory, "First?", "First.");
        ends = true;
        memory.clear();
        assertThat(said()).hasSize(2);

        ends = false;
        memory.clear();
        assertThat(said()).isEmpty();
    }

    @Test
    void blocksNoEventLoop() {
        CommittedMemory memory = memory();
        turn(memory, "First?", "First.");
        eventLoop.set(true);

        memory.add(UserMessage.from("Second?"));
        memory.add(AiMessage.from("Second."));
        assertThatThrownBy(memory::messages)
                .isInstanceOf(BlockingOperationNotAllowedException.class)
                .hasMessageContaining("@Blocking");

        eventLoop.set(false);
        assertThat(memory.messages()).hasSize(5);
        assertThat(said()).containsExactly("First?", "First.", "Second?", "Second.");
    }

    @Test
    void clearsOffTheEventLoop() {
        CommittedMemory memory = memory();
        turn(memory, "First?", "First.");
        eventLoop.set(true);

        memory.clear();

        eventLoop.set(false);
        assertThat(memory.messages()).isEmpty();
    }
}
