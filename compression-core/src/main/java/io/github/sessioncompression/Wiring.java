package io.github.sessioncompression;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.model.StateJudge;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.model.Waiting;
import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.token.MessageCounter;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The collaborators that a compressor was given, from which the settings of each policy are made.
 *
 * @param model the compression model; {@code null} if there is none
 * @param tokenCounter the application's own; {@code null} for the policy's
 * @param messageCounter the application's own; {@code null} if there is none
 * @param modelCalls where the model's calls run; {@code null} for the threads of the process
 * @param judge checks the model's states; {@code null} for none
 * @param systemContext what the application tells the compression model about itself, by conversation id; {@code null} for the chat's
 *     own system prompt
 * @param redactor what nobody but the chat's own model may read
 * @param archives whether there is an archive for messages that are to be deleted
 */
record Wiring(
        @Nullable StructuredModel model,
        @Nullable TokenCounter tokenCounter,
        @Nullable MessageCounter messageCounter,
        @Nullable Executor modelCalls,
        Waiting waiting,
        Clock clock,
        @Nullable StateJudge judge,
        @Nullable Function<String, @Nullable String> systemContext,
        Redactor redactor,
        boolean archives) {
    MessageTokens tokens(CompressionPolicy policy) {
        TokenCounter counter =
                tokenCounter != null ? tokenCounter : policy.tokens().counter();
        return new MessageTokens(messageCounter, counter, policy.tokens());
    }

    /** What all conversations with {@code policy} share. */
    Settings settings(CompressionPolicy policy) {
        MessageTokens tokens = tokens(policy);
        ContextRules rules = new ContextRules(policy, tokens);
        ExtractCompiler offline = new ExtractCompiler(tokens::countText, redactor);
        StateFitter fitter = new StateFitter(rules.schema(), policy.state().mode(), tokens::countText, offline);
        StateWriter writer =
                new StateWriter(rules, offline, modelCompiler(policy, tokens), fitter, systemContext, redactor);
        return new Settings(rules, new Steps(fitter, clock), writer);
    }

    private @Nullable ModelStateCompiler modelCompiler(CompressionPolicy policy, MessageTokens tokens) {
        if (model == null) {
            return null;
        }
        Executor calls = modelCalls != null ? modelCalls : DaemonThreads.forModelCalls();
        ModelOptions options = ModelOptions.forModel(policy.model(), model.modelName(), policy.modelLimits())
                .withUncutTools(uncutTools(policy));
        return new ModelStateCompiler(model, options, tokens, clock, calls, waiting)
                .redacting(redactor)
                .judgedBy(judge);
    }

    /** The tools whose results the compression model reads whole: those it is told to, and those that are to be summarized. */
    private static Set<String> uncutTools(CompressionPolicy policy) {
        Set<String> tools = new HashSet<>(policy.model().uncutTools());
        tools.addAll(policy.prune().summarizedTools());
        return tools;
    }
}
