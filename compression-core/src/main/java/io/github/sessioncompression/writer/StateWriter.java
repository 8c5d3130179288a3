package io.github.sessioncompression.writer;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.context.Budget;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.context.ContextRules;
import io.github.sessioncompression.extract.Extract;
import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.extract.StateCut;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.extract.ToolCalls;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.LateResults;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.redaction.RepeatedStates;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.session.UserMemory;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.survival.SurvivalCheck;
import io.github.sessioncompression.survival.SurvivalCheck.Survival;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes states: by the model if there is one, else by extract, and by extract if the model fails and the policy allows it.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Without a model, and for a task that is not worth one, write an extract and continue with the last step.
 *   <li>Ask the application what the model is to know of the chat; by default that is the chat's own system prompt.
 *   <li>Have {@link ModelStateCompiler} write the state. A rejected answer ends here with an extract, or with the failure.
 *   <li>Take out what the model invented ({@link Grounding}), and cut what is above the cap from the end of its lists ({@link StateCut}).
 *   <li>Add quotes of what the state lacks ({@link SurvivalCheck}), the facts about the user and the artefacts.
 * </ol>
 *
 * <p><b>Threads:</b> safe for use by many; holds no lock and changes no chat. <b>On failure</b> of the model, or of the application's functions,
 * the result has the cause, and nothing is thrown because of them.
 *
 * @param offline writes extracts
 * @param model the compression model; {@code null} for none
 * @param systemContext returns text about a chat for the model, by the chat's id; {@code null} for the chat's system prompt
 * @param userOf returns the id of a chat's user, or {@code null}; only for users a model is asked for facts about them
 * @see OutlineWriter
 */
public record StateWriter(
        ContextRules rules,
        ExtractCompiler offline,
        @Nullable ModelStateCompiler model,
        StateFitter fitter,
        @Nullable Function<String, @Nullable String> systemContext,
        Function<String, @Nullable String> userOf,
        Redactor redactor) {
    /** Part of the cap that is left for new messages beside what a model wrote before. */
    private static final double NEW_SHARE = 0.25;

    private static final WrittenState.Failed NOTHING = new WrittenState.Failed(null, Usage.NONE, 0);
    private static final WrittenState.Failed GIVEN_UP =
            new WrittenState.Failed(WrittenState.Failure.of("GIVEN_UP"), Usage.NONE, 0);

    /** Copies of messages without secrets, as a state may quote them. */
    public List<Entry> hidden(List<Entry> messages) {
        return Redaction.lasting(redactor).hide(messages);
    }

    public boolean hasModel() {
        return model != null;
    }

    /** True if an extract may be kept as a state: there is no model, or the policy puts one in its place. */
    public boolean mayWriteOffline() {
        return model == null || rules.policy().failure() == FailurePolicy.OFFLINE;
    }

    /**
     * A state to write.
     *
     * @param conversationId the conversation that is searched; the application's functions get the chat that it belongs to
     * @param focus what the caller wants to keep in detail; {@code null} for nothing
     * @param turn ends the wait for a model if its run is given up; {@code null} if nobody may end it
     */
    public record Job(
            String conversationId, CompressTask task, @Nullable String focus, RunningCompressions.@Nullable Turn turn) {
        Job within(int maxTokens) {
            return new Job(conversationId, task.within(maxTokens), focus, turn);
        }

        boolean isGivenUp() {
            return turn != null && turn.isGivenUp();
        }

        <T> T asking(Supplier<T> model) {
            return turn == null ? model.get() : turn.asking(model);
        }
    }

    /**
     * Writes the state that a job asks for.
     *
     * @param segments the segments that a model summarises along with it, each as sequence numbers; empty for none
     */
    public WrittenState write(Job job, List<List<Long>> segments) {
        CompressTask task = job.task();
        if (model == null || task.free() || task.extract()) {
            return extract(job, NOTHING);
        }
        String context;
        boolean hasUser;
        try {
            String chat = SessionIndex.chatOf(job.conversationId());
            context = systemContext == null ? task.pins().systemPrompt() : systemContext.apply(chat);
            hasUser = userOf.apply(chat) != null;
        } catch (RuntimeException | Error e) {
            String detail =
                    "what the application tells the model threw " + e.getClass().getName();
            return withoutModel(job, new WrittenState.Failure("NO_SYSTEM_CONTEXT", detail), Usage.NONE);
        }
        if (job.isGivenUp()) {
            return GIVEN_UP;
        }
        CompileRequest request =
                givenTo(model, request(job)).withSegments(segments).withAboutUser(hasUser);
        Compilation compilation = job.asking(() -> model.compile(request, context));
        if (compilation instanceof Compilation.Rejected rejected) {
            return withoutModel(
                    job,
                    new WrittenState.Failure(rejected.reason().name(), rejected.detail(), rejected.calls()),
                    rejected.usage());
        }
        return byModel(job, (Compilation.Compiled) compilation, context);
    }

    /** The request with as much of the former state as the model can be given, what is worth most of an extract. */
    private CompileRequest givenTo(ModelStateCompiler asked, CompileRequest request) {
        StateDocument previous = request.previous();
        return previous == null
                ? request
                : request.withPrevious(fitter.within(previous, asked.mostStateTokens(rules.schema())));
    }

    private WrittenState byModel(Job job, Compilation.Compiled compiled, @Nullable String context) {
        Grounding.Grounded grounded = Grounding.of(compiled.state(), request(job), context);
        int cap = job.task().maxTokens();
        StateDocument fitting = size(grounded.state()) <= cap
                ? grounded.state()
                : StateCut.within(rules.schema(), grounded.state(), cap, rules.tokens()::countText);
        if (fitting.isEmpty()) {
            String detail = grounded.state().isEmpty()
                    ? "nothing that the answer says was said in the chat"
                    : "no entry of the answer fits " + cap + " tokens";
            return withoutModel(
                    job, new WrittenState.Failure("EMPTY_STATE", detail, compiled.calls()), compiled.usage());
        }
        Told told = told(job, new StatementReader());
        WrittenState written = checked(
                job,
                fitting,
                told,
                told.required().check(fitting, cap),
                compiled.invented() + grounded.invented(),
                true,
                new WrittenState.Failed(null, compiled.usage(), compiled.calls()));
        return written instanceof WrittenState.Written state
                ? state.beside(compiled.segments(), compiled.judgeFailure())
                : written;
    }

    private int size(StateDocument state) {
        return rules.tokens().countText(StateEnvelope.wrap(rules.schema(), state));
    }

    private WrittenState withoutModel(Job job, WrittenState.Failure failure, Usage usage) {
        boolean ended = failure.kind().equals(Compilation.Reason.INTERRUPTED.name());
        WrittenState.Failed failed = new WrittenState.Failed(failure, usage, failure.calls());
        return mayWriteOffline() && !ended ? extract(job, failed) : failed;
    }

    /** The extract; after a failure no larger than the model can be given next time. One that lacks a note leaves room for it in a second try. */
    private WrittenState extract(Job job, WrittenState.Failed without) {
        int most = job.task().maxTokens();
        int cap = model != null && without.failure() != null
                ? Math.min(most, Math.max(Budget.SMALLEST_STATE, model.mostStateTokens(rules.schema())))
                : most;
        StatementReader reader = new StatementReader();
        Offline read = new Offline(job, reader);
        StateDocument state = read.within(cap);
        Told told = told(job, reader);
        Survival survival = told.required().check(state, cap);
        int less = cap - survivalCheck().noteTokens();
        if (lacksNote(survival) && less >= Budget.SMALLEST_STATE) {
            state = read.within(less);
            survival = told.required().check(state, cap);
        }
        return checked(job, state, told, survival, 0, false, without);
    }

    /** True if the state leaves something out and has no room for a note about it. */
    private static boolean lacksNote(Survival survival) {
        return !survival.pushedOut().isEmpty()
                && !survival.state().isEmpty()
                && survival.state().items(StateDocument.LEFT_OUT).isEmpty();
    }

    /** What the covered messages contain that a state must not lack, and their calls, without secrets. */
    private record Told(ToolCalls calls, SurvivalCheck.Required required) {}

    /** The request for a model, which reads what is pinned among the messages as well. */
    private CompileRequest request(Job job) {
        return request(job, job.task().span(), job.task().maxTokens());
    }

    private CompileRequest request(Job job, List<Entry> messages, int cap) {
        return new CompileRequest(
                        rules.schema(),
                        RepeatedStates.removed(rules.schema(), LateResults.named(messages)),
                        null,
                        job.focus(),
                        cap)
                .withPrevious(job.task().previous().with(StateDocument.LEFT_OUT, List.of()))
                .behind(RepeatedStates.removed(rules.schema(), job.task().before()));
    }

    /**
     * The messages of a job, read once to write states without a model. A state is empty only if there is nothing to write. If there is a
     * model, what it wrote before stays as it is, with its quotes, in up to three quarters of the cap.
     */
    private final class Offline {
        private final StateDocument before;
        private final StateDocument stays;
        private final Extract extract;

        Offline(Job job, StatementReader reader) {
            before = job.task().previous().with(StateDocument.LEFT_OUT, List.of());
            stays = model == null ? StateDocument.EMPTY : StateCut.byModel(before);
            StateDocument rest = stays.isEmpty() ? before : StateCut.without(before, stays);
            extract = offline.read(
                    request(job, job.task().covered(), job.task().maxTokens()).withPrevious(rest), reader);
        }

        StateDocument within(int cap) {
            if (stays.isEmpty()) {
                StateDocument state = extract.within(Math.max(Budget.SMALLEST_STATE, cap));
                return fitter.within(state.isEmpty() ? before : state, cap);
            }
            StateDocument kept =
                    StateCut.within(rules.schema(), stays, (int) (cap * (1 - NEW_SHARE)), rules.tokens()::countText);
            StateDocument added = extract.within(Math.max(Budget.SMALLEST_STATE, cap - size(kept)));
            return fitter.within(fitter.joined(List.of(kept, added)), cap);
        }
    }

    private Told told(Job job, StatementReader reader) {
        CompressTask task = job.task();
        Redaction redaction = Redaction.lasting(redactor);
        CompileRequest said = redaction.hide(request(job, task.covered(), task.maxTokens()));
        ToolCalls calls = new ToolCalls(said.span(), rules.policy().state().tools());
        StateDocument before = calls.withLaidDown(said.previous());
        return new Told(calls, survivalCheck().required(before, said.span(), redaction.hide(task.kept()), reader));
    }

    /** The artefacts of all that is covered; those of before if a state is rewritten from messages that were covered already. */
    private static Artefacts artefacts(CompressTask task, Told told, Survival survival) {
        Artefacts before = task.base().artefacts();
        return task.free() ? before : told.calls().artefacts(before, survival.state());
    }

    private SurvivalCheck survivalCheck() {
        boolean historyTools = rules.policy().state().historyTools();
        return new SurvivalCheck(rules.schema(), rules.tokens()::countText, historyTools);
    }

    /** The latest facts about the user of both states. */
    private static List<StateItem> aboutUser(StateDocument previous, StateDocument state) {
        List<StateItem> facts = Stream.concat(
                        previous.items(StateDocument.ABOUT_USER).stream(),
                        state.items(StateDocument.ABOUT_USER).stream())
                .distinct()
                .toList();
        return facts.subList(Math.max(0, facts.size() - UserMemory.MAX_FACTS), facts.size());
    }

    /** The state with its ledger, unless it is empty; {@code without} contains what it took so far and what failed. */
    private WrittenState checked(
            Job job,
            StateDocument state,
            Told told,
            Survival survival,
            int invented,
            boolean byModel,
            WrittenState.Failed without) {
        if (state.isEmpty()) {
            boolean expected = !byModel && survival.required() == 0;
            return expected || without.failure() != null
                    ? without
                    : new WrittenState.Failed(WrittenState.Failure.of("EMPTY_STATE"), without.usage(), without.calls());
        }
        Coverage coverage = new Coverage(
                survival.required(),
                survival.held(),
                survival.repaired(),
                survival.pushedOut().size(),
                invented);
        return new WrittenState.Written(
                survival.state()
                        .with(StateDocument.ABOUT_USER, aboutUser(job.task().previous(), state)),
                coverage,
                artefacts(job.task(), told, survival),
                List.of(),
                null,
                byModel,
                without.usage(),
                without.calls(),
                without.failure(),
                job.task().free() ? 0 : Redaction.withSecrets(job.task().covered()));
    }
}
