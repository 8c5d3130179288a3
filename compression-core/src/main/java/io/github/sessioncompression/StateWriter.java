package io.github.sessioncompression;

import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Coverage;
import io.github.sessioncompression.store.LedgerEntry;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.survival.Survival;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes states: by the model if there is one, else by extract, and by extract where the model fails and the policy says so.
 *
 * <p>A model's state is kept as the model wrote it, but for invented entries; the ledger is added to it. Holds no lock and changes nothing.
 * Safe for use by many threads.
 */
final class StateWriter {
    private static final WrittenState.Failure GIVEN_UP = WrittenState.Failure.of("GIVEN_UP");

    private final ContextRules rules;
    private final ExtractCompiler offline;
    private final @Nullable ModelStateCompiler model;
    private final StateFitter fitter;
    private final @Nullable Function<String, @Nullable String> systemContext;
    private final Redactor redactor;

    /**
     * A writer.
     *
     * @param model {@code null} if there is no compression model
     * @param systemContext what the application tells the compression model about itself, by conversation id; {@code null} for the chat's
     *     own system prompt
     * @param redactor what neither a model nor the ledger may say
     */
    StateWriter(
            ContextRules rules,
            ExtractCompiler offline,
            @Nullable ModelStateCompiler model,
            StateFitter fitter,
            @Nullable Function<String, @Nullable String> systemContext,
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

    boolean hasModel() {
        return model != null;
    }

    /** True if the extract may stand in for the model's state. */
    boolean mayWriteOffline() {
        return model == null || rules.policy().failure() == FailurePolicy.OFFLINE;
    }

    /**
     * Writes the state that {@code task} asks for; throws nothing because of the model.
     *
     * @param segments the segments that a model is to summarize beside it, as sequence numbers
     * @param givenUp true if nobody wants the state any more, so that no model is to be paid for it
     */
    WrittenState write(
            String conversationId, CompressTask task, Focus focus, List<List<Long>> segments, BooleanSupplier givenUp) {
        FactCheck facts = new FactCheck(rules, offline, fitter, redactor, task, focus);
        if (model == null || task.free()) {
            return extract(facts, Outcome.Compressed.By.OFFLINE, Cost.NONE, null);
        }
        String context;
        try {
            context = systemContext == null ? systemPrompt(task) : systemContext.apply(conversationId);
        } catch (RuntimeException | Error e) {
            String detail =
                    "what the application tells the model threw " + e.getClass().getName();
            return withoutModel(facts, new WrittenState.Failure("NO_SYSTEM_CONTEXT", detail), Usage.NONE);
        }
        if (givenUp.getAsBoolean()) {
            return new WrittenState.Failed(GIVEN_UP, Usage.NONE, 0);
        }
        Compilation compilation = model.compile(facts.request().withSegments(segments), context);
        if (compilation instanceof Compilation.Rejected rejected) {
            return withoutModel(
                    facts,
                    new WrittenState.Failure(rejected.reason().name(), rejected.detail(), rejected.calls()),
                    rejected.usage());
        }
        return byModel(facts, (Compilation.Compiled) compilation, context);
    }

    /** The chat's own system prompt; {@code null} if it has none. */
    private static @Nullable String systemPrompt(CompressTask task) {
        String prompt = task.pins().system().stream()
                .map(entry -> entry.message().text())
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining("\n\n"));
        return prompt.isEmpty() ? null : prompt;
    }

    private WrittenState byModel(FactCheck facts, Compilation.Compiled compiled, @Nullable String context) {
        Grounding.Grounded grounded = facts.grounded(compiled.state(), context);
        if (grounded.state().isEmpty()) {
            String detail = "nothing that the answer says was said in the chat";
            return withoutModel(
                    facts, new WrittenState.Failure("EMPTY_STATE", detail, compiled.calls()), compiled.usage());
        }
        WrittenState written = checked(
                facts,
                facts.fitting(grounded.state()),
                grounded.invented(),
                Outcome.Compressed.By.MODEL,
                new Cost(compiled.usage(), compiled.calls()),
                null);
        return written instanceof WrittenState.Written state
                ? state.beside(compiled.segments(), compiled.judgeFailure())
                : written;
    }

    /** The extract where the policy allows it, else the failure. */
    private WrittenState withoutModel(FactCheck facts, WrittenState.Failure failure, Usage usage) {
        boolean ended = failure.kind().equals(Compilation.Reason.INTERRUPTED.name());
        return mayWriteOffline() && !ended
                ? extract(facts, Outcome.Compressed.By.OFFLINE_AFTER_FAILURE, new Cost(usage, failure.calls()), failure)
                : new WrittenState.Failed(failure, usage, failure.calls());
    }

    private WrittenState extract(
            FactCheck facts, Outcome.Compressed.By by, Cost cost, WrittenState.@Nullable Failure failure) {
        return checked(facts, facts.offline(), 0, by, cost, failure);
    }

    private record Cost(Usage usage, int calls) {
        static final Cost NONE = new Cost(Usage.NONE, 0);
    }

    /** The state with its ledger, unless it is empty or shows less than the policy demands. */
    private WrittenState checked(
            FactCheck facts,
            StateDocument state,
            int invented,
            Outcome.Compressed.By by,
            Cost cost,
            WrittenState.@Nullable Failure failure) {
        Survival survival = facts.survival(state);
        if (state.isEmpty()) {
            if (by == Outcome.Compressed.By.OFFLINE && survival.required() == 0) {
                return new WrittenState.NothingToNote();
            }
            return new WrittenState.Failed(
                    failure == null ? WrittenState.Failure.of("EMPTY_STATE") : failure, cost.usage(), cost.calls());
        }
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
        return new WrittenState.Written(survival.state(), ledger, coverage, by, cost.usage(), cost.calls(), failure);
    }
}
