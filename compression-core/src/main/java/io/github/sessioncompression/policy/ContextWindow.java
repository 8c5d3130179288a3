package io.github.sessioncompression.policy;

import io.github.sessioncompression.token.ModelLimits;
import io.github.sessioncompression.token.ModelRegistry;

/** Finds the context window that a policy is for. */
final class ContextWindow {
    private ContextWindow() {}

    /** The window that is set, else that of the named model, else 0. */
    static int of(PolicyDraft draft) {
        if (draft.contextWindow > 0 || draft.modelName == null) {
            return draft.contextWindow;
        }
        return ModelRegistry.bundled()
                .find(draft.modelName)
                .map(ModelLimits::contextWindow)
                .orElse(0);
    }

    /** Why there is none, and what to do about it. */
    static String missing(PolicyDraft draft) {
        String window = CompressionPolicy.PREFIX + "context-window";
        String name = CompressionPolicy.PREFIX + "model-name";
        String reason = draft.modelName == null
                ? window + " is not set, nor is " + name
                : window + " is not set, and " + name + "=" + draft.modelName + " is not a known model";
        return reason + ": set the context window of the chat model in tokens, " + ModelLimits.MIN_WINDOW + " to "
                + ModelLimits.MAX_WINDOW;
    }
}
