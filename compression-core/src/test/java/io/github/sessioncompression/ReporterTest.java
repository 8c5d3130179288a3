package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.token.Usage;
import org.junit.jupiter.api.Test;

/** Events and counts of each outcome. */
class ReporterTest extends ReporterFixture {
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

        told(chat -> reporter.viewed(chat, chat.views().view(chat.shown().context(), true)));
        came(over, Stage.FALLBACK);
        assertThat(events).as("the view told of it").hasSize(1);
        told(chat -> chat.views().view(chat.shown().context(), true));
        told(chat -> reporter.viewed(chat, chat.views().view(chat.shown().context(), true)));
        came(over, Stage.FALLBACK);
        assertThat(events).hasSize(2);

        told(chat -> reporter.cleared());
        came(over, Stage.FALLBACK);
        assertThat(events).hasSize(3);
    }

    @Test
    void reportsNearTriggerOnce() {
        Conversation chat = compressor.conversation("chat");
        while (chat.status().contextTokens() < 0.85 * POLICY.triggerTokens()) {
            chat.append(Chats.turn(chat.transcript().size(), 20));
        }
        told(Chat::sync);
        for (int i = 0; i < 2; i++) {
            told(each -> reporter.viewed(each, each.views().view(each.shown().context(), true)));
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
        assertThat(Counters.Field.PRUNINGS.of(store.counters("chat"))).isEqualTo(1);
        reporter.paid(new Usage(100, 0, 0, 0, 0), 1);
        told(Chat::sync);
        told(reporter::messages);
        assertThat(reporter.stats().messagesTotal()).isEqualTo(1);
        reporter.evicted();
        assertThat(store.counters("chat").model().calls()).isEqualTo(2);
        assertThat(reporter.stats().messagesTotal()).isZero();
    }
}
