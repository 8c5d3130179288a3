package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.store.SessionStore;
import java.time.InstantSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chosen pins stay through fifty compressions by two processes over one list, with and without a store beside it. */
@Tag("landing")
@Tag("fuzz")
class LastingChosenPinsOverListsTest {
    @AutoClose
    private final Compressors open = new Compressors();

    private final FrameworkLists lists = new FrameworkLists(Kind.METADATA);

    private Conversation process(SideStore side) {
        return open.open(SessionCompressor.builder()
                        .policy(LastingChosenPinsTest.POLICY)
                        .store(FrameworkLists.over(lists, InstantSource.system(), side))
                        .executor(Runnable::run))
                .conversation("pins");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pinsLastFiftyGenerations(boolean beside) {
        SideStore side = beside ? SideStore.of(SessionStore.inMemory()) : SideStore.none();

        LastingChosenPinsTest.lastsFiftyGenerations(process(side), process(side));
    }
}
