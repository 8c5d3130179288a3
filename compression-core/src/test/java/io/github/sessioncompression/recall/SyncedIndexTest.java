package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One conversation's index, as it follows the store and is shared by threads. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SyncedIndexTest {
    private static final List<String> WORDS =
            List.of("heron", "herons", "mill", "frog", "weir", "rain", "ferry", "kiln", "Ruth", "seven", "may", "I");
    private static final List<String> QUERIES =
            List.of("heron", "Where did I see the ferry?", "kiln rain", "What did Tove say about Ruth in March?");

    private final CountingStore counting = new CountingStore();
    private final SessionStore store = counting.store;
    private final SyncedIndex index = index();

    private SyncedIndex index() {
        return new SyncedIndex(store, "chat");
    }

    @BeforeEach
    void fill() {
        counting.append("chat", Message.user("Heron 1"), Message.assistant("Heron 2"), Message.user("Heron 3"));
    }

    private static <T> T inAnotherThread(Supplier<T> action) {
        return CompletableFuture.supplyAsync(action).join();
    }

    private List<Hit> find(SyncedIndex by, String query) {
        return ask(by, search -> search.find(query, 50, 600, MessageSearch.Filter.ALL, null));
    }

    private static <R> R ask(SyncedIndex by, Function<IndexSearch, R> question) {
        return by.ask(Duration.ofMinutes(1), Long.MAX_VALUE, question).orElseThrow();
    }

    @Test
    void givesUpOnAnotherThreadAfterTheWait() {
        index.ask(Duration.ZERO, 9, held -> {
            assertThat(inAnotherThread(() -> index.ask(Duration.ZERO, 9, other -> true)))
                    .isEmpty();
            return true;
        });

        assertThat(inAnotherThread(() -> index.ask(Duration.ZERO, 9, other -> true)))
                .contains(true);
    }

    @Test
    void answersAtOnceOnlyIfFewMessagesAreNew() {
        assertThat(index.ask(Duration.ZERO, 2, found -> true)).isEmpty();
        assertThat(index.ask(Duration.ZERO, 3, found -> true)).contains(true);
        counting.append("chat", Message.user("Heron 4"));
        assertThat(index.ask(Duration.ZERO, 0, found -> true)).isEmpty();
        assertThat(index.ask(Duration.ZERO, 1, found -> true)).contains(true);
        assertThat(index.bytes()).isPositive();
    }

    @Test
    void readsNothingAgainAfterAnErasureOfThisProcess() {
        find(index, "heron");
        store.erase("chat", 2);
        counting.read.set(0);

        index.remove(List.of(2L));
        int size = ask(index, it -> it.index().messages().size());

        assertThat(size).isEqualTo(2);
        assertThat(counting.read).hasValue(0);
    }

    @Test
    void dropsTheTermsAndNamesOfErasedMessages() {
        counting.append("chat", Message.user("The xylophone fell.").withName("Quentin"));
        find(index, "xylophone");
        store.erase("chat", 4);
        index.remove(List.of(4L));

        int terms = ask(index, it -> it.index().startingWith("xyl").size());
        boolean named = ask(index, it -> it.index().messages().hasSpeaker("quentin"));
        assertThat(terms).isZero();
        assertThat(named).isFalse();
    }

    @Test
    void findsErasuresAndEditsOfOtherProcesses() {
        find(index, "heron");
        store.erase("chat", 1);
        assertThat(find(index, "heron")).extracting(Hit::sequence).containsExactlyInAnyOrder(2L, 3L);

        Entry edited = new Entry(4, Message.user("A new heron"), 1);
        store.replaceAfter("chat", "life", 3, 2, "second life", List.of(edited));
        assertThat(find(index, "heron")).extracting(Hit::sequence).containsExactlyInAnyOrder(2L, 4L);
    }

    @Test
    void restartsAfterDeletion() {
        find(index, "heron");
        store.delete("chat");
        assertThat(find(index, "heron")).isEmpty();

        Entry entry = new Entry(1, Message.user("A frog"), 1);
        store.append("chat", "second life", 0, "key", List.of(entry));
        assertThat(find(index, "heron")).isEmpty();
        assertThat(find(index, "frog")).extracting(Hit::sequence).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void ranksAfterErasuresLikeAFreshIndex(long seed) {
        Random random = new Random(seed);
        Instant time = Instant.parse("2025-03-04T05:06:07Z");
        for (int i = 0; i < 150; i++) {
            List<String> words = new ArrayList<>();
            for (int w = random.nextInt(9); w >= 0; w--) {
                words.add(WORDS.get(random.nextInt(WORDS.size())));
            }
            String text = "There was " + String.join(" and the ", words) + (random.nextInt(3) == 0 ? "?" : ".");
            time = time.plusSeconds(random.nextInt(3_000));
            Message message = random.nextBoolean() ? Message.user(text) : Message.assistant(text);
            message = random.nextInt(3) == 0 ? message.withName("Tove") : message;
            counting.append("chat", random.nextInt(20) == 0 ? Message.system(text) : message.withTimestamp(time));
        }
        find(index, "heron");
        for (int round = 0; round < 6; round++) {
            List<Long> erased = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                long sequence = 1L + random.nextInt(153);
                store.erase("chat", sequence);
                erased.add(sequence);
            }
            if (random.nextBoolean()) {
                index.remove(erased);
            }
            SyncedIndex fresh = index();
            for (String query : QUERIES) {
                assertThat(find(index, query))
                        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("segment")
                        .as("seed %d: %s", seed, query)
                        .isEqualTo(find(fresh, query));
            }
        }
    }
}
