package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events, log lines and counts of each outcome. */
class ReporterTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000);
    private static final Duration TOOK = Duration.ofMillis(250);
    private static final int BASE = POLICY.baseTokens();

    private final MutableTime time = new MutableTime();
    private final SessionStore store = SessionStore.inMemory();
    private final List<CompressionEvent> events = new ArrayList<>();
    private final Warnings warnings = new Warnings();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(POLICY)
            .store(store)
            .clock(time)
            .executor(Runnable::run)
            .listener(events::add)
            .build();
    private final ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
    private final Reporter reporter = workings.reporter();
    private final PipelineRun run = new PipelineRun(Recipe.ORDINARY, Reason.MID_TURN, Focus.none(), false);

    @AfterEach
    void close() {
        compressor.close();
        warnings.close();
    }

    private void told(Consumer<Chat> what) {
        workings.chats().run(what);
        reporter.flush();
    }

    private void came(Outcome outcome, Stage stage) {
        told(chat -> reporter.came(chat, run, outcome, new StageTiming(stage, 900, TOOK)));
    }

    private int size() {
        return workings.chats().get(chat -> chat.shown().size());
    }

    private CompressionEvent.StageFinished finished(Stage stage, int affected) {
        assertThat(events).hasSize(1);
        CompressionEvent.StageFinished event = (CompressionEvent.StageFinished) events.remove(0);
        assertThat(event.conversationId()).isEqualTo("chat");
        assertThat(event.at()).isEqualTo(time.instant());
        assertThat(event.stage()).isEqualTo(stage);
        assertThat(event.reason()).isEqualTo(Reason.MID_TURN);
        assertThat(event.tokensBefore()).isEqualTo(900);
        assertThat(event.tokensAfter()).isEqualTo(size());
        assertThat(event.windowTokens()).isEqualTo(BASE);
        assertThat(event.affected()).isEqualTo(affected);
        assertThat(event.latency()).isEqualTo(TOOK);
        return event;
    }

    @Test
    void reportsStartOfStage() {
        told(chat -> reporter.started(chat, run, Stage.COMPRESS, 900));

        assertThat(events)
                .containsExactly(new CompressionEvent.StageStarted(
                        "chat", time.instant(), Stage.COMPRESS, Reason.MID_TURN, 900, BASE));
        assertThat(run.started()).isEqualTo(Stage.COMPRESS);
    }

    @Test
    void reportsChangeOfEachEndedStage() {
        came(new Outcome.Pruned(3, 900, 700), Stage.PRUNE);
        finished(Stage.PRUNE, 3);
        came(new Outcome.Truncated(4, 900, 700), Stage.FALLBACK);
        finished(Stage.FALLBACK, 4);
        came(new Outcome.Condensed(900, 700), Stage.FALLBACK);
        finished(Stage.FALLBACK, 1);
        came(new Outcome.Bridged(5, 900, 700), Stage.FALLBACK);
        finished(Stage.FALLBACK, 5);
        came(compressed(0), Stage.COMPRESS);
        finished(Stage.COMPRESS, 6);

        assertThat(warnings.lines()).isEmpty();
        assertThat(run.outcome()).isInstanceOf(Outcome.Truncated.class);
    }

    private static Outcome compressed(int leftOut) {
        return new Outcome.Compressed(
                Outcome.Compressed.By.MODEL,
                6,
                6,
                900,
                700,
                new Coverage(8, 4, 8 - leftOut, leftOut, 0),
                StateShares.NONE);
    }

    @Test
    void reportsTokensPerContextPart() {
        Conversation chat = compressor.conversation("chat");
        chat.append(Message.system(Chats.SYSTEM));
        chat.append(Chats.toolTurn(1, 30));
        chat.append(Chats.toolTurn(2, 30));
        chat.compress();
        events.clear();
        told(each -> each.sync());

        came(new Outcome.Pruned(3, 900, 700), Stage.PRUNE);

        CompressionEvent.TokenBreakdown parts = finished(Stage.PRUNE, 3).breakdown();
        Context context = workings.chats().get(each -> each.shown().context());
        assertThat(parts.system()).isEqualTo(context.systemTokens()).isPositive();
        assertThat(parts.state()).isEqualTo(context.stateTokens()).isPositive();
        assertThat(parts.tools()).isEqualTo(context.toolTokens()).isPositive();
        assertThat(parts.kept()).isPositive();
        assertThat(parts.total()).isEqualTo(context.tokens());
    }

    @Test
    void tellsHowManyFactsFoundNoRoom() {
        came(compressed(2), Stage.COMPRESS);

        assertThat(events.get(0)).isEqualTo(new CompressionEvent.FactsLeftOut("chat", time.instant(), 2, 0.75));
        assertThat(events).hasSize(2);
    }

    @Test
    void reportsLateResultAndWarnsOnlyIfPaid() {
        Outcome discarded = new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED);

        came(discarded, Stage.FALLBACK);
        assertThat(warnings.lines()).isEmpty();
        came(discarded, Stage.COMPRESS);
        assertThat(warnings.lines()).singleElement().asString().contains("a result was discarded");

        assertThat(events)
                .hasSize(2)
                .containsOnly(new CompressionEvent.LateResultDiscarded("chat", time.instant(), Reason.MID_TURN, TOOK));
        Thread.currentThread().interrupt();
        came(discarded, Stage.COMPRESS);
        assertThat(Thread.interrupted()).isTrue();
        compressor.close();
        came(discarded, Stage.COMPRESS);
        assertThat(warnings.lines()).hasSize(1);
    }

    @Test
    void reportsOverBudgetOnceUntilViewFits() {
        Outcome over = new Outcome.OverBudget(5_000, 3_000);

        came(over, Stage.FALLBACK);
        came(over, Stage.FALLBACK);
        assertThat(events).containsExactly(new CompressionEvent.OverBudget("chat", time.instant(), 5_000, 3_000, BASE));
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains("5000 tokens are above the hard limit of 3000");

        told(chat -> reporter.viewed(chat, chat.views().view(chat.shown().context(), 0, true)));
        came(over, Stage.FALLBACK);
        assertThat(events).as("the view told of it").hasSize(1);
        told(chat -> chat.views().view(chat.shown().context(), 0, true));
        told(chat -> reporter.viewed(chat, chat.views().view(chat.shown().context(), 0, true)));
        came(over, Stage.FALLBACK);
        assertThat(events).hasSize(2);

        told(chat -> reporter.cleared());
        came(over, Stage.FALLBACK);
        assertThat(events).hasSize(3);
    }

    @Test
    void reportsFailureAndRecovery() {
        WrittenState.Failure failure = new WrittenState.Failure("TIMED_OUT", "no answer within PT1M");
        told(chat -> reporter.came(
                chat,
                run,
                new Outcome.Failed("TIMED_OUT"),
                new StageTiming(Stage.COMPRESS, 900, TOOK, failure, Recovery.TRUNCATED)));

        assertThat(events)
                .containsExactly(new CompressionEvent.StageFailed(
                        "chat",
                        time.instant(),
                        Stage.COMPRESS,
                        Reason.MID_TURN,
                        "TIMED_OUT",
                        Recovery.TRUNCATED,
                        900,
                        BASE,
                        TOOK));
        assertThat(warnings.lines())
                .containsExactly(
                        "Compression of chat failed, and this request leaves older messages out: no answer within PT1M (TIMED_OUT, 0.3 s).");
    }

    @Test
    void doesNotWarnDuringCooldown() {
        came(new Outcome.Failed("COOLING_DOWN"), Stage.COMPRESS);

        assertThat(events).hasSize(1);
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void reportsExceptionByItsClassName() {
        told(chat -> reporter.broken(chat, run, new IllegalStateException("my secret"), Recovery.KEPT));
        told(chat -> reporter.started(chat, run, Stage.PRUNE, 900));
        told(chat -> reporter.broken(chat, run, new IllegalStateException("my secret") {}, Recovery.THROWN));

        assertThat(((CompressionEvent.StageFailed) events.get(0)).failure()).isEqualTo("UNEXPECTED");
        assertThat(((CompressionEvent.StageFailed) events.get(0)).stage()).isEqualTo(Stage.COMPRESS);
        assertThat(((CompressionEvent.StageFailed) events.get(2)).failure()).isEqualTo("UNEXPECTED");
        assertThat(((CompressionEvent.StageFailed) events.get(2)).stage()).isEqualTo(Stage.PRUNE);
        assertThat(run.failure()).isEqualTo(new Outcome.Failed("UNEXPECTED"));
        assertThat(warnings.lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).doesNotContain("secret"))
                .first()
                .asString()
                .contains("it threw java.lang.IllegalStateException (UNEXPECTED)");
    }

    @Test
    void reportsFailureBeforeStart() {
        WrittenState.Failure failure = WrittenState.Failure.of("NO_THREAD");
        told(chat -> reporter.notRun(chat, Reason.PROACTIVE, failure, true));
        told(chat -> reporter.notRun(chat, Reason.PROACTIVE, failure, false));

        assertThat(events)
                .hasSize(2)
                .containsOnly(new CompressionEvent.StageFailed(
                        "chat",
                        time.instant(),
                        Stage.COMPRESS,
                        Reason.PROACTIVE,
                        "NO_THREAD",
                        Recovery.KEPT,
                        size(),
                        BASE,
                        Duration.ZERO));
        assertThat(warnings.lines()).singleElement().asString().contains("NO_THREAD");
    }

    @Test
    void reportsNearTriggerOnce() {
        Conversation chat = compressor.conversation("chat");
        while (chat.status().contextTokens() < 0.85 * POLICY.triggerTokens()) {
            chat.append(Chats.turn(chat.transcript().size(), 20));
        }
        told(Chat::sync);
        for (int i = 0; i < 2; i++) {
            told(each -> reporter.viewed(each, each.views().view(each.shown().context(), 0, true)));
        }

        assertThat(events)
                .containsExactly(
                        new CompressionEvent.NearTrigger("chat", time.instant(), size(), POLICY.triggerTokens(), BASE));
    }

    @Test
    void countsUsageOfCompressionAndChatModel() {
        reporter.paid(new Usage(100, 20, 3, 40, 5), 2);
        reporter.paid(new Usage(1_000, 0, 0, 0, 0), 0);
        reporter.reported(new Usage(7, 0, 0, 1, 2));

        CompressionStats stats = reporter.stats();
        assertThat(stats.modelUsage()).isEqualTo(new ModelUse(2, 100, 45, 20, 3));
        assertThat(stats.chatUsage()).isEqualTo(new ModelUse(1, 7, 3, 0, 0));
    }

    @Test
    void keepsTheStatisticsWithTheConversationOnceSomethingHappened() {
        compressor.conversation("chat").append(Message.user("Hello."));
        reporter.paid(new Usage(100, 0, 0, 0, 0), 1);
        reporter.flush();
        assertThat(store.counters("chat").model().calls()).isZero();

        came(new Outcome.Pruned(3, 900, 700), Stage.PRUNE);

        assertThat(store.counters("chat").model().calls()).isEqualTo(1);
        assertThat(store.counters("chat").prunings()).isEqualTo(1);
        reporter.paid(new Usage(100, 0, 0, 0, 0), 1);
        told(Chat::sync);
        told(reporter::messages);
        assertThat(reporter.stats().messagesTotal()).isEqualTo(1);
        reporter.evicted();
        assertThat(store.counters("chat").model().calls()).isEqualTo(2);
        assertThat(reporter.stats().messagesTotal()).isZero();
    }

    @Test
    void logsSideFailuresOnceWithoutTheirText() {
        RuntimeException secret = new IllegalStateException("my secret");
        for (int i = 0; i < 2; i++) {
            reporter.expansionFailed(secret);
            reporter.outlineFailed(secret);
        }
        reporter.storeFailed(secret);
        assertThat(warnings.lines()).hasSize(3).noneMatch(line -> line.contains("secret"));
    }

    @Test
    void warnsOfUnreleasedLeaseAndContinues() {
        reporter.leaseKept(new IllegalStateException("my secret"));

        assertThat(warnings.lines()).singleElement().asString().contains("lease");
        assertThat(warnings.lines().toString()).doesNotContain("secret");
    }
}
