package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads numbers before characters of scripts without spaces. Immutable. */
record WideNumbers(String text, LanguageProfile language, NearRuns near) {
    private static final int FIRST_WIDE = 0x2E80;
    private static final int MOST_UNIT = 6;
    private static final List<String> DAY_PARTS = List.of("上午", "下午", "晚上", "早上", "中午", "凌晨", "午前", "午後", "夜", "朝");

    /** A day, a time, a sum or a counted thing; {@code null} if the number that ends at {@code end} is none. */
    @Nullable
    Atom read(int from, int at, int end) {
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
}
