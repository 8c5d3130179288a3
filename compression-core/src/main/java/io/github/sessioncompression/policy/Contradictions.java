package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import java.util.ArrayList;
import java.util.List;

/** Finds values that are each in range but do not fit together. */
final class Contradictions {
    private Contradictions() {}

    /** Every contradiction among what is known: without a context window only what does not depend on it. */
    static List<String> in(PolicyValues policy) {
        List<String> found = new ArrayList<>();
        if (policy.targetRatio() >= policy.triggerRatio()) {
            found.add(key("target-ratio", policy.targetRatio()) + " must be below "
                    + key("trigger-ratio", policy.triggerRatio()));
        }
        if (policy.triggerRatio() > policy.hardLimitRatio()) {
            found.add(key("trigger-ratio", policy.triggerRatio()) + " must not be above "
                    + key("hard-limit-ratio", policy.hardLimitRatio()));
        }
        int pruning = policy.prune().triggerTokens();
        if (pruning > 0 && policy.prune().protectTokens() >= pruning) {
            found.add(key("prune.protect-tokens", policy.prune().protectTokens()) + " must be below "
                    + key("prune.trigger-tokens", pruning) + ", or nothing would be pruned there");
        }
        if (policy.contextWindow() > 0) {
            addThoseWithTheWindow(policy, found);
        }
        return found;
    }

    private static void addThoseWithTheWindow(PolicyValues policy, List<String> found) {
        if (policy.baseTokens() <= 0) {
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
        int trigger = policy.triggerTokens();
        if (keep.strategy() == KeepRecent.Strategy.TOKENS && keep.amount() >= trigger) {
            found.add(key("keep-recent", keep.written()) + " must be below the size that triggers a compression, "
                    + trigger + " tokens, or nothing would ever be compressed");
        }
    }

    private static String key(String name, Object value) {
        return Knob.PREFIX + name + "=" + value;
    }
}
