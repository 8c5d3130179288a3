package io.github.sessioncompression.compare;

import java.util.Locale;
import java.util.function.Function;

/**
 * A model that summarises by a script: the first sentence of every line that has one, evenly chosen, up to a size. The same for all memories; counts what
 * it is asked. Not safe for use by many threads.
 */
public final class Summariser implements Function<String, String> {
    private static final int SHARE_OF_WINDOW = 8;
    private static final int SHORTEST = 40;
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final int ENDLESS = 10;

    /** What goes wrong with each summary. */
    enum Fault {
        /** Nothing. */
        NONE,
        /** The model throws. */
        THROWS,
        /** The summary is blank. */
        BLANK,
        /** The summary is ten windows long. */
        LONG;

        static Fault of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    private final int window;
    private final Fault fault;
    private int calls;
    private long input;
    private long output;

    Summariser(int window, Fault fault) {
        this.window = window;
        this.fault = fault;
    }

    @Override
    public String apply(String text) {
        calls++;
        input += Sent.tokens(text.length());
        String summary =
                switch (fault) {
                    case THROWS -> throw new IllegalStateException("summariser-503");
                    case BLANK -> " ";
                    case LONG -> "And so on. ".repeat(window * ENDLESS * CHARACTERS_PER_TOKEN / 11);
                    case NONE -> summary(text);
                };
        output += Sent.tokens(summary.length());
        return summary;
    }

    private String summary(String text) {
        String[] lines = text.lines()
                .filter(line -> line.length() >= SHORTEST)
                .map(Summariser::sentence)
                .toArray(String[]::new);
        int most = window * CHARACTERS_PER_TOKEN / SHARE_OF_WINDOW;
        int all = String.join(" ", lines).length();
        int step = Math.max(1, (all + most - 1) / Math.max(1, most));
        StringBuilder summary = new StringBuilder("Summary.");
        for (int i = 0; i < lines.length && summary.length() < most; i += step) {
            summary.append(' ').append(lines[i]);
        }
        return summary.substring(0, Math.min(summary.length(), most + 8));
    }

    private static String sentence(String line) {
        int end = line.indexOf(". ", SHORTEST);
        return end < 0 ? line : line.substring(0, end + 1);
    }

    int calls() {
        return calls;
    }

    /** Tokens that it was sent. */
    long input() {
        return input;
    }

    /** Tokens that it wrote. */
    long output() {
        return output;
    }
}
