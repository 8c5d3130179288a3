package io.github.sessioncompression.policy;

import java.util.Objects;

/**
 * How much of the recent chat a compression leaves in full. The current turn stays, and no turn is split:
 * but a current turn that is too large by itself gives its oldest answered groups away, down to the target ratio. Its user message
 * and its last answered group always stay.
 *
 * @param strategy what is counted
 * @param messages messages to keep with {@link Strategy#MESSAGES}, 0 to {@value #MAX_MESSAGES}
 * @param tokens tokens to keep with {@link Strategy#TOKENS}, 0 to {@value #MAX_TOKENS}
 * @param turns turns to keep with {@link Strategy#TURNS}, the current one included, 0 to {@value #MAX_TURNS}
 */
public record KeepRecent(Strategy strategy, int messages, int tokens, int turns) {
    /** The most messages that can be asked for. */
    public static final int MAX_MESSAGES = 1_000_000;

    /** The most tokens that can be asked for. */
    public static final int MAX_TOKENS = 1_000_000_000;

    /** The most turns that can be asked for. */
    public static final int MAX_TURNS = 1_000_000;

    private static final KeepRecent DEFAULTS = new KeepRecent(Strategy.TARGET_RATIO, 10, 4_000, 1);

    /** What is counted. */
    public enum Strategy {
        /** As much as fits under the target ratio, next to the state. */
        TARGET_RATIO,
        /** A number of messages. */
        MESSAGES,
        /** A number of tokens. */
        TOKENS,
        /** A number of turns. */
        TURNS
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public KeepRecent {
        Objects.requireNonNull(strategy, "strategy");
        Bounds.check("messages", messages, 0, MAX_MESSAGES);
        Bounds.check("tokens", tokens, 0, MAX_TOKENS);
        Bounds.check("turns", turns, 0, MAX_TURNS);
    }

    /** As much as fits under the target ratio; 10 messages, 4,000 tokens or 1 turn once another strategy is chosen. */
    public static KeepRecent defaults() {
        return DEFAULTS;
    }

    /** Keeps at least this many messages. */
    public static KeepRecent messages(int messages) {
        return new KeepRecent(Strategy.MESSAGES, messages, DEFAULTS.tokens, DEFAULTS.turns);
    }

    /** Keeps up to this many tokens. */
    public static KeepRecent tokens(int tokens) {
        return new KeepRecent(Strategy.TOKENS, DEFAULTS.messages, tokens, DEFAULTS.turns);
    }

    /** Keeps this many turns, the current one included. */
    public static KeepRecent turns(int turns) {
        return new KeepRecent(Strategy.TURNS, DEFAULTS.messages, DEFAULTS.tokens, turns);
    }

    /** The number that the strategy goes by; 0 with {@link Strategy#TARGET_RATIO}, which goes by the policy's ratio. */
    public int amount() {
        return switch (strategy) {
            case TARGET_RATIO -> 0;
            case MESSAGES -> messages;
            case TOKENS -> tokens;
            case TURNS -> turns;
        };
    }

    KeepRecent withStrategy(Strategy newStrategy) {
        return new KeepRecent(newStrategy, messages, tokens, turns);
    }

    KeepRecent withMessages(int newMessages) {
        return new KeepRecent(strategy, newMessages, tokens, turns);
    }

    KeepRecent withTokens(int newTokens) {
        return new KeepRecent(strategy, messages, newTokens, turns);
    }

    KeepRecent withTurns(int newTurns) {
        return new KeepRecent(strategy, messages, tokens, newTurns);
    }
}
