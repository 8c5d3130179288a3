package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnseenTest {
    @Test
    void hasTheStretchesThatWereAdded() {
        Unseen unseen = Unseen.NOTHING.and(3, 5).and(8, 9).and(9, 10);

        assertThat(unseen.after()).isEqualTo(3);
        assertThat(List.of(4L, 5L, 9L, 10L)).allMatch(unseen::has);
        assertThat(List.of(1L, 3L, 6L, 8L, 11L)).noneMatch(unseen::has);
        assertThat(unseen.stretches()).hasSize(2);
        assertThat(Unseen.NOTHING.has(1)).isFalse();
    }

    @Test
    void leavesSystemMessagesOut() {
        List<Entry> entries = List.of(new Entry(4, Message.system("s"), 1), new Entry(5, Message.user("u"), 1));

        assertThat(Unseen.NOTHING.and(3, 5).among(entries)).containsExactly(Message.user("u"));
    }
}
