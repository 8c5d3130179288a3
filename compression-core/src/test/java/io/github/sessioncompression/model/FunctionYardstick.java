package io.github.sessioncompression.model;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.survival.Survival;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.util.List;
import java.util.function.Function;

/** Holds states against those that a function writes; nothing else is shown. */
record FunctionYardstick(CompileRequest request, Function<CompileRequest, StateDocument> writer) implements Yardstick {
    @Override
    public Survival survival(StateDocument state) {
        return new SurvivalCheck(request.schema(), CompilerFixture.TOKENS::countText)
                .check(request.previous(), request.span(), state, List.of(), request.maxTokens());
    }

    @Override
    public StateDocument offline(int maxTokens) {
        return writer.apply(request.within(maxTokens));
    }

    @Override
    public StateDocument fitting(StateDocument state) {
        return CompilerFixture.size(state) <= request.maxTokens() ? state : offline(request.maxTokens());
    }
}
