package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

/** What all conversations with the same policy share. Safe for use by many threads. */
final class Settings {
    /** Few models have a window of their own, so few are in use at a time. */
    private static final int CACHED_WINDOWS = 64;

    private final ContextRules rules;
    private final Steps steps;
    private final StateWriter writer;
    private final LoadingCache<Integer, ContextRules> smaller;
    private final OwnCounts ownCounts;

    /**
     * Settings.
     *
     * @param rules how contexts are made
     * @param steps how room is made in them
     * @param writer writes the states
     */
    Settings(ContextRules rules, Steps steps, StateWriter writer) {
        this.rules = rules;
        this.steps = steps;
        this.writer = writer;
        this.ownCounts = new OwnCounts(rules.tokens());
        this.smaller = Caffeine.newBuilder().maximumSize(CACHED_WINDOWS).build(rules::within);
    }

    /** How contexts are made for the window that the policy names. */
    ContextRules rules() {
        return rules;
    }

    /** How contexts are made where the model's window turned out to be {@code window}, if that is smaller. */
    ContextRules rules(int window) {
        return window >= rules.policy().contextWindow() ? rules : smaller.get(window);
    }

    /** What messages cost that are not the chats'. */
    OwnCounts ownCounts() {
        return ownCounts;
    }

    Steps steps() {
        return steps;
    }

    StateWriter writer() {
        return writer;
    }
}
