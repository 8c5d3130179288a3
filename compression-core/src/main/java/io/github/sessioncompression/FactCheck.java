package io.github.sessioncompression;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.survival.Survival;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one task's state without a model, and checks a model's state against the task's messages. Not safe for use by many threads. */
final class FactCheck {
    private final ContextRules rules;
    private final ExtractCompiler compiler;
    private final StateFitter fitter;
    private final Redaction redaction;
    private final CompressTask task;
    private final Focus focus;
    /** The last check; the extract is checked once while it is written and once more when it is done. */
    private @Nullable Checked last;

    private record Checked(StateDocument state, Survival survival) {}

    FactCheck(
            ContextRules rules,
            ExtractCompiler compiler,
            StateFitter fitter,
            Redactor redactor,
            CompressTask task,
            Focus focus) {
        this.rules = rules;
        this.compiler = compiler;
        this.fitter = fitter;
        this.redaction = Redaction.lasting(redactor);
        this.task = task;
        this.focus = focus;
    }

    /** The request for a model, which reads what is pinned among the messages as well. */
    CompileRequest request() {
        return request(task.span(), task.maxTokens());
    }

    private CompileRequest request(List<Entry> messages, int cap) {
        StateDocument previous = task.previous().isEmpty() ? null : task.previous();
        return new CompileRequest(rules.schema(), messages, previous, focus.text(), cap).behind(task.before());
    }

    /** A model's state without entries that name a value or a name which occurs nowhere in what the model was given. */
    Grounding.Grounded grounded(StateDocument state, @Nullable String systemContext) {
        return Grounding.of(state, request(), systemContext);
    }

    /** The state cut to its cap; the state itself if it is within. */
    StateDocument fitting(StateDocument state) {
        return fitter.within(state, task.maxTokens());
    }

    /** The state written without a model; empty only if there is nothing to write. */
    StateDocument offline() {
        int cap = Math.max(Budget.SMALLEST_STATE, task.maxTokens());
        CompileRequest request = request(task.covered(), cap);
        StateDocument state = compiler.compile(request);
        return fitting(state.isEmpty() ? task.previous() : state);
    }

    /** The state with a ledger of what it must not lack, as far as the cap has room. */
    Survival survival(StateDocument state) {
        Checked before = last;
        if (before == null || !before.state().equals(state)) {
            CompileRequest said = redaction.hide(request(task.covered(), task.maxTokens()));
            Survival survival = new SurvivalCheck(rules.schema(), rules.tokens()::countText)
                    .check(said.previous(), said.span(), state, redaction.hide(task.kept()), task.maxTokens());
            before = new Checked(state, survival);
            last = before;
        }
        return before.survival();
    }
}
