package io.github.sessioncompression.model;

import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Compiles messages, and the state so far, into a new state by asking a model.
 *
 * <p>The model is shown the messages as fenced data and told the fields of the schema. Its answer is read leniently and
 * accepted strictly: finished, all fields, right types, not blank, within the cap, not larger than what it replaces. An
 * answer that fails gets one repair: a further call that names the fault, or, for a state that is only too large, one that
 * has it condensed. Input beyond the model's window is split between groups of messages and merged step by step, the state
 * of one step being the previous state of the next.
 *
 * <p>{@link #compile} never throws because of the model, the input or this class: an {@link Error} of the model's thread, such as an
 * {@link OutOfMemoryError}, is a failure like any other. Nothing that was said in the chat is logged or put
 * into an outcome.
 *
 * <p>Bounds: at most {@code maxSteps} steps of at most two requests each, every one tried at most {@code retries + 1} times for
 * at most {@code timeout}; all of it within {@code deadline}. A call that is not back in time is abandoned: its thread is
 * interrupted, and an answer it gives later is discarded, its usage with it.
 *
 * <p>Safe for use by many threads, which share the circuit breaker: make one per model. No lock is held over a call. Each call
 * runs on the executor while the thread that compiles waits for it, so the two must not share a bounded pool: waiting
 * threads could take all of its places. An executor that runs tasks in the calling thread works, but then nothing enforces the
 * time limits.
 */
public final class ModelStateCompiler {
    private final ModelOptions options;
    private final MessageTokens tokens;
    private final Clock clock;
    private final ModelCalls calls;
    private final Redactor redactor;

    /**
     * A compiler that waits in real time.
     *
     * @param model answers the requests
     * @param options limits, sizes and prompts
     * @param tokens counts what is sent and what comes back
     * @param clock what deadline and cool-down are measured by
     * @param executor runs the calls
     */
    public ModelStateCompiler(
            StructuredModel model, ModelOptions options, MessageTokens tokens, Clock clock, Executor executor) {
        this(model, options, tokens, clock, executor, Waiting.realTime());
    }

    /**
     * A compiler that waits as {@code waiting} does.
     *
     * @param model answers the requests
     * @param options limits, sizes and prompts
     * @param tokens counts what is sent and what comes back
     * @param clock what deadline and cool-down are measured by
     * @param executor runs the calls
     * @param waiting lets time pass; consistent with {@code clock}
     */
    public ModelStateCompiler(
            StructuredModel model,
            ModelOptions options,
            MessageTokens tokens,
            Clock clock,
            Executor executor,
            Waiting waiting) {
        this.options = Objects.requireNonNull(options, "options");
        this.tokens = Objects.requireNonNull(tokens, "tokens");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.redactor = Redactor.secretsOnly();
        this.calls = new ModelCalls(
                Objects.requireNonNull(model, "model"),
                options,
                clock,
                Objects.requireNonNull(executor, "executor"),
                Objects.requireNonNull(waiting, "waiting"));
    }

    private ModelStateCompiler(ModelStateCompiler of, Redactor redactor) {
        this.options = of.options;
        this.tokens = of.tokens;
        this.clock = of.clock;
        this.calls = of.calls;
        this.redactor = redactor;
    }

    /**
     * This compiler, which shares its circuit breaker, with a model that does not see what {@code redactor} hides; secrets it sees in no
     * case.
     */
    public ModelStateCompiler redacting(Redactor redactor) {
        return new ModelStateCompiler(this, Objects.requireNonNull(redactor, "redactor"));
    }

    /**
     * Compiles a state that is believed as it is; waits for the model.
     *
     * @param request the messages, the state so far, the schema and the cap
     * @param systemContext what the application says about itself, terms and workflow, so that the model understands the chat's
     *     words; of a long text head and tail are shown; {@code null} for nothing
     * @return the state, or why there is none, with the cost of all calls in either case
     */
    public Compilation compile(CompileRequest request, @Nullable String systemContext) {
        return compiled(request, systemContext, null);
    }

    /**
     * Compiles a state that is not believed unread; waits for the model.
     *
     * <p>Sentences that name a value the model was not given are taken away. A state that shows less than half of the facts that one
     * written without a model at its size would gets the one repair, which names what is missing. What then still shows less than a state
     * written without a model would is merged with one, item by item; if that does not help, there is no state.
     *
     * @param request the messages, the state so far, the schema and the cap
     * @param systemContext what the application says about itself, as above
     * @param yardstick what the state is held against; throws nothing
     * @return the state, within the cap, or why there is none, with the cost of all calls in either case
     */
    public Compilation compile(CompileRequest request, @Nullable String systemContext, Yardstick yardstick) {
        return compiled(request, systemContext, Objects.requireNonNull(yardstick, "yardstick"));
    }

    private Compilation compiled(
            CompileRequest request, @Nullable String systemContext, @Nullable Yardstick yardstick) {
        Bill bill = new Bill(clock, options.deadline());
        if (request.span().isEmpty()) {
            return bill.rejected(Compilation.Reason.NOTHING_TO_COMPILE, "there is no message to compress");
        }
        try {
            Redaction redaction = new Redaction(redactor);
            CompileRequest hidden = redaction.hide(request);
            String context = systemContext == null ? null : redaction.hide(systemContext);
            Acceptance acceptance =
                    yardstick == null ? null : new Acceptance(hidden, context, tokens, yardstick, redaction::restore);
            return restored(compile(hidden, context, bill, acceptance), redaction);
        } catch (RuntimeException unexpected) {
            return bill.rejected(
                    Compilation.Reason.UNEXPECTED, unexpected.getClass().getName() + " was thrown");
        }
    }

    /** Once more in smaller steps where the model takes less at once than was thought. */
    private Compilation compile(
            CompileRequest request, @Nullable String systemContext, Bill bill, @Nullable Acceptance acceptance) {
        while (true) {
            int window = calls.window().tokens();
            Compilation compilation = new ModelCompilation(
                            request, systemContext, options.withContextWindow(window), tokens, calls, bill, acceptance)
                    .run();
            Bill.TooLong tooLong = bill.takeTooLong();
            boolean smaller = tooLong != null
                    && calls.window().learns(tooLong.refusal(), window, Requests.size(tooLong.request(), tokens));
            if (!smaller || !(compilation instanceof Compilation.Rejected)) {
                return compilation;
            }
        }
    }

    private static Compilation restored(Compilation compilation, Redaction redaction) {
        if (compilation instanceof Compilation.Compiled compiled) {
            return new Compilation.Compiled(
                    redaction.restore(redaction.hide(compiled.state())),
                    compiled.usage(),
                    compiled.calls(),
                    compiled.invented(),
                    compiled.merged(),
                    compiled.told().mapped(redaction::restored));
        }
        if (compilation instanceof Compilation.Oversized large) {
            return new Compilation.Oversized(
                    redaction.restore(redaction.hide(large.state())),
                    large.tokens(),
                    large.usage(),
                    large.calls(),
                    large.told().mapped(redaction::restored));
        }
        Compilation.Rejected rejected = (Compilation.Rejected) compilation;
        return new Compilation.Rejected(
                rejected.reason(),
                rejected.detail(),
                rejected.usage(),
                rejected.calls(),
                rejected.told().mapped(redaction::restored));
    }
}
