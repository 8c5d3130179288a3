package io.github.sessioncompression.policy;

import java.util.ArrayList;
import java.util.List;

/** Refuses policies whose values are each in range but do not fit together. */
final class Contradictions {
    private Contradictions() {}

    /**
     * Checks what is known: without a context window only what does not depend on it.
     *
     * @throws IllegalArgumentException naming every contradiction, one a line
     */
    static void refuse(CompressionPolicy policy) {
        List<String> found = new ArrayList<>();
        if (policy.targetRatio() >= policy.triggerRatio()) {
            found.add(key("target-ratio", policy.targetRatio()) + " must be below "
                    + key("trigger-ratio", policy.triggerRatio()));
        }
        if (policy.triggerRatio() > policy.hardLimitRatio()) {
            found.add(key("trigger-ratio", policy.triggerRatio()) + " must not be above "
                    + key("hard-limit-ratio", policy.hardLimitRatio()));
        }
        if (policy.contextWindow() > 0) {
            addThoseWithTheWindow(policy, found);
        }
        if (!found.isEmpty()) {
            throw new IllegalArgumentException(String.join(System.lineSeparator(), found));
        }
    }

    private static void addThoseWithTheWindow(CompressionPolicy policy, List<String> found) {
        if (policy.reservedOutputTokens() >= policy.contextWindow()) {
            found.add(key("reserved-output-tokens", policy.reservedOutputTokens())
                    + " must be below the context window of " + policy.contextWindow() + " tokens");
            return;
        }
        if (policy.state().maxTokens() > policy.baseTokens()) {
            found.add(key("state.max-tokens", policy.state().maxTokens())
                    + " must not be above the context window without the reserved output, " + policy.baseTokens()
                    + " tokens");
        }
        KeepRecent keep = policy.keepRecent();
        if (keep.strategy() == KeepRecent.Strategy.TOKENS && keep.tokens() >= policy.triggerTokens()) {
            found.add(key("keep-recent.tokens", keep.tokens()) + " must be below the size that triggers a compression, "
                    + policy.triggerTokens() + " tokens, or nothing would ever be compressed");
        }
    }

    private static String key(String name, Object value) {
        return CompressionPolicy.PREFIX + name + "=" + value;
    }
}
