package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/**
 * Rewrites durations from the forms that Spring Boot takes to the one that {@link CompressionPolicy#of} does.
 *
 * <p>{@code 500ms}, {@code 60s} and {@code PT60S}. A number without a unit is refused: Spring Boot takes it for milliseconds, most people for seconds.
 */
final class BootDurations {
    private BootDurations() {}

    /** The same duration in whole hours, minutes, seconds or milliseconds; as it stands if it is none, to be refused with its text. */
    static String asPolicyWrites(String text) {
        if (text.strip().chars().allMatch(Character::isDigit)) {
            return text;
        }
        Duration duration;
        try {
            duration = DurationStyle.detectAndParse(text.strip());
        } catch (IllegalArgumentException | ArithmeticException noDuration) {
            return text;
        }
        long seconds = duration.getSeconds();
        int nanos = duration.getNano();
        if (nanos % 1_000_000 != 0 || duration.isNegative()) {
            return text;
        }
        if (nanos != 0) {
            return seconds > Integer.MAX_VALUE ? text : duration.toMillis() + "ms";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
