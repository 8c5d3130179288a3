package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thread of each run; callers never wait for a run that does not come, with a wait limit of ten minutes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RunningThreadsTest {
    private static final int TURNS = 25;
    private static final CompressionPolicy POLICY =
            Policies.early(4_000).withModel(ModelOptions.defaults().withTimeout(Duration.ofMinutes(4)));

    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final Compressors open = new Compressors();

    private CompressionListener calledBack = event -> {};

    private SessionCompressor compressor(CompressionPolicy policy, Executor executor) {
        return open.open(SessionCompressor.builder()
                .policy(policy)
                .executor(executor)
                .listener(events::add)
                .listener(event -> calledBack.onEvent(event)));
    }

    private static void talk(Conversation chat) {
        for (int i = 0; i < TURNS; i++) {
            chat.append(Chats.turn(i, 30));
            chat.view();
        }
    }

    private List<String> failures() {
        return events.stream()
                .filter(CompressionEvent.StageFailed.class::isInstance)
                .map(event -> ((CompressionEvent.StageFailed) event).failure())
                .toList();
    }

    @Test
    void executorFailureIsReportedAndFailsNoChat() {
        for (Throwable thrown : List.of(
                new IllegalStateException("shut down"), new OutOfMemoryError("unable to create native thread"))) {
            SessionCompressor compressor = compressor(POLICY, task -> RunningThreadsTest.<Error>sneak(thrown));
            Conversation chat = compressor.conversation("chat of " + thrown);
            talk(chat);

            assertThat(chat.transcript()).hasSize(2 * TURNS);
            assertThat(failures()).isNotEmpty().containsOnly("NO_THREAD");
            assertThat(chat.status().compressing()).isFalse();
            assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
            events.clear();
        }
    }

    @Test
    void warnsOnceOfRefusingExecutorUntilItAcceptsTask() {
        AtomicBoolean full = new AtomicBoolean(true);
        SessionCompressor compressor = compressor(POLICY, task -> {
            if (full.get()) {
                throw new RejectedExecutionException("full");
            }
            task.run();
        });
        try (Warnings warnings = new Warnings()) {
            talk(compressor.conversation("one"));
            talk(compressor.conversation("two"));
            assertThat(failures()).hasSizeGreaterThan(2);
            assertThat(warnings.lines()).singleElement().asString().contains("the executor takes no task");

            full.set(false);
            talk(compressor.conversation("one"));
            full.set(true);
            talk(compressor.conversation("three"));
            assertThat(warnings.lines()).hasSize(2);
        }
    }

    @Test
    void closedCompressorFailsNothing() {
        SessionCompressor compressor = compressor(POLICY, Runnable::run);
        compressor.close();
        Conversation chat = compressor.conversation("chat");
        try (Warnings warnings = new Warnings()) {
            talk(chat);
            View view = chat.view();

            assertThat(view.tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
            assertThat(chat.transcript()).hasSize(2 * TURNS);
            assertThat(warnings.lines()).isEmpty();
            assertThat(failures()).isEmpty();
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void compressionRequestedByListenerReturnsBusy() {
        for (Execution execution : Execution.values()) {
            List<Outcome> outcomes = new ArrayList<>();
            SessionCompressor compressor = compressor(POLICY.withExecution(execution), Runnable::run);
            Conversation chat = compressor.conversation("chat of " + execution);
            calledBack = event -> {
                if (event instanceof CompressionEvent.StageStarted && outcomes.size() < 3) {
                    assertThat(chat.view().messages()).isNotEmpty();
                    outcomes.add(chat.compress());
                }
            };
            talk(chat);
            chat.compress();

            assertThat(outcomes).contains(new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY));
            assertThat(chat.status().boundary()).isPositive();
            assertThat(chat.status().compressing()).isFalse();
        }
    }
}
