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
    private final List<ModelAnswer> answers = new ArrayList<>();
    private final List<Long> millis = new ArrayList<>();

    RecordedModel(StructuredModel model) {
        this.model = model;
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws Exception {
        long start = System.nanoTime();
        ModelAnswer answer = model.answer(request);
        millis.add((System.nanoTime() - start) / 1_000_000);
        answers.add(answer);
        return answer;
    }

    @Override
    public ProviderFailure failure(Throwable thrown) {
        return model.failure(thrown);
    }

    List<ModelAnswer> answers() {
        return answers;
    }

    List<Long> millis() {
        return millis;
    }
}
