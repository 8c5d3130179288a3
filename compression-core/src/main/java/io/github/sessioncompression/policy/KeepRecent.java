package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Bounds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How much of the recent chat a compression leaves in full.
 *
 * <p>The current turn stays until it has its answer, and no turn is split: but a current turn that is too large by itself
 * gives its oldest answered groups away, down to the target ratio; its user message and its last answered group always stay.
 * An amount of 0 keeps none: once the turn has its answer, a compression covers it too.
 *
 * <p>Immutable, so safe for use by many threads. Each {@code withX} throws {@link IllegalArgumentException}, naming value and
 * range, if a number is out of its range.
 */
public final class KeepRecent {
    /** The most messages that can be asked for. */
    public static final int MAX_MESSAGES = 1_000_000;

    /** The most tokens that can be asked for. */
    public static final int MAX_TOKENS = 1_000_000_000;

    /** The most turns that can be asked for. */
    public static final int MAX_TURNS = 1_000_000;

    private static final KeepRecent DEFAULTS = new KeepRecent(new Draft());

    private final Draft values;

    private KeepRecent(Draft draft) {
        draft.check();
        values = draft;
    }

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

    /** As much as fits under the target ratio; 10 messages, 4,000 tokens or 1 turn once another strategy is chosen. */
    public static KeepRecent defaults() {
        return DEFAULTS;
    }

    /** Keeps at least this many messages. */
    public static KeepRecent messages(int messages) {
        return DEFAULTS.withStrategy(Strategy.MESSAGES).withMessages(messages);
    }

    /** Keeps up to this many tokens. */
    public static KeepRecent tokens(int tokens) {
        return DEFAULTS.withStrategy(Strategy.TOKENS).withTokens(tokens);
    }

    /** Keeps this many turns, the current one included. */
    public static KeepRecent turns(int turns) {
        return DEFAULTS.withStrategy(Strategy.TURNS).withTurns(turns);
    }

    /** What is counted. Default: {@link Strategy#TARGET_RATIO}. */
    public Strategy strategy() {
        return values.strategy;
    }

    /** Messages to keep with {@link Strategy#MESSAGES}, 0 to {@value #MAX_MESSAGES}. Default: 10. */
    public int messages() {
        return values.messages;
    }

    /** Tokens to keep with {@link Strategy#TOKENS}, 0 to {@value #MAX_TOKENS}. Default: 4,000. */
    public int tokens() {
        return values.tokens;
    }

    /** Turns to keep with {@link Strategy#TURNS}, the current one included, 0 to {@value #MAX_TURNS}. Default: 1. */
    public int turns() {
        return values.turns;
    }

    /** The number that the strategy goes by; 0 with {@link Strategy#TARGET_RATIO}, which goes by the policy's ratio. */
    public int amount() {
        return switch (values.strategy) {
            case TARGET_RATIO -> 0;
            case MESSAGES -> values.messages;
            case TOKENS -> values.tokens;
            case TURNS -> values.turns;
        };
    }

    /** Whether nothing is kept once the turn has its answer: the strategy goes by a number, and that is 0. */
    public boolean keepsNone() {
        return values.strategy != Strategy.TARGET_RATIO && amount() == 0;
    }

    /** These options with another {@link #strategy()}. */
    public KeepRecent withStrategy(Strategy value) {
        return with(draft -> draft.strategy = value);
    }

    /** These options with another number of {@link #messages()}. */
    public KeepRecent withMessages(int value) {
        return with(draft -> draft.messages = value);
    }

    /** These options with another number of {@link #tokens()}. */
    public KeepRecent withTokens(int value) {
        return with(draft -> draft.tokens = value);
    }

    /** These options with another number of {@link #turns()}. */
    public KeepRecent withTurns(int value) {
        return with(draft -> draft.turns = value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof KeepRecent that && values.named().equals(that.values.named()));
    }

    @Override
    public int hashCode() {
        return values.named().hashCode();
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "KeepRecent" + values.named();
    }

    private KeepRecent with(Consumer<Draft> change) {
        Draft draft = new Draft(values);
        change.accept(draft);
        return new KeepRecent(draft);
    }

    /** The defaults, and what a {@code withX} changes before the result is checked; not changed afterwards. */
    private static final class Draft {
        Strategy strategy = Strategy.TARGET_RATIO;
        int messages = 10;
        int tokens = 4_000;
        int turns = 1;

        Draft() {}

        Draft(Draft from) {
            strategy = from.strategy;
            messages = from.messages;
            tokens = from.tokens;
            turns = from.turns;
        }

        void check() {
            Objects.requireNonNull(strategy, "strategy");
            Bounds.within("messages", messages, 0, MAX_MESSAGES);
            Bounds.within("tokens", tokens, 0, MAX_TOKENS);
            Bounds.within("turns", turns, 0, MAX_TURNS);
        }

        Map<String, Object> named() {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("strategy", strategy);
            named.put("messages", messages);
            named.put("tokens", tokens);
            named.put("turns", turns);
            return named;
        }
    }
}
