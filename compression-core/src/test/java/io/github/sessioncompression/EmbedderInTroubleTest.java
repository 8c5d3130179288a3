package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.recall.ExpansionTrigger;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.TextEmbedder;
import java.time.Duration;
import java.util.Collections;
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

/** Chats and searches with an embedding model that fails or hangs. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EmbedderInTroubleTest extends ExpansionFixture {
    private Conversation chat(TextEmbedder embedder, Duration limit) {
        Conversation said = forgotten(EXPANDING);
        assertThat(said.transcript())
                .as("few enough to be embedded while a chat waits")
                .hasSizeLessThan(TextEmbedder.MAX_TEXTS);
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(expanding(ExpansionTrigger.words()))
                .store(store)
                .executor(Runnable::run)
                .recall(RecallOptions.defaults().withEmbedder(embedder).withMeaningTimeout(limit))
                .build();
        open.add(compressor);
        return compressor.conversation("chat");
    }

    static Stream<Named<TextEmbedder>> broken() {
        return Stream.of(
                Named.of("null", texts -> nothing()),
                Named.of("null among them", texts -> Collections.nCopies(texts.size(), nothing())),
                Named.of("too few", texts -> List.of()),
                Named.of("an exception", texts -> {
                    throw new IllegalStateException("heron");
                }),
                Named.of("no library", texts -> {
                    throw new UnsatisfiedLinkError("heron");
                }),
                Named.of("an assertion", texts -> {
                    throw new AssertionError("heron");
                }),
                Named.of("endless recursion", texts -> {
                    throw new StackOverflowError();
                }));
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // What the types forbid and other languages do.
    private static <T> T nothing() {
        return null;
    }

    @ParameterizedTest
    @MethodSource("broken")
    void searchesByWordsIfTheModelFails(TextEmbedder embedder) {
        Conversation chat = chat(embedder, Duration.ofSeconds(30));
        try (Warnings warnings = new Warnings()) {
            chat.append(ASKED);
            View view = chat.view();
            List<Hit> found =
                    chat.recall().search("heron", SearchOptions.defaults().withScope(SearchOptions.Scope.ALL));

            assertThat(view.messages()).endsWith(ASKED);
            assertThat(text(view)).as("by its words").contains("chapel");
            assertThat(found).isNotEmpty();
            assertThat(warnings.lines()).singleElement().asString().doesNotContain("heron");
        }
    }

    @Test
    void waitsOnceForAModelThatHangs() {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Conversation chat = chat(
                texts -> {
                    calls.incrementAndGet();
                    untilInterrupted(released);
                    throw new IllegalStateException("too late");
                },
                Duration.ofMillis(10));
        try (Warnings warnings = new Warnings()) {
            SearchOptions everywhere = SearchOptions.defaults().withScope(SearchOptions.Scope.ALL);
            for (int i = 0; i < 3; i++) {
                assertThat(chat.recall().search("heron", everywhere)).isNotEmpty();
            }
            assertThat(calls).as("after that it rests").hasValue(1);
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
    void survivesATriggerThatThrowsAnError() {
        Conversation chat = forgotten(expanding(occasion -> {
            throw new NoClassDefFoundError("heron");
        }));
        chat.append(ASKED);

        assertThat(chat.view().messages()).endsWith(ASKED);
    }
}
