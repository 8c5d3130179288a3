package io.github.sessioncompression.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Something that is reached under its lock only. */
class LockedTest {
    private final Locked<List<String>> guarded = new Locked<>(new ArrayList<>());

    private int seenByAnotherThread() throws Exception {
        return CompletableFuture.supplyAsync(() -> guarded.get(List::size)).get(1, TimeUnit.MINUTES);
    }

    @Test
    void isFreeForOthersOnceItWasUsed() throws Exception {
        guarded.run(list -> list.add("one"));
        int size = guarded.get(List::size);
        assertThat(size).isOne();

        assertThat(seenByAnotherThread()).isOne();
    }

    @Test
    void exceptionReleasesLock() throws Exception {
        assertThatIllegalStateException()
                .isThrownBy(() -> guarded.run(list -> {
                    throw new IllegalStateException("planted");
                }));

        assertThat(seenByAnotherThread()).isZero();
    }

    @Test
    void countsHowOftenItWasTaken() throws Exception {
        guarded.run(list -> {});
        guarded.get(List::size);

        assertThat(guarded.takes()).isEqualTo(2);
        assertThat(seenByAnotherThread()).isZero();
        assertThat(guarded.takes()).isEqualTo(3);
    }
}
