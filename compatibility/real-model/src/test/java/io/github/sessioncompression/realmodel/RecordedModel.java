package io.github.sessioncompression.realmodel;

import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.model.StructuredModel;
import java.util.ArrayList;
import java.util.List;

/** A model whose answers and their times are kept. Not thread-safe. */
final class RecordedModel implements StructuredModel {
    private final StructuredModel model;
    private final List<Call> calls = new ArrayList<>();

    /** One answer and the time it took. */
    record Call(ModelAnswer answer, long millis) {}

    RecordedModel(StructuredModel model) {
        this.model = model;
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws Exception {
        long start = System.nanoTime();
        ModelAnswer answer = model.answer(request);
        calls.add(new Call(answer, (System.nanoTime() - start) / 1_000_000));
        return answer;
    }

    @Override
    public ProviderFailure failure(Throwable thrown) {
        return model.failure(thrown);
    }

    List<Call> calls() {
        return calls;
    }
}
