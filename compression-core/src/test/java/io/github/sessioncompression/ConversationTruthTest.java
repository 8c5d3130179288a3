package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.run.BackgroundTasks.DaemonThreads;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.store.DamagedStore;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reports match the events, and promises hold in awkward cases. */
class ConversationTruthTest {
    private static final CompressionPolicy POLICY = Policies.early(4_000)
            .withModel(ModelOptions.defaults().withRetries(0).withBreakerThreshold(100));
    private static final StructuredModel FAILING = request -> {
        throw new IllegalStateException("no");
    };

    private final Warnings warnings = new Warnings();
    private final SessionStore store = SessionStore.inMemory();
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();
    private final List<SessionCompressor> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SessionCompressor::close);
        warnings.close();
    }

    private SessionCompressor compressor(CompressionPolicy policy, Consumer<SessionCompressor.Builder> with) {
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(Runnable::run)
                .listener(events::add);
        with.accept(builder);
        SessionCompressor compressor = builder.build();
        open.add(compressor);
        return compressor;
    }

    private static void fill(Conversation chat, int turns) {
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.append(Message.user("And now?"));
    }

    private List<Recovery> recoveries() {
        return events.stream()
                .filter(StageFailed.class::isInstance)
                .map(event -> ((StageFailed) event).instead())
                .toList();
    }

    private boolean truncated() {
        return events.stream()
                .anyMatch(event -> event instanceof StageFinished finished && finished.stage() == Stage.FALLBACK);
    }

    @ParameterizedTest
    @EnumSource(FailurePolicy.class)
    void reportsTruncationAndExceptionOnlyIfTheyHappened(FailurePolicy failure) {
        CompressionPolicy policy = POLICY.withFailure(failure).withExecution(Execution.SYNC);
        Conversation below =
                compressor(policy, builder -> builder.model(FAILING)).conversation("below");
        fill(below, 24);
        assertThat(below.status().contextTokens()).isBetween(policy.triggerTokens(), policy.hardLimitTokens());
        boolean threw = threw(below);
        assertThat(threw).isEqualTo(failure == FailurePolicy.THROW);
        assertThat(recoveries())
                .isNotEmpty()
                .containsOnly(
                        switch (failure) {
                            case OFFLINE -> Recovery.OFFLINE;
                            case TRUNCATE -> Recovery.KEPT;
                            case THROW -> Recovery.THROWN;
                        });
        assertThat(truncated()).isFalse();

        events.clear();
        Conversation above =
                compressor(policy, builder -> builder.model(FAILING)).conversation("above");
        fill(above, 60);
        assertThat(threw(above)).isEqualTo(failure == FailurePolicy.THROW);
        assertThat(recoveries().contains(Recovery.TRUNCATED)).isEqualTo(failure == FailurePolicy.TRUNCATE);
        assertThat(truncated()).isEqualTo(failure == FailurePolicy.TRUNCATE);
    }

    private static boolean threw(Conversation chat) {
        try {
            chat.view();
            return false;
        } catch (CompressionFailedException e) {
            return true;
        }
    }

    @Test
    void throwsNothingInTheBackgroundAndSaysSo() {
        CompressionPolicy policy = POLICY.withFailure(FailurePolicy.THROW);
        Conversation chat =
                compressor(policy, builder -> builder.model(FAILING)).conversation("chat");
        fill(chat, 24);
        chat.append(Message.assistant("Yes."));
        assertThat(recoveries()).containsOnly(Recovery.KEPT);
    }

    @Test
    void endsEveryStartedStage() {
        for (FailurePolicy failure : FailurePolicy.values()) {
            for (Execution execution : Execution.values()) {
                AtomicInteger calls = new AtomicInteger();
                String id = failure + " " + execution;
                Conversation chat = compressor(
                                POLICY.withFailure(failure).withExecution(execution),
                                builder -> builder.model(request -> switch (calls.incrementAndGet() % 4) {
                                    case 0 -> throw new OutOfMemoryError("planted");
                                    case 1 -> ModelAnswer.of("no JSON");
                                    case 2 -> {
                                        compressor(POLICY, other -> {})
                                                .conversation(id)
                                                .clear();
                                        yield ModelAnswer.of("");
                                    }
                                    default -> throw new IllegalStateException("planted");
                                }))
                        .conversation(id);
                for (int round = 0; round < 4; round++) {
                    fill(chat, 40);
                    threw(chat);
                    chat.append(Chats.toolTurn(round, 900));
                    threw(chat);
                }
            }
        }
        long started = events.stream().filter(StageStarted.class::isInstance).count();
        long ended = events.stream()
                .filter(event -> (event instanceof StageFinished)
                        || (event instanceof StageFailed failed && failed.instead() != Recovery.OFFLINE)
                        || event instanceof LateResultDiscarded)
                .count();
        assertThat(started).isPositive().isEqualTo(ended);
        assertThat(events).noneMatch(event -> event instanceof StageFinished finished && finished.savedTokens() < 0);
    }

    @Test
    void showsStoredMessagesDespiteHugeCount() {
        Conversation chat = compressor(
                        POLICY.withEnabled(false), builder -> builder.messageCounter(message -> Integer.MAX_VALUE))
                .conversation("chat");
        chat.append(Message.user("One."), Message.assistant("Two."));
        chat.append(Message.user("Three."));
        assertThat(chat.view().messages()).hasSize(3);
        assertThat(chat.view().tokens()).isEqualTo(Integer.MAX_VALUE);
        assertThat(chat.transcript()).hasSize(3);
    }

    @Test
    void runsOneCompressionAtATimeForForgottenConversation() {
        AtomicInteger calls = new AtomicInteger();
        List<SessionCompressor> self = new ArrayList<>();
        SessionCompressor compressor = compressor(
                POLICY.withModel(POLICY.model().withContextWindow(100_000)),
                builder -> builder.model(request -> {
                    ModelAnswer answer = ModelAnswer.of("{\"logos\":[\"Orders were placed.\"],\"pathos\":[],"
                            + "\"abstract\":[],\"conversation_summary\":\"Orders.\"}");
                    if (!ScriptedModel.part(request, "correction").isEmpty()) {
                        return answer;
                    }
                    calls.incrementAndGet();
                    for (int i = 0; i < 1_100; i++) {
                        self.get(0).conversation("other" + i);
                    }
                    Conversation again = self.get(0).conversation("chat");
                    assertThat(again.status().compressing()).isTrue();
                    again.append(Message.user("Meanwhile."), Message.assistant("Yes."));
                    return answer;
                }));
        self.add(compressor);
        Conversation chat = compressor.conversation("chat");
        fill(chat, 24);
        chat.append(Message.assistant("Yes."));
        assertThat(calls).hasValue(1);
        assertThat(compressor.conversation("chat").transcript()).hasSize(1 + 48 + 2 + 2);
    }

    @Test
    void hasNoThreadsForEachCompressor() {
        for (int i = 0; i < 60; i++) {
            SessionCompressor own = SessionCompressor.builder()
                    .policy(POLICY)
                    .model(request -> ModelAnswer.of("{}"))
                    .build();
            open.add(own);
            Conversation chat = own.conversation("chat");
            fill(chat, 24);
            chat.append(Message.assistant("Yes."));
        }
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("session-compression-"))
                .count();
        assertThat(threads).isLessThanOrEqualTo(2L * DaemonThreads.COMPRESSIONS);
        // Else the next test hears what they have to tell.
        open.forEach(SessionCompressor::close);
        for (SessionCompressor own : open) {
            RunningCompressions running = own.shared().running();
            running.end("chat", Objects.requireNonNull(running.await("chat", Duration.ofMinutes(5))));
        }
    }

    @Test
    void closingDiscardsRunningCompression() {
        List<SessionCompressor> self = new ArrayList<>();
        SessionCompressor compressor = compressor(
                POLICY,
                builder -> builder.model(request -> {
                    self.get(0).close();
                    return ModelAnswer.of(ScriptedModel.state("Late.", ""));
                }));
        self.add(compressor);
        Conversation chat = compressor.conversation("chat");
        fill(chat, 23);
        chat.append(Message.assistant("Yes."));
        assertThat(chat.record()).isEmpty();
        assertThat(warnings.lines()).isEmpty();
        assertThat(chat.view().messages()).hasSize(1 + 46 + 2);
    }

    @Test
    void commitsNothingOfAnInterruptedCompression() {
        Conversation chat = compressor(POLICY, builder -> {}).conversation("chat");
        fill(chat, 10);
        Thread.currentThread().interrupt();
        Outcome outcome = chat.compress();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED));
        assertThat(chat.record()).isEmpty();
    }

    @Test
    void rebuildsUnreadableRecordFromTranscript() {
        DamagedStore damaged = new DamagedStore(store);
        Conversation chat = compressor(POLICY.withExecution(Execution.SYNC), builder -> builder.store(damaged.store()))
                .conversation("chat");
        fill(chat, 40);
        chat.view();
        List<Message> transcript = chat.transcript();
        damaged.damage("chat");
        Conversation again = compressor(POLICY.withExecution(Execution.SYNC), builder -> builder.store(damaged.store()))
                .conversation("chat");
        View view = again.view();
        assertThat(view.tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        assertThat(view.stateTokens()).isPositive();
        assertThat(again.transcript()).isEqualTo(transcript);
        assertThat(warnings.lines()).hasSize(1).first().asString().contains("can't be read");
    }
}
