package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AtomKeys;
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
        boolean now = sure
                || language.list("now").stream().anyMatch(text::contains)
                || language.list("now-first").stream().anyMatch(text::startsWith);
        ValueTopic read = now ? told(values) : null;
        boolean open =
                read != null && (read.open() || (read.isBare() && read.kind().equals(LoneValue.NAME)));
        return open ? null : read;
    }

    private ValueTopic topic(Value value) {
        String lead = idle(text.substring(0, value.start()));
        String tail = idle(text.substring(value.end()));
        String around = tail.isEmpty() ? lead : lead + '<' + tail;
        boolean open = language.list("unsettled").stream().anyMatch(around::contains)
                || language.list("several").stream().anyMatch(around::contains);
        Set<String> core = around.isEmpty() ? Set.of() : Set.of(around);
        return new ValueTopic(value.kind(), core, Set.of(), List.of(value.keys()))
                .opened(open)
                .written(text.substring(value.start(), value.end()));
    }

    /** What is left of characters without those that say nothing of a value. */
    private String idle(String characters) {
        StringBuilder letters = new StringBuilder();
        characters.codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
        String rest = letters.toString();
        for (String key : List.of("changed-to", "already", "idle-run", "own")) {
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
        return new Value(LoneValue.NAME, List.of(AtomKeys.folded(text.substring(from, to))), from, to);
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
        List<String> forms = new ArrayList<>(language.list("trade-form"));
        forms.sort(LONGEST_FIRST);
        for (String form : forms) {
            ValueTopic found = match(form, values);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The new value beside the old one in a form, if the sentence has it and says no more. */
    private @Nullable ValueTopic match(String form, List<Value> values) {
        boolean oldFirst = form.indexOf(OLD) < form.indexOf(NEW);
        int slot = form.indexOf(oldFirst ? OLD : NEW);
        int second = form.indexOf(oldFirst ? NEW : OLD);
        String lead = form.substring(0, slot);
        String middle = form.substring(slot + OLD.length(), second);
        String end = form.substring(second + NEW.length());
        int from = text.indexOf(lead);
        int mid = from < 0 ? -1 : text.indexOf(middle, from + lead.length());
        int after = mid + middle.length();
        int stop = mid < 0 ? -1 : end.isEmpty() ? text.length() : text.indexOf(end, after);
        if (stop < 0) {
            return null;
        }
        Value one = value(from + lead.length(), mid, values);
        Value other = value(after, stop, values);
        String rest = text.substring(0, from) + text.substring(stop + end.length());
        if (one == null
                || other == null
                || !one.kind().equals(other.kind())
                || one.keys().equals(other.keys())
                || !idle(rest).isEmpty()) {
            return null;
        }
        Value old = oldFirst ? one : other;
        Value now = oldFirst ? other : one;
        return new ValueTopic(now.kind(), Set.of(), Set.of(), List.of(old.keys(), now.keys()))
                .without(Set.copyOf(old.keys()));
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
