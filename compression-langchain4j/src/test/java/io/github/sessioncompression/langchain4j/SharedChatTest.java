package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.answer;
import static io.github.sessioncompression.langchain4j.Chats.checkValid;
import static io.github.sessioncompression.langchain4j.Chats.question;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.mock.ChatModelMock;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two services over one store and one id, while a compression model takes its time. */
@Tag("landing")
@Tag("once")
class SharedChatTest {
    private static final int THREADS = 32;
    private static final int TURNS_EACH = 8;
    /** The compression runs from 20,000 tokens on, and nobody waits for it below 100,000. */
    private static final CompressionPolicy EARLY =
            CompressionPolicy.forWindow(100_000).withRatios(0.1, 0.2, 1.0);

    private static final String STATE =
            """
            {"logos": ["The trip is by train."], "pathos": ["%s"], "abstract": [],
             "conversation_summary": "A trip by train is planned."}"""
                    .formatted((ScriptedModel.TONE + " ").repeat(16));

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final ExecutorService background = Executors.newFixedThreadPool(2);
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CountingStore store = new CountingStore();

    @AfterEach
    void end() throws InterruptedException {
        release.countDown();
        threads.shutdownNow();
        background.shutdown();
        assertThat(background.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void losesNoMessageAndNoCompression() throws Exception {
        List<CompressingChatMemory> services = List.of(service(), service());
        int before = 250;
        talk(services.get(0), 0, before);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

        List<Callable<Void>> talkers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = 1_000 * (thread + 1);
            CompressingChatMemory memory = services.get(thread % 2);
            talkers.add(() -> {
                for (int turn = first; turn < first + TURNS_EACH; turn++) {
                    checkValid(memory.messages());
                    memory.add(question(turn), answer(turn));
                    if (turn == first + TURNS_EACH / 2) {
                        release.countDown();
                    }
                }
                return null;
            });
        }
        for (Future<Void> talker : threads.invokeAll(talkers)) {
            talker.get();
        }
        background.shutdown();
        assertThat(background.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

        for (CompressingChatMemory memory : services) {
            assertThat(memory.conversation().status().boundary()).isPositive();
            List<ChatMessage> messages = memory.messages();
            checkValid(messages);
            // Turns that came meanwhile may leave the state less room than it takes, so its own words need not be
            // shown.
            assertThat(memory.conversation().record().map(CompressionRecord::cause))
                    .contains(CompressionRecord.Cause.MODEL);
            assertThat(messages.toString()).contains("<session_state");
            assertThat(memory.conversation().transcript())
                    .extracting(Message::text)
                    .containsExactlyInAnyOrderElementsOf(everything(before));
        }
        // The state gets into the list with the message that follows it, if one does.
        assertThat(store.kept("default"))
                .hasSizeBetween(2 * (before + THREADS * TURNS_EACH), 2 * (before + THREADS * TURNS_EACH) + 2);
    }

    private static List<String> everything(int before) {
        List<String> texts = new ArrayList<>();
        for (int turn = 0; turn < before; turn++) {
            texts.add(question(turn).singleText());
            texts.add(answer(turn).text());
        }
        for (int thread = 0; thread < THREADS; thread++) {
            for (int turn = 0; turn < TURNS_EACH; turn++) {
                texts.add(question(1_000 * (thread + 1) + turn).singleText());
                texts.add(answer(1_000 * (thread + 1) + turn).text());
            }
        }
        return texts;
    }

    @Test
    void isGoneWhenItIsClearedDuringACompression() throws Exception {
        CompressingChatMemory memory = service();
        talk(memory, 0, 250);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        service().clear();
        memory.add(UserMessage.from("Hello again."));
        release.countDown();
        background.shutdown();
        assertThat(background.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(memory.messages()).endsWith(UserMessage.from("Hello again.")).hasSizeLessThanOrEqualTo(2);
        assertThat(store.kept("default")).containsExactly(UserMessage.from("Hello again."));
    }

    /** The model answers after the test only: who waits for it waits for ever. What a turn takes is in the benchmarks. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void keepsNobodyWaiting() throws Exception {
        CompressingChatMemory compressing = service();
        CompressingChatMemory plain = CompressingChatMemory.builder()
                .id("plain")
                .compressor(compressor(EARLY.withEnabled(false)))
                .build();
        talk(compressing, 0, 250);
        talk(plain, 0, 250);
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

        for (int turn = 1_000; turn < 1_040; turn++) {
            String calls = turn(compressing, turn);
            assertThat(calls).isEqualTo(turn(plain, turn));
        }
        assertThat(compressing.conversation().status().compressing()).isTrue();
    }

    /** One turn, and the calls of the store it took. */
    private String turn(CompressingChatMemory memory, int turn) {
        store.calls();
        assertThat(memory.messages()).isNotEmpty();
        memory.add(question(turn));
        memory.add(answer(turn));
        return store.calls();
    }

    private CompressingChatMemory service() {
        return CompressingChatMemory.builder().compressor(compressor(EARLY)).build();
    }

    private SessionCompressor compressor(CompressionPolicy policy) {
        ChatModel slow = ChatModelMock.thatResponds(request -> {
            asked.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return AiMessage.from(STATE);
        });
        return SessionCompressor.builder()
                .policy(policy)
                .model(StructuredChatModel.of(slow))
                .store(ChatMemoryStores.asSessionStore(store))
                .executor(background)
                .build();
    }
}
