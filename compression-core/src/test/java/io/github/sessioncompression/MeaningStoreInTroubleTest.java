package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.recall.ExpansionOptions.Trigger;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MeaningStoreInMemory;
import io.github.sessioncompression.recall.RecallOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chats and searches with a meaning store that fails or hangs. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MeaningStoreInTroubleTest extends ExpansionFixture {

    private Conversation chat(Runnable failure, Duration limit) {
        forgotten(EXPANDING);
        MeaningStoreInMemory meaning = new MeaningStoreInMemory();
        meaning.before(failure);
        return open.open(SessionCompressor.builder()
                        .policy(expanding(Trigger.WORDS))
                        .store(store)
                        .executor(Runnable::run)
                        .recall(RecallOptions.defaults()
                                .withMeaningStore(meaning)
                                .withMeaningTimeout(limit)))
                .conversation("chat");
    }

    static Stream<Named<Runnable>> failures() {
        return Stream.of(
                Named.of("an exception", () -> {
                    throw new IllegalStateException("heron");
                }),
                Named.of("no library", () -> {
                    throw new UnsatisfiedLinkError("heron");
                }),
                Named.of("endless recursion", () -> {
                    throw new StackOverflowError();
                }));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void searchesByWordsIfTheStoreFails(Runnable failure) {
        Conversation chat = chat(failure, Duration.ofSeconds(30));
        try (Warnings warnings = new Warnings()) {
            chat.append(ASKED);
            View view = chat.view();
            List<Hit> found = chat.recall().searchAll("heron", 10);

            assertThat(view.messages()).endsWith(ASKED);
            assertThat(text(view)).as("by its words").contains("chapel");
            assertThat(found).isNotEmpty();
            assertThat(warnings.lines()).singleElement().asString().doesNotContain("heron");
        }
    }

    @Test
    void waitsOnceForHangingStore() {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Runnable hang = () -> {
            calls.incrementAndGet();
            untilInterrupted(released);
            throw new IllegalStateException("too late");
        };
        Conversation chat = chat(hang, Duration.ofMillis(200));
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 3; i++) {
                assertThat(chat.recall().searchAll("heron", 10)).isNotEmpty();
            }
            assertThat(calls).as("not called after the timeout").hasValue(1);
            assertThat(warnings.lines()).singleElement().asString().contains("did not answer within");
        } finally {
            released.countDown();
        }
    }

    private static void untilInterrupted(CountDownLatch released) {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
