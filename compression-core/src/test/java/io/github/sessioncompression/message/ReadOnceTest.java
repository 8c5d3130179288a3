package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReadOnceTest {
    private final AtomicInteger reads = new AtomicInteger();
    private final ReadOnce<Integer> lengths = new ReadOnce<>();

    private int read(Message message) {
        return lengths.of(message, said -> {
            reads.incrementAndGet();
            return said.text().length();
        });
    }

    @Test
    void messageIsReadOnce() {
        Message message = Message.user("The invoice is due on Friday.");

        assertThat(read(message)).isEqualTo(29);
        assertThat(read(message)).isEqualTo(29);

        assertThat(reads).hasValue(1);
    }

    @Test
    void messagesOfOneTextAreReadEach() {
        read(Message.user("Yes."));
        read(Message.user("Yes."));

        assertThat(reads).hasValue(2);
    }

    @Test
    void longChatKeepsNoMoreThanTheBound() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            chat.add(Message.user("x".repeat(ReadOnce.MOST_CHARACTERS / 10)));
            read(chat.get(i));
        }

        long kept = chat.stream().filter(message -> lengths.of(message) != null).count();

        assertThat(kept).isBetween(1L, 9L);
    }
}
