package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StoredReadingTest {
    private static final int SIZE = 2_345;

    private final SessionStore store = SessionStore.inMemory();
    private final StoredReading reading = new StoredReading(store, "chat");

    private void fill() {
        List<Entry> entries = new ArrayList<>();
        for (long i = 1; i <= SIZE; i++) {
            entries.add(Contexts.entry(i, Message.user("Pot " + i)));
        }
        store.append("chat", "life", 0, "key", entries);
    }

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::sequence).toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void readsNothingOfAConversationThatIsNot() {
        assertThat(reading.first()).isZero();
        assertThat(reading.between(0, Long.MAX_VALUE)).isEmpty();
        assertThat(reading.record()).isNull();
    }

    @Test
    void readsEveryMessageOfALongConversationOnce() {
        fill();

        assertThat(numbers(reading.between(0, Long.MAX_VALUE))).isEqualTo(range(1, SIZE));
        assertThat(reading.first()).isEqualTo(1);
    }

    @Test
    void readsNoFurtherThanItIsAsked() {
        fill();

        assertThat(numbers(reading.between(10, 2_011))).isEqualTo(range(11, 2_011));
        assertThat(numbers(reading.between(10, 11))).containsExactly(11L);
        assertThat(reading.between(11, 11)).isEmpty();
    }

    @Test
    void readsStretchesAndSingleMessages() {
        fill();
        store.erase("chat", 5);

        assertThat(numbers(reading.at(List.of(2L, 4L, 5L, 6L, 9L)))).containsExactly(2L, 4L, 6L, 9L);
        assertThat(numbers(reading.at(List.of(7L)))).containsExactly(7L);
        assertThat(reading.at(List.of())).isEmpty();
    }
}
