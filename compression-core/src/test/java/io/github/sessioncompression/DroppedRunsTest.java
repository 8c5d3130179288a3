package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compression tasks an executor accepted and then dropped or ran late. */
class DroppedRunsTest {
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final int TURNS = 25;

    private final MutableTime time = new MutableTime();
    private final List<CompressionEvent> events = new ArrayList<>();
    private final List<Runnable> taken = new ArrayList<>();
    private final Warnings warnings = new Warnings();
    private int asked;
    private final StructuredModel model = request -> {
        asked++;
        return new ModelAnswer(ScriptedModel.state("soil is ordered", ""), FinishReason.STOP, Usage.of(500, 40));
    };
    /** Current behavior of the executor. */
    private Executor threads = taken::add;

    private SessionCompressor compressor;

    DroppedRunsTest() {
        compressor = compressor(Execution.AUTO);
    }

    private SessionCompressor compressor(Execution execution) {
        return SessionCompressor.builder()
                .policy(Policies.early(4_000).withExecution(execution).withModel(ModelOptions.defaults()))
                .model(model)
                .modelCalls(Runnable::run, time)
                .executor(task -> threads.execute(task))
                .clock(time)
                .listener(events::add)
                .build();
    }

    @AfterEach
    void close() {
        compressor.close();
        warnings.close();
    }

    /** A chat whose first compression was handed to the executor, which has not begun it. */
    private Conversation waiting(Execution execution) {
        compressor = compressor(execution);
        Conversation chat = compressor.conversation("chat");
        for (int i = 0; taken.isEmpty(); i++) {
            assertThat(i).as("turns before anything happens").isLessThan(TURNS);
            chat.append(Chats.turn(i, 30));
        }
        assertThat(chat.record()).isEmpty();
        return chat;
    }

    /** The chat's next turn, which finds it above its threshold. */
    private static void goOn(Conversation chat) {
        chat.append(Message.user("And now?"), Message.assistant("Now it rains."));
        assertThat(chat.view().messages()).isNotEmpty();
    }

    /** A task that comes too late. */
    private void doesNothing(Conversation chat, Runnable late) {
        int paid = asked;
        long version = chat.record().orElseThrow().version();

        late.run();

        assertThat(asked).isEqualTo(paid);
        assertThat(chat.record().orElseThrow().version()).isEqualTo(version);
    }

    private List<StageFailed> failures() {
        return events.stream()
                .filter(StageFailed.class::isInstance)
                .map(StageFailed.class::cast)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ASYNC"})
    void restartsDroppedRunAndReportsItOnce(Execution execution) {
        Conversation chat = waiting(execution);
        goOn(chat);
        assertThat(taken).as("it may only be late").hasSize(1);
        assertThat(failures()).isEmpty();
        threads = Runnable::run;
        time.advance(DEADLINE);

        goOn(chat);

        assertThat(chat.status().boundary()).isPositive();
        assertThat(chat.status().compressing()).isFalse();
        assertThat(chat.status().stats().failures()).isEqualTo(1);
        assertThat(failures()).singleElement().satisfies(event -> {
            assertThat(event.failure()).isEqualTo("NOT_BEGUN");
            assertThat(event.instead()).isEqualTo(Recovery.KEPT);
        });
        assertThat(warnings.lines()).singleElement().asString().contains("NOT_BEGUN");
    }

    @ParameterizedTest
    @CsvSource({"AUTO, 1", "AUTO, 2", "ASYNC, 1", "ASYNC, 2"})
    void closingEndsWaitingRun(Execution execution, int handedOver) {
        Conversation chat = waiting(execution);
        for (int i = 1; i < handedOver; i++) {
            time.advance(DEADLINE);
            goOn(chat);
        }
        assertThat(taken).hasSize(handedOver);
        assertThat(chat.status().compressing()).isTrue();

        compressor.close();

        assertThat(chat.status().compressing()).isFalse();
        taken.forEach(Runnable::run);
        assertThat(asked).isZero();
        assertThat(chat.record()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ASYNC"})
    void onlyFirstOfTwoHandedOverRunsWorks(Execution execution) {
        Conversation chat = waiting(execution);
        time.advance(DEADLINE);
        goOn(chat);
        assertThat(taken).hasSize(2);

        taken.get(0).run();
        assertThat(asked).isPositive();

        doesNothing(chat, taken.get(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ASYNC"})
    void lateRunAfterCompressionDoesNothing(Execution execution) {
        Conversation chat = waiting(execution);
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);

        doesNothing(chat, taken.get(0));
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ASYNC"})
    void lateRunAfterClearingDoesNothing(Execution execution) {
        Conversation chat = waiting(execution);
        chat.clear();
        for (int i = 0; taken.size() == 1; i++) {
            chat.append(Chats.turn(i + 100, 30));
        }

        taken.get(0).run();
        assertThat(asked).isZero();
        taken.get(1).run();

        assertThat(asked).isPositive();
        assertThat(chat.status().boundary()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ASYNC"})
    void droppingExecutorBlocksNoTurnAndIsReportedEachTime(Execution execution) {
        Conversation chat = waiting(execution);
        for (int times = 1; times <= 3; times++) {
            time.advance(DEADLINE);
            goOn(chat);
            goOn(chat);

            assertThat(failures()).hasSize(times);
        }
        assertThat(taken).hasSize(4);
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ASYNC"})
    void waitingRunSurvivesRejectionOfItsRetry(Execution execution) {
        Conversation chat = waiting(execution);
        threads = task -> {
            throw new RejectedExecutionException("full");
        };
        time.advance(DEADLINE);
        goOn(chat);
        assertThat(warnings.lines()).singleElement().asString().contains("NOT_BEGUN");

        taken.get(0).run();

        assertThat(chat.status().boundary()).isPositive();
        assertThat(chat.status().compressing()).isFalse();
    }
}
