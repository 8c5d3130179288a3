package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Events of runs, and the effect of a failed or successful run on the next one. */
class PipelineTellingTest {
    private static final CompressionPolicy POLICY = Policies.early(4_000)
            .withModel(ModelOptions.defaults()
                    .withRetries(0)
                    .withBreakerThreshold(100)
                    .withContextWindow(100_000));
    private static final CompressionPolicy KEEP =
            POLICY.withExecution(Execution.SYNC).withFailure(FailurePolicy.TRUNCATE);
    private static final StructuredModel FAILING = request -> {
        throw new IllegalStateException("down");
    };
    private static final StructuredModel WORKING =
            request -> new ModelAnswer(ScriptedModel.state("soil is ordered", ""), FinishReason.STOP, Usage.NONE);

    private final FragileStore store = new FragileStore();
    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final Compressors open = new Compressors();

    private StructuredModel model = FAILING;

    private Conversation chat(SessionCompressor.Builder builder, CompressionPolicy policy, Executor executor) {
        return open.open(builder.policy(policy).store(store).executor(executor).listener(events::add))
                .conversation("chat");
    }

    private Conversation chat(CompressionPolicy policy, Executor executor) {
        return chat(SessionCompressor.builder(), policy, executor);
    }

    /** A chat whose model is {@link #model}, whichever that is by then. */
    private Conversation chatWithModel() {
        return chat(SessionCompressor.builder().model(request -> model.answer(request)), KEEP, Runnable::run);
    }

    private static void talkUpTo(Conversation chat, int tokens) {
        for (int i = 0; chat.status().contextTokens() < tokens; i++) {
            chat.append(Chats.turn(i, 30));
        }
    }

    private <T extends CompressionEvent> List<T> told(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Test
    void reportsEndOfBackgroundRun() {
        List<Runnable> background = new ArrayList<>();
        Conversation chat = chat(POLICY, background::add);
        talkUpTo(chat, POLICY.triggerTokens() + 10);
        assertThat(background).isNotEmpty();

        background.get(0).run();

        assertThat(told(StageFinished.class)).extracting(StageFinished::stage).containsExactly(Stage.COMPRESS);
    }

    @Test
    void reportsStartOfEveryEndedStage() {
        Conversation chat = chat(Policies.early(16_000), task -> {});
        for (int i = 0; i < 24; i++) {
            chat.append(Chats.toolTurn(i, 120));
        }
        chat.prune();
        talkUpTo(chat, chat.policy().hardLimitTokens() + 10);
        chat.view();

        assertThat(told(StageFinished.class)).extracting(StageFinished::stage).contains(Stage.PRUNE, Stage.FALLBACK);
        assertThat(told(StageStarted.class))
                .extracting(StageStarted::stage)
                .containsExactlyElementsOf(told(StageFinished.class).stream()
                        .map(StageFinished::stage)
                        .toList());
    }

    @Test
    void doesNotRetryRefusedLeaseEveryTurn() {
        Conversation chat = chat(POLICY, Runnable::run);
        store.refuseLeases = true;
        talkUpTo(chat, POLICY.triggerTokens());
        events.clear();

        for (int i = 0; i < 12; i++) {
            chat.append(Message.user("Yes?"), Message.assistant("Yes."));
        }

        assertThat(told(StageFailed.class)).hasSizeLessThan(4);
    }

    @Test
    void successfulRunEndsPauseAfterFailure() {
        Conversation chat = chatWithModel();
        talkUpTo(chat, POLICY.hardLimitTokens() - 200);
        chat.view();
        assertThat(chat.record()).isEmpty();
        model = WORKING;
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        talkUpTo(chat, POLICY.triggerTokens() + 10);

        chat.view();

        assertThat(chat.status().stats().compressions()).isEqualTo(2);
    }

    @Test
    void dropsStateUnderKeepPolicyIfNoModelFailed() {
        Conversation chat = chatWithModel();
        talkUpTo(chat, POLICY.triggerTokens() + 10);
        chat.view();
        String soil = "The soil is ordered and comes to the gate behind the garden. ".repeat(25);
        model = request -> new ModelAnswer(ScriptedModel.state(soil, ""), FinishReason.STOP, Usage.NONE);
        chat.compress();
        View before = chat.view();
        int room = POLICY.hardLimitTokens() - before.tokens();
        Message large = Message.user("rose ".repeat(room));
        Message question =
                Message.user("rose ".repeat(room * room / chat.tokens(List.of(large)) + before.stateTokens() / 2));

        chat.append(question);

        assertThat(chat.status().contextTokens()).isGreaterThan(POLICY.hardLimitTokens());
        assertThat(chat.view().tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
    }
}
