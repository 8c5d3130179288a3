package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Label in front of words that a state quotes: {@code "User, 10 Mar 2025: "}, {@code "User, 11 Mar: "} or {@code "User: "}.
 *
 * <p>A missing year is that of the entry before, and so is a missing day. Immutable.
 *
 * <p><em>Algorithm</em> of {@link #read}: the label ends at the first colon with a space, at most {@code LONGEST_NAME +
 * 14} characters from the start and on the first line; behind its last comma a day may follow. <em>Does nothing
 * when</em> a text has no label: the speaker is empty and the words are the text.
 *
 * @see StateDocument
 *
 * @param speaker empty if the text has no label
 * @param date the day (UTC); {@code null} if it is not known
 * @param words the quoted words
 */
public record EntryLabel(String speaker, @Nullable LocalDate date, String words) {
    /** Speaker of text that was pasted or quoted. */
    public static final String QUOTED = "Quoted text";

    /** Longest speaker, in UTF-16 units. */
    private static final int LONGEST_NAME = 40;
    /** Before this a year has no four digits, so no day is written. */
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    /** Day, month and perhaps the year: {@code 10 Mar 2025}, {@code 11 Mar}. */
    private static final Pattern DATE = Pattern.compile("([0-9]{1,2}) ([A-Za-z]{3})(?: ([0-9]{1,4}))?");

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    /** The day of a time; {@code null} for none, and for one beyond the years 1 to 9999. */
    public static @Nullable LocalDate day(@Nullable Instant time) {
        boolean known = time != null && time.isAfter(EARLIEST) && time.isBefore(LATEST);
        return known ? LocalDate.ofInstant(time, ZoneOffset.UTC) : null;
    }

    /** The label of a message's speaker: its name without marks, at most 40 characters, else "User" or "Assistant". */
    public static String speaker(Message message) {
        String name = message.name();
        if (name != null && message.role() != Role.TOOL) {
            StringBuilder label = new StringBuilder();
            name.codePoints()
                    .limit(LONGEST_NAME / 2)
                    .map(c -> Character.isLetterOrDigit(c) || c == '-' || c == '\'' ? c : ' ')
                    .forEach(label::appendCodePoint);
            String plain = label.toString().strip();
            plain = plain.contains("  ") ? plain.replaceAll(" +", " ") : plain;
            if (!plain.isEmpty() && Character.isLetter(plain.codePointAt(0))) {
                return plain;
            }
        }
        return message.role() == Role.USER ? "User" : message.role() == Role.ASSISTANT ? "Assistant" : "Tool";
    }

    /** The label, with its day in full, and the words. */
    public String write() {
        return write(null);
    }

    /**
     * The label and the words behind an entry of another day.
     *
     * @param before the day of the entry before; {@code null} for none
     */
    public String write(@Nullable LocalDate before) {
        if (speaker.isEmpty()) {
            return words;
        }
        if (date == null || date.equals(before)) {
            return speaker + ": " + words;
        }
        String day = date.getDayOfMonth() + " " + MONTHS.get(date.getMonthValue() - 1);
        boolean sameYear = before != null && before.getYear() == date.getYear();
        return speaker + ", " + day + (sameYear ? "" : " " + date.getYear()) + ": " + words;
    }

    /** Reads what {@link #write()} wrote; a text without a label has an empty speaker. */
    public static EntryLabel read(String text) {
        return read(text, null);
    }

    /**
     * Reads what {@link #write(LocalDate)} wrote.
     *
     * @param before the day of the entry before, which is that of a label without one; {@code null} for none
     */
    public static EntryLabel read(String text, @Nullable LocalDate before) {
        int colon = text.indexOf(": ");
        if (colon <= 0 || colon > LONGEST_NAME + 14 || text.lastIndexOf('\n', colon) >= 0) {
            return new EntryLabel("", null, text);
        }
        String words = text.substring(colon + 2);
        int comma = text.lastIndexOf(", ", colon);
        LocalDate date = comma <= 0 ? null : readDate(text.substring(comma + 2, colon), before);
        String speaker = text.substring(0, date == null ? colon : comma);
        return new EntryLabel(speaker, date == null ? before : date, words);
    }

    /** The day of a written date; {@code null} if it is none, or has no year and there was no day before. */
    private static @Nullable LocalDate readDate(String text, @Nullable LocalDate before) {
        Matcher written = DATE.matcher(text);
        int month = written.matches() ? MONTHS.indexOf(written.group(2)) + 1 : 0;
        if (month == 0) {
            return null;
        }
        int usual = before == null ? 0 : before.getYear();
        int year = written.group(3) == null ? usual : Integer.parseInt(written.group(3));
        int day = Integer.parseInt(written.group(1));
        boolean valid = year >= 1 && YearMonth.of(year, month).isValidDay(day);
        return valid ? LocalDate.of(year, month, day) : null;
    }
}
