package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A first turn after thousands of messages that nothing has compressed yet. */
class LongHistoryTest {
    private static final int TURNS = 2_000;
    /** Messages of this test within 100,000 tokens. */
    private static final int READ_AT_ONCE = 2_000;

    private final Queue<Runnable> background = new ArrayDeque<>();
    private final Set<String> read = Collections.synchronizedSet(new HashSet<>());

    @Test
    void readsBoundedPartInCallersThread() {
        List<Message> history = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            history.addAll(Chats.turn(i, 30));
        }
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .executor(background::add)
                .redactor(text -> {
                    read.add(text);
                    return List.of();
                })
                .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.append(history);
            chat.append(Message.user("And the last order?"));
            read.clear();

            View first = chat.view();
            assertThat(history.stream().filter(this::isRead).count()).isBetween(1L, (long) READ_AT_ONCE);
            assertThat(isRead(history.get(2 * TURNS - 100))).isTrue();
            ValidSequence.check(first.messages());
            assertThat(first.tokens()).isLessThanOrEqualTo(6_800);
            assertThat(first.stateTokens()).isPositive();
            assertThat(first.leftOut()).isGreaterThan(READ_AT_ONCE);

            while (!background.isEmpty()) {
                background.remove().run();
            }
            assertThat(isRead(history.get(0))).isTrue();
            assertThat(chat.view().leftOut()).isZero();
            assertThat(chat.transcript()).hasSize(history.size() + 1);
        }
    }

    private boolean isRead(Message message) {
        return read.contains(message.text());
    }
}
