package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionResult;

/** Contract of the strategy with a model that writes the state, fails or is still busy. */
abstract class CompactionByModelContract extends CompactionFixture {
    @Test
    void keepsTheEventsWhenTheModelFailsAndThePolicySaysSo() {
        turns(0, 25);
        List<SessionEvent> before = active();
        try (SessionStateCompactionStrategy strategy = strategy()
                .policy(failing(FailurePolicy.TRUNCATE))
                .model(request -> {
                    throw new IllegalStateException("429");
                })
                .build()) {
            CompactionResult result = service.compact(session, ALWAYS, strategy);

            assertThat(result.archivedEvents()).isEmpty();
        }
        assertThat(active()).isEqualTo(before);
    }

    @Test
    void writesTheStateWithoutTheModelWhenItFailsAndThePolicySaysSo() {
        turns(0, 25);
        try (SessionStateCompactionStrategy strategy = strategy()
                .policy(failing(FailurePolicy.OFFLINE))
                .model(request -> {
                    throw new IllegalStateException("429");
                })
                .build()) {
            service.compact(session, ALWAYS, strategy);
        }
        assertThat(active().get(0).getMetadata())
                .containsEntry(SessionStateCompactionStrategy.METADATA_WRITTEN_BY, "OFFLINE");
    }

    @Test
    void throwsOnlyUnderThrowPolicy() {
        turns(0, 25);
        List<SessionEvent> before = active();
        try (SessionStateCompactionStrategy strategy = strategy()
                .policy(failing(FailurePolicy.THROW))
                .model(request -> {
                    throw new IllegalStateException("429");
                })
                .build()) {
            assertThatThrownBy(() -> service.compact(session, ALWAYS, strategy))
                    .isInstanceOf(CompressionFailedException.class);
        }
        assertThat(active()).isEqualTo(before);
    }

    private static CompressionPolicy failing(FailurePolicy what) {
        return POLICY.withFailure(what).withModel(POLICY.model().withRetries(0));
    }

    @Test
    void theModelWritesTheState() {
        turns(0, 25);
        try (SessionStateCompactionStrategy strategy = strategy()
                .model(request -> ModelAnswer.of(state("By the model.")))
                .build()) {
            service.compact(session, ALWAYS, strategy);

            assertThat(strategy.stats().compressions()).isEqualTo(1);
        }
        assertThat(active().get(0).getMessage().getText()).contains("By the model.");
        assertThat(active().get(0).getMetadata())
                .containsEntry(SessionStateCompactionStrategy.METADATA_WRITTEN_BY, "MODEL");
    }

    private static String state(String fact) {
        return ScriptedModel.state(fact, "Orders.");
    }

    @Test
    void ofTwoCompactionsInTwoProcessesOneIsApplied() throws Exception {
        turns(0, 25);
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        StructuredModel slow = request -> {
            writing.countDown();
            goOn.await();
            return ModelAnswer.of(state("By the slow one."));
        };
        try (SessionStateCompactionStrategy one = strategy().model(slow).build();
                SessionStateCompactionStrategy other = strategy().build()) {
            CompletableFuture<CompactionResult> late =
                    CompletableFuture.supplyAsync(() -> service.compact(session, ALWAYS, one));
            assertThat(writing.await(20, TimeUnit.SECONDS)).isTrue();
            service.compact(session, ALWAYS, other);
            List<SessionEvent> after = active();
            goOn.countDown();

            assertThat(late.get(20, TimeUnit.SECONDS).archivedEvents()).isEmpty();
            assertThat(active()).isEqualTo(after);
            assertThat(pairs(all())).isEqualTo(1);
        }
    }

    @Test
    void ofTwoCompactionsInOneProcessTheSecondCostsNothing() throws Exception {
        turns(0, 25);
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<String> calls = new ArrayList<>();
        StructuredModel slow = request -> {
            // A compression that goes on in a second step, or asks for what was lost, is the same one.
            if (ScriptedModel.part(request, "correction").isEmpty()
                    && ScriptedModel.part(request, "previous_state").isEmpty()) {
                calls.add("call");
            }
            writing.countDown();
            goOn.await();
            return ModelAnswer.of(state("By the model."));
        };
        try (SessionStateCompactionStrategy strategy = strategy().model(slow).build()) {
            CompletableFuture<CompactionResult> first =
                    CompletableFuture.supplyAsync(() -> service.compact(session, ALWAYS, strategy));
            assertThat(writing.await(20, TimeUnit.SECONDS)).isTrue();

            assertThat(service.compact(session, ALWAYS, strategy).archivedEvents())
                    .isEmpty();
            goOn.countDown();

            assertThat(first.get(20, TimeUnit.SECONDS).archivedEvents()).isNotEmpty();
            assertThat(calls).hasSize(1);
            assertThat(pairs(all())).isEqualTo(1);
        }
    }
}
