package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.answer;
import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.question;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageType;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.TokenCountEstimator;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cases missing from LangChain4j's published window tests. */
@Tag("once")
class ChatWindowTest {
    private static final CompressionPolicy OFF = SMALL.withEnabled(false);

    @Test
    void showsTheLastMessagesAndDeletesNothing() {
        CompressingChatMemory memory = windowed(OFF, ChatWindow.messages(4));
        talk(memory, 0, 30);
        assertThat(history(memory)).containsExactly(question(28), answer(28), question(29), answer(29));
        assertThat(memory.conversation().transcript()).hasSize(60);
    }

    @Test
    void isWithoutEffectWhileCompressionIsOn() {
        CompressingChatMemory memory = windowed(SMALL, ChatWindow.messages(5));
        talk(memory, 0, 5);
        assertThat(history(memory)).hasSize(10);
    }

    @Test
    void appliesToDisabledConversation() {
        CompressingChatMemory memory = windowed(SMALL, ChatWindow.messages(5));
        talk(memory, 0, 5);
        memory.conversation().enabled(false);
        assertThat(history(memory)).hasSize(5);
        memory.conversation().enabled(true);
        assertThat(history(memory)).hasSize(10);
    }

    @Test
    void showsMoreOnceItGrows() {
        AtomicInteger max = new AtomicInteger(2);
        CompressingChatMemory memory = windowed(OFF, ChatWindow.messages(id -> max.get()));
        talk(memory, 0, 5);
        assertThat(history(memory)).containsExactly(question(4), answer(4));
        max.set(6);
        assertThat(history(memory)).hasSize(6);
    }

    @Test
    void setKeepsMessagesOutsideWindow() {
        CompressingChatMemory memory = windowed(OFF, ChatWindow.messages(4));
        talk(memory, 0, 30);
        List<ChatMessage> messages = new ArrayList<>(memory.messages());
        messages.set(messages.size() - 1, answer(77));
        messages.add(question(30));
        memory.set(messages);
        assertThat(history(memory)).containsExactly(answer(28), question(29), answer(77), question(30));
        assertThat(memory.conversation().transcript()).hasSize(61);
    }

    @Test
    void leavesResultsOutWithTheirCalls() {
        CompressingChatMemory memory = windowed(OFF, ChatWindow.messages(3));
        memory.add(question(1), calls("1", "2"), result("1", "one"), result("2", "two"), answer(1));
        assertThat(history(memory)).containsExactly(answer(1));
    }

    @Test
    void countsEachMessageOnce() {
        AtomicInteger counted = new AtomicInteger();
        CompressingChatMemory memory = windowed(OFF, ChatWindow.tokens(700, new TenEach(counted)));
        for (int turn = 0; turn < 200; turn++) {
            memory.add(question(turn));
            memory.messages();
            memory.add(answer(turn));
            memory.messages();
        }
        assertThat(history(memory)).hasSizeBetween(65, 70);
        assertThat(counted.get()).isBetween(400, 405);
    }

    @Test
    void usesOwnCountIfEstimatorThrows() {
        TokenCountEstimator broken = new TenEach(new AtomicInteger()) {
            @Override
            public int estimateTokenCountInMessage(ChatMessage message) {
                throw new IllegalStateException("unreachable");
            }
        };
        CompressingChatMemory memory = windowed(OFF, ChatWindow.tokens(700, broken));
        talk(memory, 0, 40);
        assertThat(history(memory)).hasSizeBetween(4, 40);
    }

    @Test
    void mustHaveRoomForSomething() {
        assertThatThrownBy(() -> ChatWindow.messages(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxMessages must be 1 or more, but was 0");
        assertThatThrownBy(() -> ChatWindow.tokens(-1, new TenEach(new AtomicInteger())))
                .hasMessageContaining("maxTokens must be 1 or more, but was -1");
        assertThatThrownBy(() -> windowed(OFF, ChatWindow.messages(id -> 0))).hasMessageContaining("maxMessages");
    }

    private static CompressingChatMemory windowed(CompressionPolicy policy, ChatWindow window) {
        return CompressingChatMemory.builder()
                .compressor(immediate(policy))
                .windowWhenOff(window)
                .build();
    }

    /** Without the awareness block, which takes the place of a system message. */
    private static List<ChatMessage> history(CompressingChatMemory memory) {
        return memory.messages().stream()
                .filter(message -> message.type() != ChatMessageType.SYSTEM)
                .toList();
    }

    /** Takes ten tokens for each message. */
    private static class TenEach implements TokenCountEstimator {
        private final AtomicInteger counted;

        TenEach(AtomicInteger counted) {
            this.counted = counted;
        }

        @Override
        public int estimateTokenCountInText(String text) {
            return 10;
        }

        @Override
        public int estimateTokenCountInMessage(ChatMessage message) {
            if (!UserMessage.from("a").equals(message)) {
                counted.incrementAndGet();
            }
            return 10;
        }

        @Override
        public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
            return 13;
        }
    }
}
