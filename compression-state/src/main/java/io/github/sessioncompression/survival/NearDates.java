package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.text.LanguageProfile;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The dates that words such as "yesterday", "next month" or "last year" may mean, by the days of the messages.
 *
 * <p><em>Algorithm</em>: for each day of a message, collect the keys ({@code AtomKeys}) of all days within {@value
 * #DAYS} days of it, with and without their year, of their months, and of the year before, the same and the next one. A
 * value is near if its first key is among them. <em>Does nothing when</em> messages have no times. <em>Threads</em>:
 * not thread-safe; lives for one state. Each day is added once.
 *
 * @see Grounding
 */
final class NearDates {
    /** Days before and after a message that its words may mean. */
    private static final int DAYS = 31;

    private final Set<String> keys = new HashSet<>();
    private final Set<LocalDate> seen = new HashSet<>();

    /** Adds the day of a message; {@code null} for one without. */
    void give(@Nullable Instant timestamp) {
        LocalDate day = EntryLabel.day(timestamp);
        if (day == null || !seen.add(day)) {
            return;
        }
        for (int i = -DAYS; i <= DAYS; i++) {
            LocalDate near = day.plusDays(i);
            int low = Math.min(near.getMonthValue(), near.getDayOfMonth());
            int high = Math.max(near.getMonthValue(), near.getDayOfMonth());
            keys.add("d" + low + '-' + high + '-' + near.getYear());
            keys.add("d" + low + '-' + high);
            keys.add("d" + near.getMonthValue() + '/' + near.getYear());
            keys.add("d" + near.getDayOfMonth());
        }
        for (int year = day.getYear() - 1; year <= day.getYear() + 1; year++) {
            keys.add("n" + year);
        }
    }

    /** True for a date or a year that the words of a message may mean. */
    boolean isNear(Atom value, LanguageProfile profile) {
        boolean date = value.type() == AnchorType.DATE || value.type() == AnchorType.NUMBER;
        return date && keys.contains(value.keys(profile).get(0));
    }
}
