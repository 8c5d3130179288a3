package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several threads and several processes (compressors over one store) at one conversation. */
class ConversationConcurrencyTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000);

    private static final String GOOD = ScriptedModel.state("plot 3 needs soil", "Orders.");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final SessionStore store = SessionStore.inMemory();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private SessionCompressor compressor(SessionCompressor.Builder builder) {
        SessionCompressor compressor = builder.policy(POLICY).store(store).build();
        open.add(compressor);
        return compressor;
    }

    private ExecutorService threads(int count) {
        ExecutorService pool = Executors.newFixedThreadPool(count);
        open.add(pool::shutdownNow);
        return pool;
    }

    @Test
    void aSecondProcessDoesNotPayForTheSameCompression() throws Exception {
        ScriptedModel model = new ScriptedModel().blocks(GOOD);
        model.otherwise(request -> ModelAnswer.of(GOOD));
        ExecutorService pool = threads(1);
        Conversation here = compressor(SessionCompressor.builder().model(model).executor(pool))
                .conversation("chat");
        Conversation there = compressor(SessionCompressor.builder().model(model).executor(Runnable::run))
                .conversation("chat");
        for (int i = 0; here.status().contextTokens() <= POLICY.triggerTokens(); i++) {
            here.append(Chats.turn(i, 30));
        }
        model.awaitBlocked();
        assertThat(there.compress()).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY));
        assertThat(model.requests()).hasSize(1);
        model.release();
        pool.submit(() -> {}).get();
        assertThat(there.view().messages()).isEqualTo(here.view().messages());
        assertThat(here.record().orElseThrow().version()).isEqualTo(1);
    }

    @Test
    void processesLoseNothingOfEachOtherAndCompressNothingTwice() throws Exception {
        int processes = 3;
        int threadsEach = 3;
        int turns = FuzzCases.times(15, 30);
        ExecutorService pool = threads(processes * threadsEach);
        List<Future<?>> futures = new ArrayList<>();
        for (int p = 0; p < processes; p++) {
            Conversation chat = compressor(SessionCompressor.builder()).conversation("chat");
            for (int t = 0; t < threadsEach; t++) {
                int base = (p * threadsEach + t) * turns;
                futures.add(pool.submit(() -> {
                    for (int i = base; i < base + turns; i++) {
                        chat.append(i % 3 == 0 ? Chats.toolTurn(i, 20) : Chats.turn(i, 10));
                        View view = chat.view();
                        ValidSequence.check(view.messages());
                        assertThat(view.tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
                    }
                }));
            }
        }
        for (Future<?> future : futures) {
            future.get();
        }
        List<Message> expected = new ArrayList<>();
        for (int i = 0; i < processes * threadsEach * turns; i++) {
            expected.addAll(i % 3 == 0 ? Chats.toolTurn(i, 20) : Chats.turn(i, 10));
        }
        Conversation after = compressor(SessionCompressor.builder()).conversation("chat");
        assertThat(after.transcript()).containsExactlyInAnyOrderElementsOf(expected);
        long boundary = 0;
        long covered = 0;
        for (CompressionRecord record : store.history("chat")) {
            assertThat(record.boundary()).isGreaterThanOrEqualTo(boundary);
            covered += record.accounting().messages();
            assertThat(covered).as("each message is covered once").isLessThanOrEqualTo(record.boundary());
            boundary = record.boundary();
        }
        assertThat(boundary).isPositive();
    }
}
