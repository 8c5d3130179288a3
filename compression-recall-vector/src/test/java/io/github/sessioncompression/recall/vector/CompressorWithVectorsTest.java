package io.github.sessioncompression.recall.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A compressor that searches by meaning, on its own threads, in a store that works, fails or hangs. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CompressorWithVectorsTest {
    private final MeaningStoreInMemory meaning = new MeaningStoreInMemory();
    private final VectorSearch search = VectorSearch.in(meaning);

    @AutoClose
    private SessionCompressor compressor = compressor(search.withTimeout(Duration.ofSeconds(30)));

    private static SessionCompressor compressor(VectorSearch search) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .executor(Runnable::run)
                .recall(RecallOptions.defaults().withSecondSearch(search))
                .build();
    }

    private Conversation chat() {
        Conversation chat = compressor.conversation("chat");
        chat.append(Message.system("You know birds."), Message.user("An owl sat there."), Message.assistant("Nice."));
        chat.append(Message.user("We cooked a stew."), Message.assistant("Delicious."));
        return chat;
    }

    private static List<Long> find(Conversation chat, String query) {
        return chat.recall().searchAll(query, 3).stream().map(Hit::sequence).toList();
    }

    @Test
    void findsByMeaningUntilErased() {
        Conversation chat = chat();
        assertThat(find(chat, "Which bird was it?")).startsWith(2L);
        assertThat(meaning.texts()).contains("An owl sat there.").doesNotContain("You know birds.");

        assertThat(chat.erase(2)).isTrue();

        assertThat(meaning.texts()).containsExactly("Nice.", "We cooked a stew.", "Delicious.");
        meaning.takeAdded();
        assertThat(find(chat, "Which bird was it?")).doesNotContain(2L);
        assertThat(meaning.takeAdded()).as("embedded again").isEmpty();
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
    void searchesByWordsAndWarnsOnceIfTheStoreFails(Runnable failure) {
        meaning.before(failure);
        Conversation chat = chat();
        try (Warnings warnings = new Warnings()) {
            assertThat(find(chat, "owl")).startsWith(2L);
            assertThat(find(chat, "owl")).startsWith(2L);
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("by their words alone")
                    .doesNotContain("heron");
        }
    }

    @Test
    void waitsOnceForHangingStore() {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        meaning.before(() -> {
            calls.incrementAndGet();
            untilInterrupted(released);
            throw new IllegalStateException("too late");
        });
        compressor.close();
        compressor = compressor(search.withTimeout(Duration.ofMillis(200)));
        Conversation chat = chat();
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 3; i++) {
                assertThat(find(chat, "owl")).startsWith(2L);
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

    @Test
    void boundsTimeout() {
        for (Duration bad : List.of(Duration.ofMillis(9), Duration.ofMinutes(1).plusNanos(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> search.withTimeout(bad))
                    .withMessage("timeout must be PT0.01S to PT1M, but was " + bad);
        }
    }
}
