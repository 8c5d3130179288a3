package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.ValueType;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amount of the recent chat that a compression leaves in full.
 *
 * <p>The current turn stays until it has its answer, and no turn is split: but a current turn that is too large by itself
 * gives its oldest answered groups away, down to the target ratio; its user message and its last answered group always stay.
 * An amount of 0 keeps none: once the turn has its answer, a compression covers it too.
 *
 * @param strategy what is counted
 * @param amount how many of them stay, 0 to {@value #MAX_AMOUNT}; 0 with {@link Strategy#TARGET_RATIO}, which goes by the policy's ratio
 */
public record KeepRecent(Strategy strategy, int amount) {
    /** The most that can be asked for. */
    public static final int MAX_AMOUNT = 1_000_000_000;

    static final ValueType<KeepRecent> TYPE = new ValueType<>(
            KeepRecent.class,
            "target-ratio, or a number up to " + MAX_AMOUNT + " and messages, tokens or turns, such as 10 messages",
            List.of(),
            KeepRecent::read,
            KeepRecent::written,
            (name, value) -> value);

    /** The one value with this strategy: its amount is always 0. */
    private static final KeepRecent BY_RATIO = new KeepRecent(Strategy.TARGET_RATIO, 0);

    private static final String TARGET_RATIO = "target-ratio";
    /** Ten digits at most, so that the number always fits a long. */
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,10}) (message|token|turn)s?");

    /** Checks the amount. */
    public KeepRecent {
        Objects.requireNonNull(strategy, "strategy");
        Bounds.within("amount", amount, 0, strategy == Strategy.TARGET_RATIO ? 0 : MAX_AMOUNT);
    }

    /** Unit of the amount. */
    public enum Strategy {
        /** As much as fits under the target ratio, next to the state. */
        TARGET_RATIO,
        /** A least number of messages. */
        MESSAGES,
        /** A number of tokens that is not exceeded. */
        TOKENS,
        /** A number of turns, the current one included. */
        TURNS
    }

    /** Keeps as much as fits under the target ratio. */
    public static KeepRecent targetRatio() {
        return BY_RATIO;
    }

    /** Keeps at least this many messages. */
    public static KeepRecent messages(int messages) {
        return new KeepRecent(Strategy.MESSAGES, messages);
    }

    /** Keeps up to this many tokens. */
    public static KeepRecent tokens(int tokens) {
        return new KeepRecent(Strategy.TOKENS, tokens);
    }

    /** Keeps this many turns, the current one included. */
    public static KeepRecent turns(int turns) {
        return new KeepRecent(Strategy.TURNS, turns);
    }

    /** True if nothing is kept once the turn has its answer: the strategy goes by a number, and that is 0. */
    public boolean keepsNone() {
        return strategy != Strategy.TARGET_RATIO && amount == 0;
    }

    /**
     * Reads what {@link #written()} writes; upper case, underscores and a missing plural are accepted.
     *
     * @throws IllegalArgumentException if the text is written in another way, or the amount is out of range
     */
    static KeepRecent read(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace('_', '-');
        if (plain.equals(TARGET_RATIO)) {
            return BY_RATIO;
        }
        Matcher written = WRITTEN.matcher(plain);
        if (!written.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not written that way");
        }
        // A number too large for an int is out of range in any case.
        int amount = (int) Math.min(Long.parseLong(written.group(1)), Integer.MAX_VALUE);
        return switch (written.group(2)) {
            case "message" -> messages(amount);
            case "token" -> tokens(amount);
            default -> turns(amount);
        };
    }

    /** The amount as properties have it, such as {@code 10 messages} or {@code target-ratio}. */
    String written() {
        return strategy == Strategy.TARGET_RATIO
                ? TARGET_RATIO
                : amount + " " + strategy.name().toLowerCase(Locale.ROOT);
    }
}
