package io.github.sessioncompression.policy;

import java.util.ArrayList;
import java.util.List;

/** Finds values that are each in range but do not fit together. */
final class Contradictions {
    private Contradictions() {}

    /** Every contradiction among what is known: without a context window only what does not depend on it. */
    static List<String> in(PolicyDraft draft, Window window) {
        List<String> found = new ArrayList<>();
        if (draft.targetRatio >= draft.triggerRatio) {
            found.add(key("target-ratio", draft.targetRatio) + " must be below "
                    + key("trigger-ratio", draft.triggerRatio));
        }
        if (draft.triggerRatio > draft.hardLimitRatio) {
            found.add(key("trigger-ratio", draft.triggerRatio) + " must not be above "
                    + key("hard-limit-ratio", draft.hardLimitRatio));
        }
        int pruning = draft.prune.triggerTokens();
        if (pruning > 0 && draft.prune.protectTokens() >= pruning) {
            found.add(key("prune.protect-tokens", draft.prune.protectTokens()) + " must be below "
                    + key("prune.trigger-tokens", pruning) + ", or nothing would be pruned there");
        }
        if (window.contextWindow() > 0) {
            addThoseWithTheWindow(draft, window, found);
        }
        return found;
    }

    private static void addThoseWithTheWindow(PolicyDraft draft, Window window, List<String> found) {
        if (window.base() <= 0) {
            found.add(key("reserved-output-tokens", window.reserved()) + " must be below the context window of "
                    + window.contextWindow() + " tokens");
            return;
        }
        if (draft.state.maxTokens() > window.base()) {
            found.add(key("state.max-tokens", draft.state.maxTokens())
                    + " must not be above the context window without the reserved output, " + window.base()
                    + " tokens");
        }
        KeepRecent keep = draft.keepRecent;
        int trigger = draft.trigger(window);
        if (keep.strategy() == KeepRecent.Strategy.TOKENS && keep.amount() >= trigger) {
            found.add(key("keep-recent", keep.written()) + " must be below the size that triggers a compression, "
                    + trigger + " tokens, or nothing would ever be compressed");
        }
    }

    private static String key(String name, Object value) {
        return Knob.PREFIX + name + "=" + value;
    }
}
