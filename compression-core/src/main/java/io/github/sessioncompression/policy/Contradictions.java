package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds values that are each in range but do not fit together.
 *
 * <p><em>Algorithm</em>: 1. the ratios must be in order: target &lt; trigger &#8804; hard limit; 2. pruning with a trigger of its
 * own must protect fewer tokens than that trigger; 3. if the window is known, the reserved output must leave something of it, the
 * state's cap must fit the rest, and the tokens that stay in full must be fewer than those that trigger a compression.
 *
 * <p>A fault may name a default as well, such as a target above the default trigger. <em>Threads</em>: no state. <em>On
 * failure</em>: throws nothing; {@link CompressionPolicy} and {@link PolicyReader} throw what is found.
 */
final class Contradictions {
    private Contradictions() {}

    /**
     * Every contradiction among what is known: without a context window only what does not depend on it.
     *
     * @return a sentence for each, with keys, values and the reason; empty if there is none
     */
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

    /** A setting as a properties file has it. */
    private static String key(String name, Object value) {
        return Knob.PREFIX + name + "=" + value;
    }
}
