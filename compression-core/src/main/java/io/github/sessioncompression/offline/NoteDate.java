package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Letters;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The day in front of a note, "8 May: " or "8 May 2023: ", where the note needs it.
 *
 * <p>The year stands only where it is new, so that a reader going down a field always knows it.
 *
 * @param date the day on which the noted was said; {@code null} if the text has none
 * @param rest the text behind it
 */
record NoteDate(@Nullable LocalDate date, String rest) {
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final int LONGEST = "31 Dec 2023: ".length();

    /** The day of a time; a time beyond those that people write is none, so that there are a day before and one after it. */
    static @Nullable LocalDate day(@Nullable Instant time) {
        boolean known = time != null && time.isAfter(EARLIEST) && time.isBefore(LATEST);
        return known ? LocalDate.ofInstant(time, ZoneOffset.UTC) : null;
    }

    /** The date as it stands in front of a note. */
    static String write(LocalDate date, boolean withYear) {
        String day = date.getDayOfMonth() + " " + MONTHS.get(date.getMonthValue() - 1);
        return withYear ? day + " " + date.getYear() : day;
    }

    /** Reads what {@link #write} wrote and a colon; {@code year} is the one last seen, 0 if none. */
    static NoteDate read(String text, int year) {
        int colon = text.indexOf(": ");
        if (colon < 0 || colon > LONGEST || !Character.isDigit(text.charAt(0))) {
            return new NoteDate(null, text);
        }
        String[] parts = text.substring(0, colon).split(" ", -1);
        int month = parts.length < 2 ? -1 : MONTHS.indexOf(parts[1]);
        boolean numbers = parts[0].length() <= 2 && isNumber(parts[0]) && (parts.length == 2 || isYear(parts));
        if (month < 0 || !numbers || (parts.length == 2 && year == 0)) {
            return new NoteDate(null, text);
        }
        try {
            int ofYear = parts.length == 3 ? Integer.parseInt(parts[2]) : year;
            LocalDate date = LocalDate.of(ofYear, month + 1, Integer.parseInt(parts[0]));
            return new NoteDate(date, text.substring(colon + 2));
        } catch (DateTimeException notADate) {
            return new NoteDate(null, text);
        }
    }

    private static boolean isYear(String[] parts) {
        return parts.length == 3 && parts[2].length() == 4 && isNumber(parts[2]);
    }

    private static boolean isNumber(String text) {
        return Letters.all(text, Letters::isDigit);
    }
}
