package io.github.sessioncompression.extract;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Paths and identifiers that tool calls name: work goes on with those named last and most often.
 *
 * <p>Each naming in a call counts one, in a result a quarter, half as much for every quarter of the chat that it lies back; what no call names does not
 * count. Not thread-safe; lives for one run.
 */
final class NamedThings {
    private static final int SHORTEST = 3;
    private static final int LONGEST = 160;
    private static final int LONG_NUMBER = 5;
    private static final double IN_RESULT = 0.25;
    private static final double EARLIER = 0.25;
    private static final int LONGEST_TEXT = 200_000;
    /** From here on scripts have no spaces, so that a name in a text has no ends. */
    private static final int FIRST_UNSPACED = 0x0E00;

    private static final class Use {
        private final String name;
        private double score;
        private boolean called;
        private int order;
        private final List<Long> sources = new ArrayList<>(2);

        private Use(String name) {
            this.name = name;
        }
    }

    private final Map<String, Use> uses = new HashMap<>();

    /** Takes over names of the previous state, with the messages that they come from. */
    void readEarlier(List<String> names, List<Long> sources) {
        for (String name : names) {
            if (isName(name)) {
                use(name, EARLIER, true, sources);
            }
        }
    }

    /** Counts the names in a call's arguments or a result, which is in the message {@code source}. */
    void read(String text, double worth, boolean called, long source) {
        int end = Math.min(text.length(), LONGEST_TEXT);
        int start = -1;
        for (int i = 0; i <= end; i++) {
            boolean inside = i < end && isNameChar(text.charAt(i));
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                name(text, start, i, called ? worth : IN_RESULT * worth, called, source);
                start = -1;
            }
        }
    }

    private void name(String text, int start, int end, double worth, boolean called, long source) {
        int from = start;
        int to = end;
        while (to > from && ".-/~".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        while (from < to && text.charAt(from) == '-') {
            from++;
        }
        if (to - from >= SHORTEST && to - from <= LONGEST) {
            String name = text.substring(from, to);
            if (isName(name)) {
                use(name, worth, called, List.of(source));
            }
        }
    }

    private void use(String name, double worth, boolean called, List<Long> sources) {
        Use use = uses.computeIfAbsent(name, Use::new);
        use.score += worth;
        use.called |= called;
        use.order = uses.size();
        use.sources.addAll(sources);
    }

    private static boolean isNameChar(int c) {
        return (c < FIRST_UNSPACED && Character.isLetterOrDigit(c)) || "_./-~".indexOf(c) >= 0;
    }

    /** True for what is written as no word of a language is: a path, a file, joined words, or a long number. */
    static boolean isName(String name) {
        if (name.length() < SHORTEST || name.length() > LONGEST || !Letters.all(name, NamedThings::isNameChar)) {
            return false;
        }
        boolean letter = false;
        boolean digit = false;
        boolean joined = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            letter |= Character.isLetter(c);
            digit |= Character.isDigit(c);
            boolean inner = i > 0 && i < name.length() - 1;
            joined |= inner && (c == '_' || c == '/' || c == '.');
            joined |= inner && Character.isUpperCase(c) && Character.isLowerCase(name.charAt(i - 1));
        }
        if (!letter) {
            return digit && name.length() >= LONG_NUMBER && Letters.all(name, Letters::isDigit);
        }
        return (joined && !startsLikeMeasure(name)) || (digit && name.length() > SHORTEST && !startsLikeMeasure(name));
    }

    /** True for a number with its unit, a date or a time. */
    private static boolean startsLikeMeasure(String name) {
        int digits = 0;
        while (digits < name.length() && (Letters.isDigit(name.charAt(digits)) || name.charAt(digits) == '.')) {
            digits++;
        }
        return digits > 0 && (name.length() - digits <= 4 || name.charAt(digits) == '-');
    }

    List<Long> sources(String name) {
        Use use = uses.get(name);
        return use == null ? List.of() : use.sources;
    }

    /** The best names that calls used, for about {@code tokens} tokens, without those that are told of anyway. */
    List<String> best(double tokens, Set<String> told) {
        List<Use> sorted = uses.values().stream()
                .filter(use -> use.called && !told.contains(use.name))
                .sorted(Comparator.comparingDouble((Use use) -> -use.score)
                        .thenComparingInt(use -> -use.order)
                        .thenComparing(use -> use.name))
                .toList();
        List<String> names = new ArrayList<>();
        double room = tokens;
        for (Use use : sorted) {
            room -= TokenEstimate.of(use.name) + 1;
            if (room < 0) {
                break;
            }
            names.add(use.name);
        }
        return names;
    }
}
