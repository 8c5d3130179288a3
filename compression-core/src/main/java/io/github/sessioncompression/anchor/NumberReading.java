package io.github.sessioncompression.anchor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what begins with a digit, or a month's name, with the words beside it: a sum, a number with its unit, a day, a time.
 *
 * <p>Looks at three runs on either side at most. Not thread-safe; used for one run.
 */
final class NumberReading {
    private static final String CURRENCIES = "$€£¥₽₹₩₺￥";
    private static final String OPERATORS = "<>≤≥=~±≈≠";
    private static final String SIGNS = "-−–+±";
    private static final int MOST_UNIT = 6;
    private static final int SHORTEST_PHONE = 8;
    private static final int LONGEST_PHONE = 24;
    private static final List<String> DAY_PARTS = List.of("上午", "下午", "晚上", "早上", "中午", "凌晨", "午前", "午後", "夜", "朝");

    /** What was found, and where. */
    record Found(AnchorType type, int start, int end, boolean weak) {}

    /** A run near the one that is read. */
    private record Near(int start, int end, String word) {}

    private final String text;
    private final AnchorLanguage language;
    private final int runStart;

    NumberReading(String text, AnchorLanguage language, int runStart) {
        this.text = text;
        this.language = language;
        this.runStart = runStart;
    }

    /** The value that the run is a part of; {@code null} if it is none. */
    @Nullable
    Found read(int from, int to) {
        if (Character.isLetter(text.charAt(from))) {
            int digit = currencyCode(from, to);
            return digit > 0 ? amount(from, digit, to) : monthFirst(from, to);
        }
        int phone = text.charAt(from) == '+' ? endOfPhone(from) : 0;
        if (phone > 0) {
            return new Found(AnchorType.ID, from, phone, false);
        }
        int at = from;
        boolean marked = false;
        while (at < to && (OPERATORS.indexOf(text.charAt(at)) >= 0 || SIGNS.indexOf(text.charAt(at)) >= 0)) {
            marked = true;
            at++;
        }
        if (at < to && CURRENCIES.indexOf(text.charAt(at)) >= 0) {
            at++;
            while (at < to && SIGNS.indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return at < to && Runs.isDigit(text.charAt(at)) ? amount(from, at, to) : null;
        }
        if (at == to || !Runs.isDigit(text.charAt(at))) {
            return null;
        }
        return digits(from, at, to, marked);
    }

    /** Behind the groups of digits that follow a plus, 0 if they are too few. */
    private int endOfPhone(int from) {
        int digits = 0;
        int end = from;
        int last = Math.min(text.length(), from + LONGEST_PHONE);
        for (int i = from + 1; i < last; i++) {
            char c = text.charAt(i);
            if (Runs.isDigit(c)) {
                digits++;
                end = i + 1;
            } else if (!(isThinSpace(c) || "-/().".indexOf(c) >= 0) || (i > end + 1)) {
                break;
            }
        }
        return digits >= SHORTEST_PHONE ? end : 0;
    }

    private int currencyCode(int from, int to) {
        int at = from;
        while (at < to && !Runs.isDigit(text.charAt(at)) && at - from <= MOST_UNIT) {
            at++;
        }
        boolean code = at < to && Runs.isDigit(text.charAt(at)) && language.has("currency", text.substring(from, at));
        return code ? at : 0;
    }

    private Found amount(int from, int digits, int to) {
        int end = grouped(endOfNumber(digits, to), to);
        Near next = next(Math.max(end, to));
        if (next != null && end >= to && (language.has("currency", next.word()) || isScale(next.word()))) {
            Near after = isScale(next.word()) ? next(next.end()) : null;
            end = after != null && language.has("currency", after.word()) ? after.end() : next.end();
        }
        return new Found(AnchorType.AMOUNT, signed(from), Math.max(end, to), false);
    }

    private boolean isScale(String word) {
        return language.has("scale", word);
    }

    private @Nullable Found digits(int from, int at, int to, boolean marked) {
        String run = text.substring(at, to);
        if (Runs.isDate(run, '-') || Runs.isDate(run, '/') || Runs.isDate(run, '.') || isIsoInstant(run)) {
            return new Found(AnchorType.DATE, from, to, false);
        }
        int end = endOfNumber(at, to);
        String rest = text.substring(end, to);
        Found clock = clock(from, at, end, rest, to);
        if (clock != null) {
            return clock;
        }
        if (rest.isEmpty()) {
            end = grouped(end, to);
        }
        Found wide = end == Math.max(to, end) ? wide(from, at, end) : null;
        if (wide != null) {
            return wide;
        }
        boolean ordinal = isOrdinal(rest) || (rest.isEmpty() && end < text.length() && text.charAt(end) == '.');
        Found day = ordinal || rest.isEmpty() ? dayFirst(from, at, end, Math.max(to, end)) : null;
        return day != null ? day : measured(from, at, rest, Math.max(to, end), marked);
    }

    private static boolean isIsoInstant(String run) {
        return run.length() > 11 && run.charAt(10) == 'T' && Runs.isDate(run.substring(0, 10), '-');
    }

    private @Nullable Found measured(int from, int at, String rest, int to, boolean marked) {
        int start = signed(from);
        boolean said = marked || start < from;
        if (!rest.isEmpty()) {
            if (rest.equals("%") || rest.equals("‰") || rest.startsWith("°") || language.has("unit", rest)) {
                return new Found(AnchorType.NUMBER, start, to, false);
            }
            if (CURRENCIES.indexOf(rest.charAt(0)) >= 0 || language.has("currency", rest)) {
                return new Found(AnchorType.AMOUNT, start, to, false);
            }
            return range(start, rest, to);
        }
        Near before = previous(start);
        if (before != null && language.has("currency", before.word()) && text.charAt(before.end()) != '.') {
            Near unit = next(to);
            int stop = unit != null && isScale(unit.word()) ? unit.end() : to;
            return new Found(AnchorType.AMOUNT, before.start(), stop, false);
        }
        if (before != null
                && language.has("version-lead", before.word())
                && at + digitsAt(at) < to
                && text.charAt(at + digitsAt(at)) == '.') {
            return new Found(AnchorType.VERSION, from, to, false);
        }
        if (before != null
                && language.has("id-lead", before.word())
                && to - at >= 2
                && Runs.number(text, at, Math.min(to, at + 8)) >= 0) {
            return new Found(AnchorType.ID, from, to, false);
        }
        Found unit = withUnit(start, to);
        if (unit != null) {
            return unit;
        }
        int value = to - at == 4 ? Runs.number(text, at, to) : -1;
        if (!said && value >= 1900 && value <= 2099) {
            return new Found(AnchorType.DATE, from, to, false);
        }
        return new Found(AnchorType.NUMBER, start, to, !said && to - at < 2);
    }

    private @Nullable Found withUnit(int start, int to) {
        Near next = next(to);
        if (next == null) {
            return null;
        }
        int end = next.end();
        String word = next.word();
        if (isScale(word)) {
            Near after = next(end);
            Near skipped = after != null && language.has("of", after.word()) ? next(after.end()) : after;
            if (skipped != null && language.has("currency", skipped.word())) {
                return new Found(AnchorType.AMOUNT, start, skipped.end(), false);
            }
            return new Found(AnchorType.NUMBER, start, end, false);
        }
        if (language.has("currency", word)) {
            return new Found(AnchorType.AMOUNT, start, end, false);
        }
        return language.has("unit", word) ? new Found(AnchorType.NUMBER, start, end, false) : null;
    }

    /** Two numbers joined, such as 10-12 or 1920x1080; any other rest is no number. */
    private @Nullable Found range(int start, String rest, int to) {
        boolean joined = "-–x×/:".indexOf(rest.charAt(0)) >= 0
                && rest.length() > 1
                && rest.chars().skip(1).allMatch(c -> Runs.isDigit((char) c) || ".,-–/:%".indexOf(c) >= 0);
        if (!joined) {
            String letters = rest.startsWith("-") ? rest.substring(1) : rest;
            return language.has("unit", letters) ? new Found(AnchorType.NUMBER, start, to, false) : null;
        }
        if (rest.charAt(0) == ':') {
            return null;
        }
        Found unit = withUnit(start, to);
        return unit != null ? unit : new Found(AnchorType.NUMBER, start, to, false);
    }

    private int digitsAt(int at) {
        int end = at;
        while (end < text.length() && Runs.isDigit(text.charAt(end))) {
            end++;
        }
        return end - at;
    }

    /** Behind a number with its separators. */
    private int endOfNumber(int from, int to) {
        int end = from;
        while (end < to) {
            char c = text.charAt(end);
            boolean separator = ".,'’".indexOf(c) >= 0 && end + 1 < to && Runs.isDigit(text.charAt(end + 1));
            if (!Runs.isDigit(c) && !separator) {
                break;
            }
            end++;
        }
        return end;
    }

    /** Goes on over groups of three digits that a space parts. */
    private int grouped(int end, int to) {
        int at = end;
        while (at >= to
                && at + 3 < text.length()
                && isThinSpace(text.charAt(at))
                && digitsAt(at + 1) == 3
                && (at == end ? digitsBefore(end) <= 3 : true)) {
            at += 4;
            if (at + 1 < text.length() && text.charAt(at) == ',' && Runs.isDigit(text.charAt(at + 1))) {
                at += 1 + digitsAt(at + 1);
                break;
            }
        }
        return at;
    }

    private int digitsBefore(int end) {
        int start = end;
        while (start > 0 && Runs.isDigit(text.charAt(start - 1))) {
            start--;
        }
        return end - start;
    }

    private static boolean isThinSpace(char c) {
        return c == ' ' || c == 0xA0 || c == 0x202F || c == 0x2009;
    }

    private @Nullable Found clock(int from, int at, int end, String rest, int to) {
        int hour = Runs.number(text, at, end);
        if (hour < 0 || hour > 24 || end - at > 2) {
            boolean dotted = end - at >= 4 && end - at <= 5 && end == to && nextIsClock(to);
            return dotted ? withClock(from, to) : null;
        }
        if (rest.length() >= 3
                && (rest.charAt(0) == ':' || rest.charAt(0) == 'h')
                && Runs.isDigit(rest.charAt(1))
                && Runs.isDigit(rest.charAt(2))) {
            int minutes = Runs.number(rest, 1, 3);
            boolean ends = rest.chars().skip(3).allMatch(c -> Runs.isDigit((char) c) || ":-–hapmAPM.".indexOf(c) >= 0);
            return minutes < 60 && ends ? withClock(from, to) : null;
        }
        if (!rest.isEmpty() && language.has("clock", rest)) {
            return new Found(AnchorType.TIME, from, to, false);
        }
        return rest.isEmpty() && nextIsClock(to) ? withClock(from, to) : null;
    }

    private boolean nextIsClock(int to) {
        Near next = next(to);
        return next != null && language.has("clock", next.word());
    }

    private Found withClock(int from, int to) {
        Near next = next(to);
        int end = next != null && language.has("clock", next.word()) ? next.end() : to;
        return new Found(AnchorType.TIME, from, end, false);
    }

    private static boolean isOrdinal(String rest) {
        return switch (rest) {
            case "st", "nd", "rd", "th", "er", "º", "ª", "°", "." -> true;
            default -> false;
        };
    }

    /** "9 March 2025", "9. März", "9 de marzo de 2025". */
    private @Nullable Found dayFirst(int from, int at, int end, int to) {
        int day = Runs.number(text, at, end);
        if (day < 1 || day > 31) {
            return null;
        }
        int behind = to < text.length() && text.charAt(to) == '.' ? to + 1 : to;
        Near next = nextOver(behind);
        if (next == null || language.month(next.word()) == 0) {
            return null;
        }
        return new Found(AnchorType.DATE, from, withYear(next.end()), false);
    }

    /** "March 9th, 2025", "March 2025". */
    private @Nullable Found monthFirst(int from, int to) {
        String word = text.substring(from, to);
        boolean verb = word.equals("may") || word.equals("march");
        if (language.month(word) == 0 || verb) {
            return null;
        }
        Near next = nextOver(to);
        if (next == null || !Runs.isDigit(next.word().charAt(0))) {
            return null;
        }
        int digits = digitsAt(next.start());
        int day = Runs.number(text, next.start(), next.start() + digits);
        String rest = next.word().substring(digits);
        if (digits == 4 && day >= 1800 && day < 2200 && rest.isEmpty()) {
            return new Found(AnchorType.DATE, from, next.end(), false);
        }
        boolean isDay = day >= 1 && day <= 31 && digits <= 2 && (rest.isEmpty() || isOrdinal(rest));
        return isDay ? new Found(AnchorType.DATE, from, withYear(next.end()), false) : null;
    }

    private int withYear(int end) {
        int from = end < text.length() && (text.charAt(end) == ',' || text.charAt(end) == '.') ? end + 1 : end;
        Near year = nextOver(from);
        return year != null
                        && year.word().length() == 4
                        && Runs.number(year.word(), 0, 4) >= 1800
                        && Runs.number(year.word(), 0, 4) < 2200
                ? year.end()
                : end;
    }

    /** A number before characters of a script without spaces: a day, a time, a sum or a counted thing. */
    private @Nullable Found wide(int from, int at, int end) {
        if (end >= text.length() || text.charAt(end) < 0x2E80) {
            return null;
        }
        char mark = text.charAt(end);
        if (mark == '年' || mark == '月') {
            int stop = end + 1;
            for (String marks = mark == '年' ? "月日" : "日号"; !marks.isEmpty(); marks = marks.substring(1)) {
                int digits = digitsAt(stop);
                boolean goesOn = digits > 0
                        && stop + digits < text.length()
                        && (marks.indexOf(text.charAt(stop + digits)) >= 0 || text.charAt(stop + digits) == '号');
                if (goesOn) {
                    stop += digits + 1;
                }
            }
            boolean counted = stop == end + 1 && mark == '年' && end - at < 4;
            return new Found(counted ? AnchorType.NUMBER : AnchorType.DATE, from, stop, counted && end - at < 2);
        }
        if (mark == '日' || mark == '号') {
            boolean between = end + 1 < text.length() && text.charAt(end + 1) == '間';
            return new Found(between ? AnchorType.NUMBER : AnchorType.DATE, from, end + (between ? 2 : 1), false);
        }
        boolean hours = text.startsWith("時間", end) || text.startsWith("小时", end);
        if (!hours && (mark == '点' || mark == '時' || mark == '时')) {
            int digits = digitsAt(end + 1);
            boolean minutes = digits > 0 && end + 1 + digits < text.length() && text.charAt(end + 1 + digits) == '分';
            boolean half = end + 1 < text.length() && text.charAt(end + 1) == '半';
            int start = from;
            for (String part : DAY_PARTS) {
                start = text.startsWith(part, from - part.length()) ? Math.min(start, from - part.length()) : start;
            }
            return new Found(AnchorType.TIME, start, minutes ? end + 2 + digits : half ? end + 2 : end + 1, false);
        }
        int stop = end;
        if (mark == '万' || mark == '億' || mark == '亿' || mark == '千') {
            stop++;
        }
        for (int length = MOST_UNIT; length > 0; length--) {
            String unit = stop + length <= text.length() ? text.substring(stop, stop + length) : "";
            if (language.has("currency", unit)) {
                return new Found(AnchorType.AMOUNT, signed(from), stop + length, false);
            }
            if (language.has("unit", unit)) {
                return new Found(AnchorType.NUMBER, signed(from), stop + length, false);
            }
        }
        return stop > end ? new Found(AnchorType.NUMBER, signed(from), stop, false) : null;
    }

    /** Where the value starts with a sign or comparison that stands before it as a run of its own. */
    private int signed(int from) {
        Near before = previous(from);
        return before != null
                        && before.word().length() <= 2
                        && before.word().chars().allMatch(c -> OPERATORS.indexOf(c) >= 0 || c == '−')
                ? before.start()
                : from;
    }

    private @Nullable Near previous(int from) {
        int end = Math.min(from, runStart);
        if (end != from && from > runStart) {
            return null;
        }
        int at = from - 1;
        while (at >= 0 && at >= from - 2 && isThinSpace(text.charAt(at))) {
            at--;
        }
        if (at < 0 || at == from - 1 || isLineEnd(text.charAt(at)) || Runs.isGap(text.charAt(at))) {
            return null;
        }
        int start = at;
        while (start > 0 && !Runs.isGap(text.charAt(start - 1)) && at - start < 24) {
            start--;
        }
        int stop = at + 1;
        while (stop > start + 1 && ":.".indexOf(text.charAt(stop - 1)) >= 0) {
            stop--;
        }
        while (start < stop - 1 && "(".indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        return new Near(start, stop, text.substring(start, stop));
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private @Nullable Near next(int from) {
        int at = from;
        while (at < text.length() && at < from + 2 && isThinSpace(text.charAt(at))) {
            at++;
        }
        if (at == from || at >= text.length() || Runs.isGap(text.charAt(at))) {
            return null;
        }
        int end = at;
        while (end < text.length() && !Runs.isGap(text.charAt(end)) && end - at < 24) {
            end++;
        }
        while (end > at + 1 && ".,;:!?)]}\"'”»".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return new Near(at, end, text.substring(at, end));
    }

    /** The next run, over a word such as "of". */
    private @Nullable Near nextOver(int from) {
        Near next = next(from);
        return next != null && language.has("of", next.word()) ? next(next.end()) : next;
    }
}
