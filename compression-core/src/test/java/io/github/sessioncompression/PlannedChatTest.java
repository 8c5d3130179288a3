package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.cost.CostEstimate;
import io.github.sessioncompression.cost.CostEstimate.Advice;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.cost.PriceProfile;
import io.github.sessioncompression.cost.PriceProfiles;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chats whose compressions are planned by price. */
class PlannedChatTest {
    private static final CompressionPolicy THRESHOLDS = CompressionPolicy.forWindow(4_000);
    private static final CompressionPolicy PLANNED =
            THRESHOLDS.withCost(CostOptions.defaults().withProfile(PriceProfiles.of("openai-like")));

    /** A compression model of twice the price. */
    private static final CompressionPolicy DEAR = PLANNED.withCost(
            PLANNED.cost().withModelProfile(new PriceProfile("dear", "", 2, 2, 2, 12, 0, 1, Duration.ofMinutes(5))));

    private static final int WORDS = 5;

    private final ScriptedModel model = new ScriptedModel()
            .otherwise(request -> new ModelAnswer(
                    ScriptedModel.state("Order 1001 is noted.", "Orders of soil."),
                    FinishReason.STOP,
                    Usage.of(3_000, 1_500)));
    private final List<List<Message>> views = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final List<Long> compressedAt = new ArrayList<>();

    /** A chat of {@code turns}, with a view before each answer. */
    private Conversation talk(CompressionPolicy policy, boolean withModel, int turns) {
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(policy)
                .executor(Runnable::run)
                .listener(event -> {
                    if (event instanceof StageFinished done && done.stage() == Stage.COMPRESS) {
                        compressedAt.add(done.tokensBefore());
                    }
                });
        Conversation chat = (withModel ? builder.model(model) : builder).build().conversation("chat");
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.question(i, WORDS));
            View view = chat.view();
            views.add(view.messages());
            sizes.add(view.tokens());
            chat.append(Chats.answer(i, WORDS));
        }
        return chat;
    }

    private List<List<Message>> views(CompressionPolicy policy, boolean withModel) {
        views.clear();
        talk(policy, withModel, 90);
        return List.copyOf(views);
    }

    @Test
    void asksModelOnlyIfCallsPaidForIt() {
        talk(THRESHOLDS, true, 300);
        int byThresholds = model.requests().size();
        int compressions = compressedAt.size();
        compressedAt.clear();

        talk(DEAR, true, 300);

        int planned = model.requests().size() - byThresholds;
        assertThat(byThresholds).isEqualTo(compressions);
        assertThat(planned).isPositive().isLessThan(byThresholds * 2 / 3);
        assertThat(compressedAt.size()).as("extracts in between").isGreaterThan(planned);
    }

    @Test
    void waitsBelowHardLimitUntilCompressionHasPaid() {
        talk(THRESHOLDS, true, 300);
        assertThat(compressedAt).hasSizeGreaterThan(2).allSatisfy(size -> assertThat(size)
                .isLessThan(THRESHOLDS.triggerTokens() + 40L));
        compressedAt.clear();

        talk(PLANNED, true, 300);

        assertThat(compressedAt).hasSizeGreaterThan(2).allSatisfy(size -> assertThat(size)
                .isLessThanOrEqualTo(THRESHOLDS.hardLimitTokens()));
        // Before the first one the whole chat has paid for it.
        assertThat(compressedAt.subList(1, compressedAt.size()))
                .allSatisfy(size -> assertThat(size).isGreaterThan(THRESHOLDS.triggerTokens() + 60L));
        assertThat(sizes).allSatisfy(size -> assertThat(size).isLessThanOrEqualTo(THRESHOLDS.hardLimitTokens()));
    }

    @Test
    void remembersAcrossProcessesWhatCallsHavePaid() {
        Conversation chat = talk(DEAR, true, 80);

        assertThat(chat.record().orElseThrow().accounting().paidTokens()).isPositive();
    }

    @Test
    void changesNothingIfOff() {
        assertThat(views(DEAR.withCost(DEAR.cost().withPlanner(false)), true)).isEqualTo(views(THRESHOLDS, true));
    }

    @Test
    void changesNothingWithoutModel() {
        assertThat(views(DEAR, false)).isEqualTo(views(THRESHOLDS, false));
    }

    @Test
    void changesNothingIfNoExtractMayStandIn() {
        CompressionPolicy truncates = THRESHOLDS.withFailure(FailurePolicy.TRUNCATE);

        assertThat(views(truncates.withCost(DEAR.cost()), true)).isEqualTo(views(truncates, true));
        assertThat(views(DEAR, true)).as("otherwise").isNotEqualTo(views(THRESHOLDS, true));
    }

    @Test
    void asksModelWheneverApplicationCompresses() {
        Conversation chat = talk(DEAR, true, 110);
        int before = model.requests().size();

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        assertThat(model.requests().size()).isGreaterThan(before);
    }

    @Test
    void planTellsSumsAndReason() {
        Conversation chat = talk(PLANNED, true, 50);

        CostEstimate costs = chat.plan().costs().orElseThrow();

        assertThat(chat.plan().step()).isEqualTo(Plan.Step.NOTHING);
        assertThat(costs.now()).isPositive();
        assertThat(costs.advice()).isEqualTo(Advice.LEAVE);
        assertThat(costs.reason()).startsWith("not worth it yet");
        assertThat(talk(THRESHOLDS, true, 10).plan().costs()).isEmpty();
    }

    @Test
    void estimatesNoNegativeSizeAfterAbsurdReport() {
        Conversation chat = talk(PLANNED, true, 60);

        for (int i = 0; i < 4; i++) {
            chat.append(Chats.question(100 + i, WORDS));
            chat.view();
            chat.framework().reportUsage(Usage.of(200_000, 10));
            chat.append(Chats.answer(100 + i, WORDS));

            Plan plan = chat.plan();
            assertThat(plan.estimatedTokensAfter()).isNotNegative();
            plan.costs().ifPresent(costs -> assertThat(costs.after()).isNotNegative());
        }
    }
}
