package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Chats whose model or store fails, and what was told of it. */
abstract class FaultFixture {
    static final String GOOD = ScriptedModel.state("plot 3 needs soil", "Orders.");

    static final CompressionPolicy POLICY = Policies.early(4_000)
            .withExecution(Execution.SYNC)
            .withModel(ModelOptions.defaults()
                    .withContextWindow(8_000)
                    .withRetries(0)
                    .withBreakerThreshold(100));

    final Warnings warnings = new Warnings();
    final MutableTime time = new MutableTime();
    final List<CompressionEvent> events = new CopyOnWriteArrayList<>();
    final List<AutoCloseable> open = new ArrayList<>();
    ScriptedModel model = new ScriptedModel();

    @BeforeEach
    void answerTheRestWell() {
        model.otherwise(request -> ModelAnswer.of(GOOD));
    }

    @AfterEach
    void close() throws Exception {
        model.release();
        for (AutoCloseable each : open) {
            each.close();
        }
        warnings.close();
    }

    Invariants chat(CompressionPolicy policy, SessionStore store) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .store(store)
                .executor(Runnable::run)
                .listener(events::add)
                .clock(time)
                .modelCalls(model.executor(), time)
                .build();
        open.add(compressor);
        return new Invariants(compressor.conversation("chat"), policy);
    }

    /** Goes on with a chat until something happens to its context. */
    static Outcome firstOutcome(Invariants chat) {
        for (int i = 0; i < 100; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.view();
            if (!(view.outcome() instanceof Outcome.Unchanged)) {
                return view.outcome();
            }
            chat.append(Chats.answer(i, 30));
        }
        throw new AssertionError("nothing happened");
    }

    void oneWarningWithoutContents() {
        assertThat(warnings.lines()).hasSize(1);
        assertThat(warnings.lines().get(0)).doesNotContain("secret").doesNotContain("soil");
    }
}
