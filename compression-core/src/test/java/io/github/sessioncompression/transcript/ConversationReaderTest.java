package io.github.sessioncompression.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ConversationReaderTest {
    private static final int SIZE = 12_345;

    private final SessionStore store = SessionStore.inMemory();
    private final ConversationReader reading = new ConversationReader(store, "chat");

    private void fill() {
        List<Entry> entries = new ArrayList<>();
        for (long i = 1; i <= SIZE; i++) {
            entries.add(new Entry(i, Message.user("Pot " + i), 1));
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
    void readsNothingOfMissingConversation() {
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

    /** A reading between whose pages somebody else does something, as often as {@code times} says, and how many pages it has read. */
    private ConversationReader disturbed(Runnable what, int times, AtomicInteger pages) {
        return new ConversationReader(
                WatchedStore.of(store, call -> {
                    Object result = call.proceed();
                    if (call.name().equals("load") && pages.incrementAndGet() <= times) {
                        what.run();
                    }
                    return result;
                }),
                "chat");
    }

    @Test
    void rereadsAllAfterConcurrentReplacement() {
        fill();
        List<Entry> others = List.of(new Entry(SIZE + 1, Message.user("Vase"), 1));
        Runnable edit = () -> store.replaceAfter("chat", store.head("chat").orElseThrow(), 700, "another life", others);

        List<Entry> all = disturbed(edit, 1, new AtomicInteger()).all();

        assertThat(numbers(all))
                .isEqualTo(numbers(store.load("chat", 0, 10_000)))
                .hasSize(701);
    }

    @Test
    void rereadsAllAfterConcurrentErasureOrDeletion() {
        fill();
        assertThat(numbers(disturbed(() -> store.erase("chat", 5), 1, new AtomicInteger())
                        .all()))
                .hasSize(SIZE - 1)
                .doesNotContain(5L);

        assertThat(disturbed(() -> store.delete("chat"), 1, new AtomicInteger()).all())
                .isEmpty();
    }

    @Test
    void continuesReadingDuringAppend() {
        fill();
        AtomicInteger pages = new AtomicInteger();
        Runnable add =
                () -> store.append("chat", "life", SIZE, "more", List.of(new Entry(SIZE + 1, Message.user("?"), 1)));

        assertThat(numbers(disturbed(add, 1, pages).all())).isEqualTo(range(1, SIZE + 1));

        assertThat(pages).as("three with messages and an empty one").hasValue(4);
    }

    @Test
    void readsAllTenTimesAtMost() {
        fill();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger pages = new AtomicInteger();
        ConversationReader reading = disturbed(() -> store.erase("chat", next.incrementAndGet()), 1_000, pages);

        assertThatIllegalStateException().isThrownBy(reading::all);

        assertThat(pages).hasValue(10 * 4);
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
