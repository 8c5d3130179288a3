package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One conversation's index, as several threads ask it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KeptIndexTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final SessionStore store = SessionStore.inMemory();
    private final AtomicLong nanos = new AtomicLong(PATIENCE.toNanos() * 9);
    /** What another thread finds whenever the clock is looked at. */
    private @Nullable Runnable meanwhile;

    private final KeptIndex index = new KeptIndex(store, "chat", RecallOptions.defaults(), () -> {
        Runnable then = meanwhile;
        meanwhile = null;
        if (then != null) {
            then.run();
        }
        return nanos.get();
    });

    @BeforeEach
    void fill() {
        for (int i = 1; i <= 3; i++) {
            store.append("chat", "life", i - 1, "key " + i, List.of(new Entry(i, Message.user("Heron " + i), 2)));
        }
    }

    private boolean hangsForAnother() {
        return CompletableFuture.supplyAsync(index::hangs).join();
    }

    @Test
    void whoHasOnlyJustTakenItDoesNotHangHoweverLongNobodyHad() {
        AtomicReference<Boolean> hangs = new AtomicReference<>();
        for (int times = 0; times < 2; times++) {
            meanwhile = () -> hangs.set(hangsForAnother());

            assertThat(index.ask(found -> true)).contains(true);

            assertThat(hangs.getAndSet(null)).isFalse();
            nanos.addAndGet(PATIENCE.toNanos());
        }
    }

    @Test
    void whoIsAtItForLongerHangs() {
        Optional<Boolean> hung = index.ask(found -> {
            assertThat(hangsForAnother()).isFalse();
            nanos.addAndGet(PATIENCE.toNanos() - 1);
            assertThat(hangsForAnother()).isFalse();
            nanos.addAndGet(1);
            assertThat(index.hangs()).as("for this thread itself").isFalse();
            assertThat(CompletableFuture.supplyAsync(() -> index.ask(other -> true))
                            .join())
                    .isEmpty();
            return hangsForAnother();
        });

        assertThat(hung).contains(true);
        assertThat(hangsForAnother()).as("once it is free").isFalse();
    }

    @Test
    void isAskedIfNothingMuchIsToBeReadForIt() {
        assertThat(index.askIfNear(2, found -> true)).isEmpty();
        assertThat(hangsForAnother()).isFalse();
        assertThat(index.askIfNear(3, found -> true)).contains(true);
        store.append("chat", "life", 3, "key 4", List.of(new Entry(4, Message.user("Heron 4"), 2)));
        assertThat(index.askIfNear(0, found -> true)).isEmpty();
        assertThat(index.askIfNear(1, found -> true)).contains(true);
        assertThat(index.bytes()).isPositive();
    }

    @Test
    void isNotAskedWhileAnotherOneIsAtIt() {
        index.ask(found -> {
            assertThat(CompletableFuture.supplyAsync(() -> index.askIfNear(9, other -> true))
                            .join())
                    .isEmpty();
            return true;
        });
        assertThat(CompletableFuture.supplyAsync(() -> index.askIfNear(9, other -> true))
                        .join())
                .as("once it is free")
                .contains(true);
    }

    @Test
    void isMadeByOneAtATime() {
        assertThat(index.beginsToBeMade()).isTrue();
        assertThat(index.beginsToBeMade()).isFalse();
        index.endsToBeMade();
        assertThat(index.beginsToBeMade()).isTrue();
    }
}
