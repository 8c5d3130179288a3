package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.answer;
import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.checkValid;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.memory;
import static io.github.sessioncompression.langchain4j.Chats.question;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Quarkus buffers a turn and commits it by one {@code set} of the whole list, the plain system message moved to its front. */
class QuarkusCommitTest {
    private static final SystemMessage SYSTEM = SystemMessage.from("You are a travel agent. Be brief.");

    private final CountingStore store = new CountingStore();
    private final CompressingChatMemory memory = memory(immediate(SMALL, ChatMemoryStores.asSessionStore(store)));

    @Test
    void compressesAndLosesNothing() {
        for (int turn = 0; turn < 60; turn++) {
            commit(
                    question(turn),
                    calls("a" + turn, "b" + turn),
                    result("a" + turn, "one"),
                    result("b" + turn, "two"),
                    answer(turn));
        }
        assertThat(memory.conversation().status().stats().compressions()).isGreaterThanOrEqualTo(5);
        assertThat(memory.conversation().transcript()).hasSize(1 + 5 * 60);
        assertThat(memory.messages()).hasSizeLessThan(100).endsWith(answer(59));
    }

    @Test
    void costsOneWriteForATurn() {
        commit(question(0), answer(0));
        store.calls();
        commit(question(1), answer(1));
        // One read when the turn begins, and two when it is committed: to compare, and to write to what is there.
        assertThat(store.calls()).isEqualTo("3 read, 1 written");
    }

    @Test
    void continuesAfterTurnFailedDuringTools() {
        commit(question(0), calls("a0", "b0"), result("a0", "one"));
        commit(question(1), answer(1));
        assertThat(memory.conversation().transcript()).hasSize(1 + 5);
        checkValid(memory.messages());
    }

    /** One turn, as Quarkus' memory does it. */
    private void commit(ChatMessage... turn) {
        List<ChatMessage> buffer = new ArrayList<>(memory.messages());
        checkValid(buffer);
        buffer.removeIf(SystemMessage.class::isInstance);
        buffer.add(0, SYSTEM);
        buffer.addAll(List.of(turn));
        memory.set(buffer);
    }
}
