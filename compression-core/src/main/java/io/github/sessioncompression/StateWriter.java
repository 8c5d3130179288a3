package io.github.sessioncompression;

import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.model.Told;
import io.github.sessioncompression.offline.OfflineStateCompiler;
import io.github.sessioncompression.offline.StateFitter;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Coverage;
import io.github.sessioncompression.store.LedgerEntry;
import io.github.sessioncompression.survival.Survival;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes states: by the model if there is one, else offline, and offline where the model fails and the policy says so.
 *
 * <p>Holds no lock and changes nothing. Safe for use by many threads.
 */
final class StateWriter {
    private static final WrittenState.Failure GIVEN_UP = WrittenState.Failure.of("GIVEN_UP");

    private final ContextRules rules;
    private final OfflineStateCompiler offline;
    private final @Nullable ModelStateCompiler model;
    private final StateFitter fitter;
    private final Function<String, @Nullable String> systemContext;
    private final Redactor redactor;

    /**
     * A writer.
     *
     * @param model {@code null} if there is no compression model
     * @param systemContext what the application tells the compression model about itself, by conversation id
     * @param redactor what neither a model nor the ledger may say
     */
    StateWriter(
            ContextRules rules,
            OfflineStateCompiler offline,
            @Nullable ModelStateCompiler model,
            StateFitter fitter,
            Function<String, @Nullable String> systemContext,
            Redactor redactor) {
        this.rules = rules;
        this.offline = offline;
        this.model = model;
        this.fitter = fitter;
        this.systemContext = systemContext;
        this.redactor = redactor;
    }

    ContextRules rules() {
        return rules;
    }

    StateFitter fitter() {
        return fitter;
    }

    /** The messages without what a state may not say. */
    List<Entry> hidden(List<Entry> messages) {
        return Redaction.lasting(redactor).hide(messages);
    }

    /** Whether there is a model to write them. */
    boolean hasModel() {
        return model != null;
    }

    /** Whether the offline compiler may write in the model's place. */
    boolean mayWriteOffline() {
        return model == null || rules.policy().failure() == FailurePolicy.OFFLINE;
    }

    /** Writes the state that {@code task} asks for; throws nothing because of the model. */
    WrittenState write(String conversationId, CompressTask task, Focus focus) {
        return write(conversationId, task, focus, List.of(), () -> false);
    }

    /**
     * The same.
     *
     * @param stretches what a model is to tell of one by one beside it
     * @param givenUp whether nobody wants it any more, so that no model is to be paid for it
     */
    WrittenState write(
            String conversationId,
            CompressTask task,
            Focus focus,
            List<List<Long>> stretches,
            BooleanSupplier givenUp) {
        FactCheck facts = new FactCheck(rules, offline, fitter, redactor, task, focus);
        if (model == null || task.free()) {
            return offline(facts, Outcome.Compressed.By.OFFLINE, Usage.NONE, 0, null);
        }
        String context;
        try {
            context = systemContext.apply(conversationId);
        } catch (RuntimeException | Error e) {
            String detail =
                    "what the application tells the model threw " + e.getClass().getName();
            return withoutAnswer(facts, new WrittenState.Failure("NO_SYSTEM_CONTEXT", detail), true, Usage.NONE, 0);
        }
        if (givenUp.getAsBoolean()) {
            return new WrittenState.Failed(GIVEN_UP, Usage.NONE, 0);
        }
        Compilation compilation = model.compile(request(task, focus).telling(stretches), context, facts);
        Usage usage = compilation.usage();
        int calls = compilation.calls();
        if (compilation instanceof Compilation.Rejected rejected) {
            WrittenState.Failure failure =
                    new WrittenState.Failure(rejected.reason().name(), rejected.detail());
            boolean ended = rejected.reason() == Compilation.Reason.INTERRUPTED;
            // Where the model answered, and only said too little, no policy is asked.
            boolean answered = rejected.reason() == Compilation.Reason.SHOWS_LESS;
            WrittenState written = answered
                    ? offline(facts, Outcome.Compressed.By.OFFLINE_AFTER_FAILURE, usage, calls, failure)
                    : withoutAnswer(facts, failure, !ended, usage, calls);
            return telling(conversationId, written, rejected.told());
        }
        if (compilation instanceof Compilation.Compiled compiled) {
            WrittenState written = written(
                    facts, compiled.state(), compiled.invented(), Outcome.Compressed.By.MODEL, usage, calls, null);
            return telling(conversationId, written, compiled.told());
        }
        Compilation.Oversized large = (Compilation.Oversized) compilation;
        WrittenState condensed =
                written(facts, facts.fitting(large.state()), 0, Outcome.Compressed.By.MODEL, usage, calls, null);
        return telling(conversationId, condensed, large.told());
    }

    /** What is written where the model could not be asked or gave no answer, which is up to the policy. */
    private WrittenState withoutAnswer(
            FactCheck facts, WrittenState.Failure failure, boolean goesOn, Usage usage, int calls) {
        return goesOn && mayWriteOffline()
                ? offline(facts, Outcome.Compressed.By.OFFLINE_AFTER_FAILURE, usage, calls, failure)
                : new WrittenState.Failed(failure, usage, calls);
    }

    private static WrittenState telling(String conversationId, WrittenState written, Told told) {
        if (told.refused() > 0) {
            Log.LOG.debug(
                    "Conversation {}: what the model told of {} stretches is believed, of {} it is not.",
                    conversationId,
                    told.tellings().size(),
                    told.refused());
        }
        return written instanceof WrittenState.Written state ? state.telling(told.tellings()) : written;
    }

    private CompileRequest request(CompressTask task, Focus focus) {
        return new CompileRequest(
                        rules.schema(),
                        task.span(),
                        task.previous().isEmpty() ? null : task.previous(),
                        focus.text(),
                        task.maxTokens())
                .behind(task.before());
    }

    private WrittenState offline(
            FactCheck facts, Outcome.Compressed.By by, Usage usage, int calls, WrittenState.@Nullable Failure failure) {
        return written(facts, facts.offline(), 0, by, usage, calls, failure);
    }

    /** What is to be kept, with what it lacks of the facts beside it as far as there is room. */
    private WrittenState written(
            FactCheck facts,
            StateDocument state,
            int invented,
            Outcome.Compressed.By by,
            Usage usage,
            int calls,
            WrittenState.@Nullable Failure failure) {
        if (state.isEmpty()) {
            boolean rightly =
                    by == Outcome.Compressed.By.OFFLINE && facts.survival(state).required() == 0;
            if (rightly) {
                return new WrittenState.NothingToNote();
            }
            return new WrittenState.Failed(
                    failure == null ? WrittenState.Failure.of("EMPTY_STATE") : failure, usage, calls);
        }
        Survival survival = facts.survival(state);
        List<LedgerEntry> ledger = survival.ledger().stream()
                .map(anchor ->
                        new LedgerEntry(anchor.sentence(), anchor.type().name(), anchor.sources(), anchor.weight()))
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
