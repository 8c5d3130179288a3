package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnseenTest {
    private final Unseen unseen = new Unseen();

    @Test
    void hasTheStretchesThatWereAdded() {
        assertThat(unseen.isEmpty()).isTrue();
        assertThat(unseen.has(1)).isFalse();

        unseen.add(3, 5);
        unseen.add(8, 9);
        unseen.add(9, 10);

        assertThat(unseen.isEmpty()).isFalse();
        assertThat(unseen.after()).isEqualTo(3);
        assertThat(List.of(4L, 5L, 9L, 10L)).allMatch(unseen::has);
        assertThat(List.of(1L, 3L, 6L, 8L, 11L)).noneMatch(unseen::has);
    }

    @Test
    void leavesSystemMessagesOut() {
        List<Entry> entries = List.of(
                new Entry(3, Message.user("seen"), 1),
                new Entry(4, Message.system("s"), 1),
                new Entry(5, Message.user("u"), 1));
        unseen.add(3, 5);

        assertThat(unseen.among(entries)).containsExactly(Message.user("u"));
    }
}
