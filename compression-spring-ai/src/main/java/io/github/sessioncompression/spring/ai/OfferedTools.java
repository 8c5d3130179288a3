package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.ToolCallback;

/**
 * Gives the model its {@link HistoryTools} if the conversation's policy does: on the way to the tool loop, bound to the
 * conversation of the call.
 *
 * <p>Safe for use by many threads.
 */
final class OfferedTools {
    private static final Logger log = LoggerFactory.getLogger(OfferedTools.class);

    private final int order;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Tools that an advisor of that order offers. */
    OfferedTools(int order) {
        this.order = order;
    }

    /** The request with the tools that it has not yet; the request itself if there are none to add. */
    ChatClientRequest to(ChatClientRequest request, Conversation conversation, List<? extends Advisor> advisors) {
        if (!conversation.framework().offersRecall()) {
            return request;
        }
        Prompt prompt = request.prompt();
        ChatOptions options = prompt.getOptions();
        List<ToolCallback> callbacks = new ArrayList<>(RequestOptions.callbacks(options));
        if (!addMissing(conversation, callbacks, options)) {
            return request;
        }
        if (!areRunFurtherIn(advisors, options)) {
            warn("the application runs the tools of this call itself");
            return request;
        }
        ChatOptions offering = RequestOptions.withTools(options, callbacks);
        if (offering == null) {
            warn("the call's options are none of a model that calls tools");
            return request;
        }
        return request.mutate()
                .prompt(new Prompt(prompt.getInstructions(), offering))
                .build();
    }

    /** A tool of the same name that the application passes stays the only one. */
    private static boolean addMissing(
            Conversation conversation, List<ToolCallback> callbacks, @Nullable ChatOptions options) {
        Set<Object> names = new HashSet<>(RequestOptions.toolNames(options));
        callbacks.forEach(callback -> names.add(callback.getToolDefinition().name()));
        int before = callbacks.size();
        for (ToolCallback callback : HistoryTools.of(conversation).getToolCallbacks()) {
            if (names.add(callback.getToolDefinition().name())) {
                callbacks.add(callback);
            }
        }
        return callbacks.size() > before;
    }

    /** False if the application runs tools itself, with options of its own: nobody would answer a call of these. */
    private boolean areRunFurtherIn(List<? extends Advisor> advisors, @Nullable ChatOptions options) {
        return RequestOptions.areToolsTheModels(options)
                || advisors.stream().anyMatch(advisor -> advisor.getOrder() >= order && runsTools(advisor));
    }

    private static boolean runsTools(Advisor advisor) {
        return Diagnosis.isToolAdvisor(advisor) || Diagnosis.implementsNamed("ToolAdvisor", advisor);
    }

    private void warn(String why) {
        if (!warned.getAndSet(true)) {
            log.warn(
                    "The model is not given the tools search_history and expand_segment, though state.history-tools says so: {}"
                            + " (said once).",
                    why);
        }
    }
}
