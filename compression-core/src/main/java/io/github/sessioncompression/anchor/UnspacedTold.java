package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a sentence of a script without spaces tells a value of, in whatever words: as it is, or as it is said to be new.
 *
 * <p>What it is of are the characters around the value, without those that say no more than that it is so now: "商店现在9:45开门" and "商店9:15开门" are of
 * the same. Not thread-safe; lives for one sentence.
 */
final class UnspacedTold {
    private static final String OLD = "{-}";
    private static final String NEW = "{+}";
    /** Characters of the longest name. */
    private static final int LONGEST_NAME = 14;

    private static final int SHORTEST_NAME = 2;

    private static final Comparator<String> LONGEST_FIRST = Comparator.comparingInt(word -> -word.length());

    private final AnchorLanguage language;
    private final String text;

    /** A value, and where it stands. */
    record Value(String kind, List<String> keys, int start, int end) {}

    /** Of a sentence without the mark at its end. */
    UnspacedTold(String text, AnchorLanguage language) {
        this.language = language;
        this.text = text;
    }

    /** The value that it gives, if it gives one. */
    @Nullable
    ValueTopic told(List<Value> values) {
        Value only = values.isEmpty() ? name() : values.get(0);
        return values.size() > 1 || only == null ? null : topic(only);
    }

    /**
     * The value that it says is new, be it beside the old one.
     *
     * @param sure whether a phrase says so
     */
    @Nullable
    ValueTopic change(List<Value> values, boolean sure) {
        ValueTopic trade = trade(values);
        if (trade != null) {
            return trade;
        }
        boolean now = sure || language.list("already").stream().anyMatch(text::contains);
        ValueTopic read = now ? told(values) : null;
        return read == null || (read.isBare() && read.kind().equals(ValuePiece.NAME)) ? null : read;
    }

    private ValueTopic topic(Value value) {
        String around = idle(text.substring(0, value.start())) + '<' + idle(text.substring(value.end()));
        Set<String> core = around.length() == 1 ? Set.of() : Set.of(around);
        return new ValueTopic(value.kind(), core, Set.of(), List.of(value.keys()))
                .written(text.substring(value.start(), value.end()));
    }

    /** What is left of characters without those that say nothing of a value. */
    private String idle(String characters) {
        StringBuilder letters = new StringBuilder();
        characters.codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
        String rest = letters.toString();
        for (String key : List.of("already", "idle-run", "own")) {
            List<String> words = new ArrayList<>(language.list(key));
            words.sort(LONGEST_FIRST);
            for (String word : words) {
                rest = rest.replace(word, "");
            }
        }
        return rest;
    }

    /** The name in other letters than the rest, if there is one, or that stands behind "is" and last. */
    private @Nullable Value name() {
        Value latin = null;
        for (int i = 0; i < text.length(); i++) {
            int to = i;
            while (to < text.length() && text.charAt(to) < 0x80 && Character.isLetterOrDigit(text.charAt(to))) {
                to++;
            }
            if (to > i) {
                if (latin != null) {
                    return null;
                }
                latin = isName(text.substring(i, to)) ? name(i, to) : null;
                i = to;
            }
        }
        return latin == null ? last() : latin;
    }

    private static boolean isName(String run) {
        return run.length() >= SHORTEST_NAME && Letters.any(run, Character::isUpperCase);
    }

    private Value name(int from, int to) {
        return new Value(ValuePiece.NAME, List.of(AtomKeys.folded(text.substring(from, to))), from, to);
    }

    private @Nullable Value last() {
        for (String behind : language.list("name-behind")) {
            int at = text.indexOf(behind);
            int lead = at;
            while (lead > 0 && isSlot(text.substring(lead - 1, at))) {
                lead--;
            }
            for (String already : language.list("already")) {
                lead = lead >= 0 && lead < at && text.startsWith(already, lead) ? lead + already.length() : lead;
            }
            if (at - lead >= SHORTEST_NAME) {
                return name(lead, at);
            }
        }
        int to = text.length();
        for (String end : language.list("idle-end")) {
            to = text.endsWith(end) ? Math.min(to, text.length() - end.length()) : to;
        }
        int from = -1;
        for (String lead : language.list("name-lead")) {
            int at = text.lastIndexOf(lead, to - SHORTEST_NAME);
            from = at >= 0 ? Math.max(from, at + lead.length()) : from;
        }
        for (String already : language.list("already")) {
            from = from >= 0 && text.startsWith(already, from) ? from + already.length() : from;
        }
        boolean name = from >= 0
                && to - from >= SHORTEST_NAME
                && to - from <= LONGEST_NAME
                && isSlot(text.substring(from, to));
        return name ? name(from, to) : null;
    }

    private boolean isSlot(String slot) {
        return !slot.isBlank()
                && slot.length() <= LONGEST_NAME
                && Letters.all(slot, c -> Character.isLetterOrDigit(c) || c == ':' || c == '.')
                && language.list("no-name").stream().noneMatch(slot::contains);
    }

    /** The new value beside the old one: "从MySQL换成PostgreSQL". */
    private @Nullable ValueTopic trade(List<Value> values) {
        for (String form : language.list("trade-form")) {
            List<Value> found = match(form, values);
            if (found.size() == 2) {
                Value old = found.get(0);
                Value now = found.get(1);
                boolean alike = old.kind().equals(now.kind()) && !old.keys().equals(now.keys());
                int first = Math.min(old.start(), now.start());
                int last = Math.max(old.end(), now.end());
                boolean bare = idle(text.substring(0, first) + text.substring(last)).isEmpty();
                return alike && bare
                        ? new ValueTopic(now.kind(), Set.of(), Set.of(), List.of(old.keys(), now.keys()))
                                .without(Set.copyOf(old.keys()))
                        : null;
            }
        }
        return null;
    }

    /** The old value and the new one in a form; none if the sentence does not have it. */
    private List<Value> match(String form, List<Value> values) {
        int slot = Math.min(form.indexOf(OLD), form.indexOf(NEW));
        int second = Math.max(form.indexOf(OLD), form.indexOf(NEW));
        boolean oldFirst = form.indexOf(OLD) == slot;
        String lead = form.substring(0, slot);
        String middle = form.substring(slot + OLD.length(), second);
        String end = form.substring(second + NEW.length());
        int from = lead.isEmpty() ? 0 : text.indexOf(lead) + lead.length();
        boolean led = lead.isEmpty() || text.contains(lead);
        int mid = led ? text.indexOf(middle, from) : -1;
        if (mid < 0) {
            return List.of();
        }
        int after = mid + middle.length();
        int stop = end.isEmpty() ? text.length() : text.indexOf(end, after);
        if (stop < 0) {
            return List.of();
        }
        Value one = value(from, mid, values);
        Value other = value(after, stop, values);
        if (one == null || other == null) {
            return List.of();
        }
        return oldFirst ? List.of(one, other) : List.of(other, one);
    }

    /** The value between two places, without what is idle around it. */
    private @Nullable Value value(int from, int to, List<Value> values) {
        for (Value each : values) {
            if (from <= each.start() && each.end() <= to) {
                boolean alone = idle(text.substring(from, each.start()) + text.substring(each.end(), to))
                        .isEmpty();
                return alone ? each : null;
            }
        }
        int start = from;
        int end = to;
        for (String own : language.list("own")) {
            start = text.startsWith(own, from) ? Math.max(start, from + own.length()) : start;
        }
        for (String last : language.list("idle-end")) {
            end = end - last.length() >= start && text.substring(start, to).endsWith(last)
                    ? Math.min(end, to - last.length())
                    : end;
        }
        return end > start && isSlot(text.substring(start, end)) ? name(start, end) : null;
    }
}
