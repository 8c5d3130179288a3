package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.sessioncompression.context.ChatCosts;
import io.github.sessioncompression.context.ContextRules;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.model.StateJudge;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.request.RequestCounts;
import io.github.sessioncompression.run.BackgroundTasks;
import io.github.sessioncompression.run.BackgroundTasks.DaemonThreads;
import io.github.sessioncompression.run.BackgroundTasks.RestTimer;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.run.UniqueIds;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.ContextMeter.KnownModels;
import io.github.sessioncompression.token.MessageCounter;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.transcript.StatsRecorder;
import io.github.sessioncompression.writer.StateWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The parts that all conversations with one policy and compression model share. <b>Threads:</b> safe for use by many.
 *
 * @param rules for the window that the policy names
 * @param steps the steps that make room
 * @param writer writes states
 * @param smaller the rules for smaller windows, which providers' refusals teach
 * @param ownCounts the costs of messages outside the chats
 */
record Settings(
        ContextRules rules,
        Steps steps,
        StateWriter writer,
        LoadingCache<Integer, ContextRules> smaller,
        RequestCounts ownCounts) {
    /** Windows for which rules are kept; further ones are made again. */
    private static final int CACHED_WINDOWS = 64;

    Settings(ContextRules rules, Steps steps, StateWriter writer) {
        this(
                rules,
                steps,
                writer,
                Caffeine.newBuilder().maximumSize(CACHED_WINDOWS).build(rules::within),
                new RequestCounts(rules.tokens()));
    }

    /** The rules for a window, in tokens; one above the policy's has the policy's. */
    ContextRules rules(int window) {
        return window >= rules.policy().contextWindow() ? rules : smaller.get(window);
    }

    /** Settings of all conversations, {@code common} or those of a policy or model of its own: the functions give the same few again and again. */
    record ByConversation(Draft draft, Settings common, LoadingCache<Own, Settings> own) {
        /** Policies of single conversations whose settings are kept; further ones are made again. */
        private static final int CACHED_SETTINGS = 100;

        /** A policy and a model of a conversation's own; {@code null} for no model. */
        record Own(CompressionPolicy policy, @Nullable StructuredModel model) {}

        ByConversation(Draft draft) {
            this(
                    draft,
                    draft.settings(draft.policy, draft.model),
                    Caffeine.newBuilder()
                            .maximumSize(CACHED_SETTINGS)
                            .build(own -> draft.settings(own.policy(), own.model())));
        }

        /** The settings of a conversation; refuses a policy with another schema than all others. */
        Settings of(String conversationId) {
            CompressionPolicy policy = Objects.requireNonNullElse(draft.policyFor.apply(conversationId), draft.policy);
            StructuredModel ownModel = draft.modelFor.apply(conversationId);
            StructuredModel model = ownModel == null ? draft.model : ownModel;
            if (policy.equals(draft.policy) && Objects.equals(model, draft.model)) {
                return common;
            }
            String schema = policy.state().schema().name();
            String commonSchema = common.rules().schema().name();
            if (!schema.equals(commonSchema)) {
                throw new IllegalArgumentException("state.schema of a conversation's own policy must be '"
                        + commonSchema + "' as of all others, but was '" + schema + "'");
            }
            return own.get(new Own(policy, model));
        }
    }

    /** The collaborators that a compressor is given, and their defaults; the settings of each policy are made from them. */
    static final class Draft implements Cloneable {
        CompressionPolicy policy = CompressionPolicy.defaults();

        @Nullable
        StructuredModel model;

        SessionStore.Factory store = (schema, tokens, clock) -> SessionStore.inMemory();

        @Nullable
        TokenCounter tokenCounter;

        @Nullable
        MessageCounter messageCounter;

        Executor executor = DaemonThreads.FOR_COMPRESSIONS;
        Executor modelCalls = DaemonThreads.FOR_MODEL_CALLS;
        UnaryOperator<Runnable> decorator = UnaryOperator.identity();
        Sleeper waiting = Sleeper.realTime();
        Clock clock = Clock.systemUTC();
        LongSupplier nanos = System::nanoTime;

        @Nullable
        StateJudge judge;

        @Nullable
        Function<String, @Nullable String> systemContext;

        Function<String, @Nullable CompressionPolicy> policyFor = id -> null;
        Function<String, @Nullable StructuredModel> modelFor = id -> null;
        Redactor redactor = Redactor.secretsOnly();
        Function<String, @Nullable String> userOf = id -> null;
        RecallOptions recall = RecallOptions.defaults();

        ObjLongConsumer<Runnable> alarm = (task, wait) ->
                CompletableFuture.delayedExecutor(wait, TimeUnit.NANOSECONDS).execute(task);
        /** Maximum conversations that are kept at hand. */
        int atHand = 1_000;
        /** Models whose unknown window was logged. */
        private final Set<String> unknownModels = ConcurrentHashMap.newKeySet();

        final List<CompressionListener> listeners = new ArrayList<>();

        /** A copy, which no longer changes with the builder. */
        @Override
        protected Draft clone() {
            try {
                return (Draft) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        /** Threads whose tasks the application's decorator wraps. */
        Executor decorated(Executor threads) {
            return task -> threads.execute(decorator.apply(task));
        }

        /** Counts messages by the application's counters, or else by the default tokenizer. */
        MessageTokens tokens(CompressionPolicy policy) {
            TokenCounter counter = tokenCounter == null ? TokenCounter.o200k() : tokenCounter;
            return new MessageTokens(messageCounter, counter, policy.tokens());
        }

        /** Wires the settings of one policy and model; {@code null} for no model. */
        Settings settings(CompressionPolicy policy, @Nullable StructuredModel writing) {
            MessageTokens tokens = tokens(policy);
            ContextRules rules = new ContextRules(policy, tokens);
            ExtractCompiler offline = new ExtractCompiler(
                    tokens::countText, redactor, policy.state().tools());
            StateFitter fitter = new StateFitter(rules.schema(), tokens::countText, offline);
            StateWriter writer = new StateWriter(
                    rules, offline, modelCompiler(policy, tokens, writing), fitter, systemContext, userOf, redactor);
            ChatCosts costs = new ChatCosts(policy.cost(), writing == null ? null : writing.modelName(), clock);
            return new Settings(rules, new Steps(fitter, clock, costs), writer);
        }

        /** The compiler for a model, with the limits that are known of it; an unknown window is logged once for each name. */
        private @Nullable ModelStateCompiler modelCompiler(
                CompressionPolicy policy, MessageTokens tokens, @Nullable StructuredModel writing) {
            if (writing == null) {
                return null;
            }
            ModelOptions options = policy.model()
                    .withLimitsOf(writing.modelName(), policy.modelLimits())
                    .withUncutTools(uncutTools(policy));
            String name = writing.modelName();
            if (options.contextWindow() == 0 && !name.isBlank() && unknownModels.add(name)) {
                LogMessages.unknownModel(name);
            }
            return new ModelStateCompiler(
                    writing, options, tokens, clock, decorated(modelCalls), waiting, redactor, judge);
        }

        /** Tools whose results a model reads whole: those set for the model, and those set for pruning. */
        private static Set<String> uncutTools(CompressionPolicy policy) {
            Set<String> tools = new HashSet<>(policy.model().uncutTools());
            tools.addAll(policy.prune().summarizedTools());
            return tools;
        }

        /** Wires what all conversations share; makes the store. */
        CompressorParts parts(
                BackgroundTasks background, BackgroundTasks meaningCalls, ObjLongConsumer<String> rested) {
            SessionStore keeping = store.create(policy.state().schema(), tokens(policy), clock);
            return new CompressorParts(
                    keeping,
                    new CompressorParts.Listeners(listeners),
                    new StatsRecorder(null),
                    background,
                    new RestTimer(alarm, nanos, rested),
                    new RunningCompressions(clock),
                    clock,
                    nanos,
                    new UniqueIds(),
                    CompressorParts.carriers(),
                    new KnownModels(),
                    new MessageSearch(keeping, recall, meaningCalls, waiting, nanos),
                    userOf);
        }
    }
}
