package io.github.sessioncompression;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.model.Yardstick;
import io.github.sessioncompression.offline.OfflineStateCompiler;
import io.github.sessioncompression.offline.StateFitter;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.survival.Anchors;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.survival.Survival;
import io.github.sessioncompression.survival.SurvivalCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts that the state of one task has to show, secrets apart, and what is written of them without a model.
 *
 * <p>Offline every sentence read is one that may be noted, so what the view shows anyway is not read. Not safe for use by many threads.
 */
final class FactCheck implements Yardstick {
    private final ContextRules rules;
    private final OfflineStateCompiler compiler;
    private final StateFitter fitter;
    private final SurvivalCheck check;
    private final CompressTask task;
    private final Focus focus;
    private final Redaction redaction;
    private final Readings readings = new Readings();
    private final List<Entry> kept;
    private @Nullable Anchors required;
    private @Nullable Checked last;
    private @Nullable StateDocument whole;

    /** What was checked last: what is written is often the draft that the room for its ledger was measured by. */
    private record Checked(StateDocument state, int cap, Survival survival) {}

    FactCheck(
            ContextRules rules,
            OfflineStateCompiler compiler,
            StateFitter fitter,
            Redactor redactor,
            CompressTask task,
            Focus focus) {
        this.rules = rules;
        this.compiler = compiler;
        this.fitter = fitter;
        this.check = new SurvivalCheck(rules.schema(), rules.tokens()::countText);
        this.task = task;
        this.focus = focus;
        this.redaction = Redaction.lasting(redactor);
        this.kept = redaction.hide(task.kept());
    }

    @Override
    public Survival survival(StateDocument state) {
        return survival(state, task.maxTokens());
    }

    private Survival survival(StateDocument state, int cap) {
        if (required == null) {
            required = check.required(redaction.hide(request(task.maxTokens())), kept, readings);
        }
        Checked before = last;
        if (before == null || before.cap() != cap || !before.state().equals(state)) {
            before = new Checked(state, cap, check.check(required, state, kept, cap));
            last = before;
        }
        return before.survival();
    }

    /** The state written without a model within all that the task allows; empty only if there is nothing to write. */
    StateDocument offline() {
        if (whole == null) {
            StateDocument state = written(Math.max(Budget.SMALLEST_STATE, task.maxTokens()));
            whole = fitter.within(state.isEmpty() ? task.previous() : state, task.maxTokens());
        }
        return whole;
    }

    @Override
    public StateDocument offline(int maxTokens) {
        return maxTokens == task.maxTokens() ? offline() : written(maxTokens);
    }

    /** Written to the cap, a state would leave no room for what it lacks. */
    private StateDocument written(int cap) {
        CompileRequest request = request(cap);
        int reserve = Math.max(0, Math.min(request.ledgerRoom(), cap - Budget.SMALLEST_STATE));
        return compiler.compile(request, reserve, draft -> survival(draft, cap).added(), readings);
    }

    private CompileRequest request(int cap) {
        return new CompileRequest(rules.schema(), task.covered(), previous(), focus.text(), cap).behind(task.before());
    }

    private @Nullable StateDocument previous() {
        return task.previous().isEmpty() ? null : task.previous();
    }

    @Override
    public StateDocument fitting(StateDocument state) {
        return fitter.within(state, task.maxTokens());
    }
}
