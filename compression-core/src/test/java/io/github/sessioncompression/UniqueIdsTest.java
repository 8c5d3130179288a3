package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.run.UniqueIds;
import io.github.sessioncompression.store.SessionStore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UniqueIdsTest {
    @Test
    void noOtherHasThem() {
        UniqueIds here = new UniqueIds();
        UniqueIds there = new UniqueIds();

        assertThat(IntStream.range(0, 1_000).parallel().boxed().flatMap(i -> Stream.of(here.get(), there.get())))
                .hasSize(2_000)
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(id).hasSizeBetween(20, 128).isPrintable());
    }

    private static SessionCompressor over(SessionStore store) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(100_000))
                .store(store)
                .build();
    }

    @Test
    void compressorsOnSameStoreUseDistinctIds() {
        SessionStore store = SessionStore.inMemory();
        try (SessionCompressor one = over(store);
                SessionCompressor two = over(store)) {
            for (int i = 0; i < 50; i++) {
                one.conversation("chat").append(Chats.question(i, 5));
                two.conversation("chat").append(Chats.answer(i, 5));
            }

            assertThat(one.conversation("chat").transcript()).hasSize(100);
        }
    }
}
