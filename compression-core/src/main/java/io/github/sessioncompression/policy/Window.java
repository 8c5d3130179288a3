package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.util.Optional;

/**
 * The window that a policy is for, and what of it is left to the answer.
 *
 * <p>Design note. A request that fills the window leaves no room to answer it. An agent's usual rule is to keep back the
 * smaller of the model's output limit and 32,000 tokens. In a small window that rule eats the chat up (GPT-4: 8,192 of 8,192
 * tokens), so no more than a quarter is kept back unasked: then a trigger of 0.90 leaves the chat two thirds of the window.
 *
 * @param contextWindow in tokens, 0 if it is not known
 * @param reserved tokens left to the answer
 */
record Window(int contextWindow, int reserved) {
    /** Most tokens that are kept back unasked. */
    private static final int MAX_DERIVED = 32_000;
    /** Part of the window that is kept back unasked, at most. */
    private static final int SMALLEST_SHARE = 4;

    /** The window that is set, else that of the named model, else 0. */
    static Window of(int set, Optional<Integer> reserved, Optional<ModelLimits> model) {
        int window = set > 0 ? set : model.map(ModelLimits::contextWindow).orElse(0);
        if (reserved.isPresent()) {
            return new Window(window, reserved.get());
        }
        // Without a limit of its own, a model may write until the window is full.
        int most = model.map(limits -> limits.maxOutputTokens() == 0 ? window : limits.maxOutputTokens())
                .orElse(0);
        return new Window(window, Math.min(most, Math.min(window / SMALLEST_SHARE, MAX_DERIVED)));
    }

    /** Tokens of the window for requests: the base of all ratios; zero or negative if the reserve is too large. */
    int base() {
        return contextWindow - reserved;
    }

    /** A share of the base, in tokens, 1 or more: a size of none is no limit that anything can be kept to. */
    int share(double ratio) {
        return (int) Math.max(1, Math.round(base() * ratio));
    }

    /** The message about a window that is neither set nor known by the model's name, with what to do. */
    static String missing(Optional<String> modelName) {
        String window = Knob.PREFIX + "context-window";
        String name = Knob.PREFIX + "model-name";
        String range = ": set the context window of the chat model in tokens, " + ModelLimits.MIN_WINDOW + " to "
                + ModelLimits.MAX_WINDOW;
        return modelName.isEmpty()
                ? window + " is not set, nor is " + name + range
                : window + " is not set, and " + name + "=" + modelName.get() + " is not a known model" + range;
    }
}
