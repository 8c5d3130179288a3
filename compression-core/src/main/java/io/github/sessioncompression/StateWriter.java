package io.github.sessioncompression;

import io.github.sessioncompression.anchor.Anchors;
import io.github.sessioncompression.anchor.Survival;
import io.github.sessioncompression.anchor.SurvivalCheck;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.offline.OfflineStateCompiler;
import io.github.sessioncompression.offline.StateFitter;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord.Coverage;
import io.github.sessioncompression.store.LedgerEntry;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes states: by the model if there is one, else offline, and offline where the model fails and the policy says so.
 *
 * <p>Holds no lock and changes nothing. Safe for use by many threads.
 */
final class StateWriter {
    /** This part of the cap is left to the ledger where the state is written offline. */
    private static final int LEDGER_DIVISOR = 24;

    private final ContextRules rules;
    private final OfflineStateCompiler offline;
    private final @Nullable ModelStateCompiler model;
    private final StateFitter fitter;
    private final Function<String, @Nullable String> systemContext;
    private final SurvivalCheck check;

    /**
     * A writer.
     *
     * @param model {@code null} if there is no compression model
     * @param systemContext what the application tells the compression model about itself, by conversation id
     */
    StateWriter(
            ContextRules rules,
            OfflineStateCompiler offline,
            @Nullable ModelStateCompiler model,
            StateFitter fitter,
            Function<String, @Nullable String> systemContext) {
        this.rules = rules;
        this.offline = offline;
        this.model = model;
        this.fitter = fitter;
        this.systemContext = systemContext;
        this.check = new SurvivalCheck(rules.schema(), rules.tokens()::countText);
    }

    ContextRules rules() {
        return rules;
    }

    StateFitter fitter() {
        return fitter;
    }

    /** Whether the offline compiler may write in the model's place. */
    boolean mayWriteOffline() {
        return model == null || rules.policy().failure() == FailurePolicy.OFFLINE;
    }

    /** Writes the state that {@code task} asks for; throws nothing because of the model. */
    WrittenState write(String conversationId, CompressTask task, Focus focus) {
        if (model == null || task.free()) {
            return offline(task, focus, Outcome.Compressed.By.OFFLINE, Usage.NONE, 0, null);
        }
        Compilation compilation = model.compile(request(task, task.span(), focus), systemContext.apply(conversationId));
        Usage usage = compilation.usage();
        int calls = compilation.calls();
        if (compilation instanceof Compilation.Rejected rejected) {
            WrittenState.Failure failure =
                    new WrittenState.Failure(rejected.reason().name(), rejected.detail());
            boolean ended = rejected.reason() == Compilation.Reason.INTERRUPTED;
            return !ended && mayWriteOffline()
                    ? offline(task, focus, Outcome.Compressed.By.OFFLINE_AFTER_FAILURE, usage, calls, failure)
                    : new WrittenState.Failed(failure, usage, calls);
        }
        if (compilation instanceof Compilation.Compiled compiled) {
            return written(
                    task,
                    required(task),
                    compiled.state(),
                    compiled.invented(),
                    Outcome.Compressed.By.MODEL,
                    usage,
                    calls,
                    null);
        }
        StateDocument condensed = fitter.within(((Compilation.Oversized) compilation).state(), task.maxTokens());
        return written(task, required(task), condensed, 0, Outcome.Compressed.By.MODEL, usage, calls, null);
    }

    private CompileRequest request(CompressTask task, List<Entry> span, Focus focus) {
        return new CompileRequest(
                rules.schema(),
                span,
                task.previous().isEmpty() ? null : task.previous(),
                focus.text(),
                task.maxTokens());
    }

    /** Offline every sentence read is one that may be noted, so what the view shows anyway is not read. */
    private WrittenState offline(
            CompressTask task,
            Focus focus,
            Outcome.Compressed.By by,
            Usage usage,
            int calls,
            WrittenState.@Nullable Failure failure) {
        // Written to the cap, a state would leave no room for what it lacks.
        int most = Math.max(Budget.SMALLEST_STATE, task.maxTokens() - task.maxTokens() / LEDGER_DIVISOR);
        int reserve = Math.max(0, task.maxTokens() - most);
        Anchors required = required(task);
        StateDocument state = offline.compile(
                request(task, task.covered(), focus).within(most + reserve),
                reserve,
                draft -> tokens(check.check(required, draft, task.kept(), task.maxTokens())
                                .state())
                        - tokens(draft));
        if (state.isEmpty()) {
            state = task.previous();
        }
        return written(task, required, fitter.within(state, task.maxTokens()), 0, by, usage, calls, failure);
    }

    private Anchors required(CompressTask task) {
        return check.required(task.previous().isEmpty() ? null : task.previous(), task.covered());
    }

    private int tokens(StateDocument state) {
        return rules.tokens().countText(StateEnvelope.wrap(rules.schema(), state));
    }

    /** What is to be kept, with what it lacks of the facts beside it as far as there is room. */
    private WrittenState written(
            CompressTask task,
            Anchors required,
            StateDocument state,
            int invented,
            Outcome.Compressed.By by,
            Usage usage,
            int calls,
            WrittenState.@Nullable Failure failure) {
        if (state.isEmpty()) {
            return new WrittenState.Failed(
                    failure == null ? WrittenState.Failure.of("EMPTY_STATE") : failure, usage, calls);
        }
        Survival survival = check.check(required, state, task.kept(), task.maxTokens());
        List<LedgerEntry> ledger = survival.ledger().stream()
                .map(anchor -> new LedgerEntry(
                        anchor.sentence(),
                        anchor.type().name(),
                        anchor.source() == 0 ? List.of() : List.of(anchor.source()),
                        anchor.weight()))
                .toList();
        Coverage coverage = new Coverage(
                survival.required(),
                survival.held(),
                survival.repaired(),
                survival.pushedOut().size(),
                invented);
        if (coverage.share() < rules.policy().state().minCoverage()) {
            WrittenState.Failure tooLittle = new WrittenState.Failure(
                    "TOO_LITTLE_SHOWN",
                    "the state would show " + coverage.shown() + " of " + coverage.required() + " facts");
            return new WrittenState.Failed(failure == null ? tooLittle : failure, usage, calls);
        }
        return new WrittenState.Written(survival.state(), ledger, coverage, by, usage, calls, failure);
    }
}
