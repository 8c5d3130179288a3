package io.github.sessioncompression.model;

import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.option.SteadyTime;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.token.MessageTokens;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Compiles messages, and the state so far, into a new state by asking a model.
 *
 * <p><em>Algorithm</em>: 1. ask the circuit breaker, which skips a model that keeps failing; 2. hide secrets and what the {@link Redactor} names;
 * 3. have {@link ModelCompilation} ask the model in as many steps as its window needs, and again with a smaller window if the model refuses
 * requests as too long; segments are summarized only if the input fits one step; 4. with a {@link StateJudge}, take out what no message has
 * ({@link Grounding}), then apply its verdict once; 5. fill the hidden names in again.
 *
 * <p><em>Does nothing</em> without messages, or while the breaker is open: the outcome is a rejection and the model is not called.
 * <em>Threads</em>: safe for use by many, which share the breaker and the learned window, so make one per model. No lock is held over a call. Each
 * call runs on the executor while the compiling thread waits for it, so the two must not share a bounded pool; an executor that runs tasks
 * in the calling thread works, but enforces no time limit. <em>On failure</em>: {@link #compile} throws nothing because of the model, the judge or
 * the input, not even an {@link Error} of the model's thread; every failure is a {@link Compilation.Rejected} without contents of the chat. A call that
 * exceeds its time is interrupted, and a late answer is discarded, its usage with it.
 *
 * @see ModelCompilation
 * @see AnswerReader
 */
public final class ModelStateCompiler {
    /** Rejections that are not the model's fault. */
    private static final Set<Reason> NOT_THE_MODELS =
            EnumSet.of(Reason.NO_THREAD, Reason.INTERRUPTED, Reason.INPUT_TOO_LARGE, Reason.NO_ROOM);

    private final ModelOptions options;
    private final MessageTokens tokens;
    private final InstantSource clock;
    private final ModelCalls calls;
    private final Breaker breaker;
    private final Redactor redactor;
    private final @Nullable StateJudge judge;

    /**
     * A compiler on a model.
     *
     * @param tokens counts the tokens of requests and states
     * @param clock measures the deadline and the breaker's pause
     * @param executor runs the calls
     * @param waiting lets time pass; consistent with {@code clock}
     * @param redactor hides what the model must not see, beside secrets, which it never sees
     * @param judge judges the states; {@code null} for none
     */
    public ModelStateCompiler(
            StructuredModel model,
            ModelOptions options,
            MessageTokens tokens,
            InstantSource clock,
            Executor executor,
            Sleeper waiting,
            Redactor redactor,
            @Nullable StateJudge judge) {
        this.options = options;
        this.tokens = tokens;
        this.clock = SteadyTime.of(clock);
        this.calls = new ModelCalls(model, options, executor, waiting);
        this.breaker = new Breaker(options.breakerThreshold(), this.clock);
        this.redactor = Objects.requireNonNull(redactor, "redactor");
        this.judge = judge;
    }

    /**
     * Compiles a state; waits for the model.
     *
     * @param request the messages, the state so far, the schema and the cap
     * @param systemContext the chat's system prompt, or the application's description of itself, so that the model understands the chat's
     *     words; of a long text head and tail are shown; {@code null} for nothing
     * @return the state, or why there is none, with the cost of all calls in either case
     */
    public Compilation compile(CompileRequest request, @Nullable String systemContext) {
        CallBudget budget = new CallBudget(clock, options.deadline());
        if (request.span().isEmpty()) {
            return budget.rejected(Reason.NOTHING_TO_COMPILE, "there is no message to compress");
        }
        if (!breaker.permits()) {
            return budget.rejected(Reason.COOLING_DOWN, "the model is left alone after repeated failures");
        }
        // True once the breaker knows how it ended; each permission needs exactly one end.
        boolean told = false;
        try {
            Redaction redaction = new Redaction(redactor);
            CompileRequest hidden = redaction.hide(request);
            String context = systemContext == null ? null : redaction.hide(systemContext);
            Compilation compilation = compile(hidden, context, budget);
            if (compilation instanceof Compilation.Rejected rejected) {
                told = !NOT_THE_MODELS.contains(rejected.reason());
                if (told) {
                    breaker.failed(rejected.detail());
                }
                return rejected;
            }
            told = true;
            breaker.succeeded();
            Compilation.Compiled compiled = (Compilation.Compiled) compilation;
            return restored(judge == null ? compiled : judged(judge, compiled, hidden, context, budget), redaction);
        } catch (RuntimeException unexpected) {
            return budget.rejected(Reason.UNEXPECTED, unexpected.getClass().getName() + " was thrown");
        } finally {
            if (!told) {
                breaker.released();
            }
        }
    }

    /**
     * The largest former state that the model is given, in tokens of its envelope: a third of what its window leaves beside the instructions.
     * A larger one is cut. No limit if the window has no room for a compression at all. Gets smaller when the model turns out to take less than was thought.
     */
    public int mostStateTokens(StateSchema schema) {
        CompileRequest none = new CompileRequest(schema, List.of(), null, null, Integer.MAX_VALUE / 4);
        ModelOptions known = options.withContextWindow(calls.window());
        return new Requests(none, new SegmentField(none), null, known, tokens).mostStateTokens();
    }

    /** The state without what was invented, and as far as the judge finds it supported. */
    private Compilation.Compiled judged(
            StateJudge by,
            Compilation.Compiled compiled,
            CompileRequest request,
            @Nullable String context,
            CallBudget budget) {
        Grounding.Grounded grounded = Grounding.of(compiled.state(), request, context);
        Compilation.Compiled known = budget.compiled(grounded.state(), compiled.segments(), null, grounded.invented());
        return grounded.state().isEmpty() ? known : new JudgedState(by, request, tokens, calls, budget).of(known);
    }

    /** Compiles once more in smaller steps if the model takes less at once than was thought. */
    private Compilation compile(CompileRequest request, @Nullable String systemContext, CallBudget budget) {
        while (true) {
            int window = calls.window();
            ModelOptions known = options.withContextWindow(window);
            ModelCompilation steps = new ModelCompilation(request, systemContext, known, tokens, calls, budget);
            if (!steps.fitsSegments()) {
                CompileRequest plain = request.withSegments(List.of());
                steps = new ModelCompilation(plain, systemContext, known, tokens, calls, budget);
            }
            Compilation compilation = steps.run();
            CallBudget.TooLong tooLong = budget.takeTooLong();
            boolean smaller = tooLong != null
                    && calls.learns(tooLong.refusal(), window, Requests.size(tooLong.request(), tokens));
            if (!smaller || !(compilation instanceof Compilation.Rejected)) {
                return compilation;
            }
        }
    }

    /**
     * The compilation with the restorable values in place of their placeholders. What the model wrote is hidden once more before
     * that, so that no secret gets into a state by way of the model.
     */
    private static Compilation restored(Compilation.Compiled compiled, Redaction redaction) {
        UnaryOperator<String> restore = text -> redaction.restored(redaction.hide(text));
        List<SegmentSummary> segments = compiled.segments().stream()
                .map(segment -> new SegmentSummary(
                        segment.sources(),
                        restore.apply(segment.title()),
                        restore.apply(segment.detailed()),
                        restore.apply(segment.brief()),
                        segment.tags().stream().map(restore).toList()))
                .toList();
        StateDocument state = redaction.restore(redaction.hide(compiled.state()));
        return new Compilation.Compiled(
                state, compiled.usage(), compiled.calls(), segments, compiled.judgeFailure(), compiled.invented());
    }
}
