package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The paths and identifiers that a chat's tool calls name: work goes on with those named last and most often.
 *
 * <p>Each naming in a call counts one, in a long argument or a result a quarter, half as much for every quarter of the chat that it lies back; what no
 * call names does not count. One pass over the text. Not thread-safe; lives for one compilation.
 */
final class Artifacts {
    /** Labels their notes, so that the next compression knows them again. */
    static final String LABEL = StateReading.TOOL + "names";

    private static final int SHORTEST = 3;
    private static final int LONGEST = 160;
    private static final double IN_RESULT = 0.25;
    /** In an argument that is a text or a program, and not what the call is about. */
    private static final double IN_TEXT = 0.25;

    private static final int LONGEST_LINE = 200;
    /** A bare number says little without what it counts. */
    private static final double NUMBER = 0.4;
    /** What the previous state held, in front of what was named since. */
    private static final double EARLIER = 0.25;

    /** From here on scripts have no spaces, so that a name in a text has no ends. */
    private static final int FIRST_UNSPACED = 0x0E00;

    private static final int SHORTEST_HALF_LIFE = 20;
    /** Digits of a number that says something without what it counts: that of an order, a ticket, a process. */
    private static final int LONG_NUMBER = 5;
    /** Of the unit of a number. */
    private static final int LONGEST_UNIT = 4;
    /** Where a date has its first dash. */
    private static final int DATE = 4;

    /**
     * A name.
     *
     * @param text as it was written
     * @param path whether it is a path
     * @param provenance the message that named it last
     */
    record Name(String text, boolean path, Provenance provenance) {}

    private static final class Uses {
        private double score;
        private boolean called;
        private Provenance last;
        private int order;

        private Uses(Provenance last) {
            this.last = last;
        }
    }

    private final Map<String, Uses> uses = new HashMap<>();

    /** Reads what the span's calls and results name. */
    void read(List<Entry> span) {
        double halfLife = Math.max(SHORTEST_HALF_LIFE, span.size() / 4.0);
        for (int i = 0; i < span.size(); i++) {
            Entry entry = span.get(i);
            double recency = StrictMath.pow(0.5, (span.size() - 1 - i) / halfLife);
            for (ToolCall call : entry.message().toolCalls()) {
                for (ToolData.Part part : ToolData.read(call.arguments())) {
                    for (int j = 0; j < part.values().size(); j++) {
                        String value = part.values().get(j);
                        String said = value.strip();
                        if (isWhole(said) || CallObjects.isPlace(part.keys().get(j), said)) {
                            use(said, entry, recency, true);
                        } else {
                            boolean text = value.length() > LONGEST_LINE;
                            scan(value, entry, text ? IN_TEXT * recency : recency, true);
                        }
                    }
                }
            }
            if (entry.message().role() == Role.TOOL) {
                scan(entry.message().text(), entry, IN_RESULT * recency, false);
            }
        }
    }

    /** Takes over a name of the previous state. */
    void readEarlier(String name, Provenance provenance) {
        if (isName(name)) {
            Uses known = uses.computeIfAbsent(name, key -> new Uses(provenance));
            known.score += EARLIER;
            known.called = true;
            known.order = uses.size();
        }
    }

    private void scan(String text, Entry entry, double worth, boolean called) {
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean inside = i < text.length() && isNameChar(text.charAt(i));
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                name(text, start, i, entry, worth, called);
                start = -1;
            }
        }
    }

    private void name(String text, int start, int end, Entry entry, double worth, boolean called) {
        int to = end;
        while (to > start && ".-/~".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        int from = begin(text, start, to);
        if (to - from < SHORTEST || to - from > LONGEST) {
            return;
        }
        String name = text.substring(from, to);
        if (isName(name)) {
            use(name, entry, worth, called);
        }
    }

    private void use(String name, Entry entry, double worth, boolean called) {
        Provenance here = Provenance.of(entry);
        Uses known = uses.computeIfAbsent(name, key -> new Uses(here));
        known.score += isNumber(name) ? NUMBER * worth : worth;
        known.called |= called;
        known.last = here;
        known.order = uses.size();
    }

    /** Where a name begins: an address with its scheme, an option behind its dashes, a method behind the bracket and dot that call it. */
    private static int begin(String text, int start, int to) {
        int from = start;
        if (text.startsWith("//", start) && start > 0 && text.charAt(start - 1) == ':') {
            do {
                from--;
            } while (from > 0 && Character.isLetter(text.charAt(from - 1)));
            return from;
        }
        while (from < to && text.charAt(from) == '-') {
            from++;
        }
        boolean called = from > 0 && from < to && text.charAt(from) == '.' && ")]}".indexOf(text.charAt(from - 1)) >= 0;
        return called ? from + 1 : from;
    }

    private static boolean isNameChar(int c) {
        return (c < FIRST_UNSPACED && isLetter(c)) || "_./-~".indexOf(c) >= 0;
    }

    private static boolean isLetter(int c) {
        return Character.isLetterOrDigit(c)
                || Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK;
    }

    private static boolean isNumber(String name) {
        return Letters.all(name, Letters::isDigit);
    }

    private static boolean isPath(String name) {
        return name.indexOf('/') >= 0;
    }

    /** Whether a value is a name and nothing else: a path, an address, an id. */
    static boolean isWhole(String value) {
        if (value.length() < SHORTEST || value.length() > LONGEST) {
            return false;
        }
        boolean address = value.contains("://") && Letters.all(value, c -> c > ' ' && c != ';' && c != ',' && c != '"');
        return address || (Letters.all(value, c -> isNameChar(c)) && isName(value)) || isWidePath(value);
    }

    /** Whether it is a path with characters that a name in a text has not: of another system, of any script, of a routed page. */
    private static boolean isWidePath(String value) {
        return (isPath(value) || value.indexOf('\\') > 0)
                && Letters.any(value, Character::isLetter)
                && Letters.all(value, c -> isLetter(c) || "_./-~\\:@+#[]()$%=&".indexOf(c) >= 0);
    }

    /** Whether it is written as no word of a language is: a path, a file, joined words, or a long number. */
    private static boolean isName(String name) {
        if (isMeasure(name)) {
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
        return letter
                ? joined || (digit && name.length() > SHORTEST)
                : digit && name.length() >= LONG_NUMBER && isNumber(name);
    }

    /** Whether it is a number with its unit, or a date or time: {@code 0.75rem}, {@code 2025-03-13T10}. */
    private static boolean isMeasure(String name) {
        int unit = name.length();
        while (unit > 0 && Character.isLetter(name.charAt(unit - 1))) {
            unit--;
        }
        boolean number = unit > 0
                && unit < name.length()
                && name.length() - unit <= LONGEST_UNIT
                && Letters.all(name.substring(0, unit), c -> Letters.isDigit(c) || c == '.');
        boolean date = name.length() > DATE
                && name.charAt(DATE) == '-'
                && Letters.all(name, c -> Letters.isDigit(c) || c == '-' || c == 'T' || c == 'Z' || c == '.');
        return number || date;
    }

    /** The names that calls used, best first. */
    List<Name> best() {
        List<Map.Entry<String, Uses>> sorted = new ArrayList<>();
        for (Map.Entry<String, Uses> entry : uses.entrySet()) {
            if (entry.getValue().called) {
                sorted.add(entry);
            }
        }
        sorted.sort(Comparator.comparingDouble((Map.Entry<String, Uses> entry) -> -entry.getValue().score)
                .thenComparingInt(entry -> -entry.getValue().order)
                .thenComparing(Map.Entry::getKey));
        List<Name> names = new ArrayList<>();
        for (Map.Entry<String, Uses> entry : sorted) {
            names.add(new Name(entry.getKey(), isPath(entry.getKey()), entry.getValue().last));
        }
        return names;
    }
}
