package io.github.sessioncompression;

import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Writers of states, and tasks for them. */
abstract class StateWriterFixture {
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000)
            .withModel(ModelOptions.defaults().withRetries(0).withBreakerThreshold(100));
    static final int CAP = 600;

    private final List<SessionCompressor> open = new ArrayList<>();

    @AfterEach
    void close() {
        Thread.interrupted();
        open.forEach(SessionCompressor::close);
    }

    StateWriter writer(CompressionPolicy policy, @Nullable ScriptedModel with) {
        SessionCompressor.Builder builder = SessionCompressor.builder().policy(policy);
        if (with != null) {
            builder.model(with).modelCalls(Runnable::run, new MutableTime());
        }
        SessionCompressor compressor = builder.build();
        open.add(compressor);
        return compressor.settings().writer();
    }

    static CompressTask task(boolean free, StateDocument previous, int cap, List<Entry> span) {
        Pins pins = new Pins(List.of(), List.of(), null, span);
        return new CompressTask(
                "life",
                0,
                CompressionRecord.none("session"),
                previous,
                List.of(),
                pins,
                List.of(),
                span,
                List.of(),
                span.size(),
                cap,
                4_000,
                free);
    }

    static WrittenState.Written written(WrittenState state) {
        return (WrittenState.Written) state;
    }
}
