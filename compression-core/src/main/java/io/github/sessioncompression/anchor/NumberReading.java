package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what begins with a digit, or a month's name, with the words beside it: a sum, a number with its unit, a day, a time.
 *
 * <p>Looks at three runs on either side at most. Not thread-safe; used for one run.
 */
final class NumberReading {
    private static final String CURRENCIES = "$€£¥₽₹₩₺￥";
    private static final String SIGNS = "-−–+±";
    private static final List<String> DAY_PARTS = List.of("上午", "下午", "晚上", "早上", "中午", "凌晨", "午前", "午後", "夜", "朝");
    private static final int MOST_UNIT = 6;
    private static final int FIRST_WIDE = 0x2E80;
    private static final int SHORTEST_PHONE = 8;
    private static final int LONGEST_PHONE = 24;

    private final String text;
    private final LanguageProfile language;
    private final NearRuns near;
    private final DayReading days;

    NumberReading(String text, LanguageProfile language, int runStart) {
        this.text = text;
        this.language = language;
        near = new NearRuns(text, language, runStart);
        days = new DayReading(text, language, near);
    }

    /** The value that the run is a part of; {@code null} if it is none. */
    @Nullable
    Atom read(int from, int to) {
        if (Character.isLetter(text.charAt(from))) {
            int digit = currencyCode(from, to);
            return digit > 0 ? amount(from, digit, to) : days.monthFirst(from, to);
        }
        int phone = text.charAt(from) == '+' ? endOfPhone(from) : 0;
        if (phone > 0) {
            return near.atom(AnchorType.ID, from, phone, false);
        }
        int at = from;
        boolean marked = false;
        while (at < to && (NearRuns.OPERATORS.indexOf(text.charAt(at)) >= 0 || SIGNS.indexOf(text.charAt(at)) >= 0)) {
            marked = true;
            at++;
        }
        if (at < to && CURRENCIES.indexOf(text.charAt(at)) >= 0) {
            at++;
            while (at < to && SIGNS.indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return at < to && Letters.isDigit(text.charAt(at)) ? amount(from, at, to) : null;
        }
        if (at == to || !Letters.isDigit(text.charAt(at))) {
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
            if (Letters.isDigit(c)) {
                digits++;
                end = i + 1;
            } else if (!(NearRuns.isThinSpace(c) || "-/().".indexOf(c) >= 0) || (i > end + 1)) {
                break;
            }
        }
        return digits >= SHORTEST_PHONE ? end : 0;
    }

    private int currencyCode(int from, int to) {
        int at = from;
        while (at < to && !Letters.isDigit(text.charAt(at)) && at - from <= MOST_UNIT) {
            at++;
        }
        boolean code =
                at < to && Letters.isDigit(text.charAt(at)) && language.has("currency", text.substring(from, at));
        return code ? at : 0;
    }

    private Atom amount(int from, int digits, int to) {
        int end = grouped(endOfNumber(digits, to), to);
        NearRuns.Run next = near.next(Math.max(end, to));
        if (next != null && end >= to && (language.has("currency", next.word()) || isScale(next.word()))) {
            NearRuns.Run after = isScale(next.word()) ? near.next(next.end()) : null;
            end = after != null && language.has("currency", after.word()) ? after.end() : next.end();
        }
        return near.atom(AnchorType.AMOUNT, near.signed(from), Math.max(end, to), false);
    }

    private boolean isScale(String word) {
        return language.has("scale", word);
    }

    private @Nullable Atom digits(int from, int at, int to, boolean marked) {
        String run = text.substring(at, to);
        if (Runs.isDate(run, '-') || Runs.isDate(run, '/') || Runs.isDate(run, '.') || DayReading.isIsoInstant(run)) {
            return near.atom(AnchorType.DATE, from, to, false);
        }
        int end = endOfNumber(at, to);
        String rest = text.substring(end, to);
        Atom clock = days.clock(from, at, end, rest, to);
        if (clock != null) {
            return clock;
        }
        if (rest.isEmpty()) {
            end = grouped(end, to);
        }
        Atom counted = end >= to ? beforeWide(from, at, end) : null;
        if (counted != null) {
            return counted;
        }
        boolean ordinal = DayReading.ORDINALS.contains(rest)
                || (rest.isEmpty() && end < text.length() && text.charAt(end) == '.');
        Atom day = ordinal || rest.isEmpty() ? days.dayFirst(from, at, end, Math.max(to, end)) : null;
        return day != null ? day : measured(from, at, rest, Math.max(to, end), marked);
    }

    /** A day, a time, a sum or a counted thing, before characters of scripts without spaces; {@code null} if the number is none. */
    private @Nullable Atom beforeWide(int from, int at, int end) {
        if (end >= text.length() || text.charAt(end) < FIRST_WIDE) {
            return null;
        }
        char mark = text.charAt(end);
        if (mark == '年' || mark == '月') {
            int stop = end + 1;
            for (String marks = mark == '年' ? "月日" : "日号"; !marks.isEmpty(); marks = marks.substring(1)) {
                int digits = near.digitsAt(stop);
                boolean goesOn = digits > 0
                        && stop + digits < text.length()
                        && (marks.indexOf(text.charAt(stop + digits)) >= 0 || text.charAt(stop + digits) == '号');
                if (goesOn) {
                    stop += digits + 1;
                }
            }
            boolean counted = stop == end + 1 && mark == '年' && end - at < 4;
            return near.atom(counted ? AnchorType.NUMBER : AnchorType.DATE, from, stop, counted && end - at < 2);
        }
        if (mark == '日' || mark == '号') {
            boolean between = end + 1 < text.length() && text.charAt(end + 1) == '間';
            return near.atom(between ? AnchorType.NUMBER : AnchorType.DATE, from, end + (between ? 2 : 1), false);
        }
        boolean hours = text.startsWith("時間", end) || text.startsWith("小时", end);
        if (!hours && (mark == '点' || mark == '時' || mark == '时')) {
            int digits = near.digitsAt(end + 1);
            boolean minutes = digits > 0 && end + 1 + digits < text.length() && text.charAt(end + 1 + digits) == '分';
            boolean half = end + 1 < text.length() && text.charAt(end + 1) == '半';
            int start = from;
            for (String part : DAY_PARTS) {
                start = text.startsWith(part, from - part.length()) ? Math.min(start, from - part.length()) : start;
            }
            return near.atom(AnchorType.TIME, start, minutes ? end + 2 + digits : half ? end + 2 : end + 1, false);
        }
        int stop = end;
        if (mark == '万' || mark == '億' || mark == '亿' || mark == '千') {
            stop++;
        }
        for (int length = MOST_UNIT; length > 0; length--) {
            String unit = stop + length <= text.length() ? text.substring(stop, stop + length) : "";
            if (language.has("currency", unit)) {
                return near.atom(AnchorType.AMOUNT, near.signed(from), stop + length, false);
            }
            if (language.has("unit", unit)) {
                return near.atom(AnchorType.NUMBER, near.signed(from), stop + length, false);
            }
        }
        return stop > end ? near.atom(AnchorType.NUMBER, near.signed(from), stop, false) : null;
    }

    private @Nullable Atom measured(int from, int at, String rest, int to, boolean marked) {
        int start = near.signed(from);
        boolean said = marked || start < from;
        if (!rest.isEmpty()) {
            if (rest.equals("%") || rest.equals("‰") || rest.startsWith("°") || language.has("unit", rest)) {
                return near.atom(AnchorType.NUMBER, start, to, false);
            }
            if (CURRENCIES.indexOf(rest.charAt(0)) >= 0 || language.has("currency", rest)) {
                return near.atom(AnchorType.AMOUNT, start, to, false);
            }
            return range(start, rest, to);
        }
        NearRuns.Run before = near.previous(start);
        if (before != null && language.has("currency", before.word()) && text.charAt(before.end()) != '.') {
            NearRuns.Run unit = near.next(to);
            int stop = unit != null && isScale(unit.word()) ? unit.end() : to;
            return near.atom(AnchorType.AMOUNT, before.start(), stop, false);
        }
        Atom unit = withUnit(start, to);
        if (unit != null) {
            return unit;
        }
        int value = to - at == 4 ? Runs.number(text, at, to) : -1;
        if (!said && value >= 1900 && value <= 2099) {
            return near.atom(AnchorType.DATE, from, to, false);
        }
        return near.atom(AnchorType.NUMBER, start, to, !said && to - at < 2);
    }

    private @Nullable Atom withUnit(int start, int to) {
        NearRuns.Run next = near.next(to);
        if (next == null) {
            return null;
        }
        int end = next.end();
        String word = next.word();
        if (isScale(word)) {
            NearRuns.Run after = near.nextOver(end);
            if (after != null && language.has("currency", after.word())) {
                return near.atom(AnchorType.AMOUNT, start, after.end(), false);
            }
            return near.atom(AnchorType.NUMBER, start, end, false);
        }
        if (language.has("currency", word)) {
            return near.atom(AnchorType.AMOUNT, start, end, false);
        }
        return language.has("unit", word) ? near.atom(AnchorType.NUMBER, start, end, false) : null;
    }

    /** Two numbers joined, such as 10-12 or 1920x1080; any other rest is no number. */
    private @Nullable Atom range(int start, String rest, int to) {
        boolean joined = "-–x×/:".indexOf(rest.charAt(0)) >= 0
                && rest.length() > 1
                && Letters.all(rest, 1, c -> Letters.isDigit(c) || ".,-–/:%".indexOf(c) >= 0);
        if (!joined) {
            String letters = rest.startsWith("-") ? rest.substring(1) : rest;
            return language.has("unit", letters) ? near.atom(AnchorType.NUMBER, start, to, false) : null;
        }
        if (rest.charAt(0) == ':') {
            return null;
        }
        Atom unit = withUnit(start, to);
        return unit != null ? unit : near.atom(AnchorType.NUMBER, start, to, false);
    }

    private int endOfNumber(int from, int to) {
        int end = from;
        while (end < to) {
            char c = text.charAt(end);
            boolean separator = ".,'’".indexOf(c) >= 0 && end + 1 < to && Letters.isDigit(text.charAt(end + 1));
            if (!Letters.isDigit(c) && !separator) {
                break;
            }
            end++;
        }
        return end;
    }

    /** Continues over groups of three digits that a space parts. */
    private int grouped(int end, int to) {
        int at = end;
        while (at >= to
                && at + 3 < text.length()
                && NearRuns.isThinSpace(text.charAt(at))
                && near.digitsAt(at + 1) == 3
                && (at > end || digitsBefore(end) <= 3)) {
            at += 4;
            if (at + 1 < text.length() && text.charAt(at) == ',' && Letters.isDigit(text.charAt(at + 1))) {
                at += 1 + near.digitsAt(at + 1);
                break;
            }
        }
        return at;
    }

    private int digitsBefore(int end) {
        int start = end;
        while (start > 0 && Letters.isDigit(text.charAt(start - 1))) {
            start--;
        }
        return end - start;
    }
}
