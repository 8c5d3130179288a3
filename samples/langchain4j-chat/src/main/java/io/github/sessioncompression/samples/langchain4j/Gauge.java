package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.Status;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** How full the context is, in one line. */
final class Gauge {
    private static final int CELLS = 30;

    private Gauge() {}

    /**
     * The line.
     *
     * @param blocks whether the terminal can show block characters
     */
    static AttributedString of(Status status, boolean blocks) {
        int window = Math.max(1, status.contextWindow());
        int filled = cell(status.contextTokens(), window);
        int trigger = cell(status.triggerTokens(), window);
        int limit = cell(status.hardLimitTokens(), window);
        AttributedStringBuilder line = new AttributedStringBuilder();
        AttributedStyle faint = AttributedStyle.DEFAULT.foreground(AttributedStyle.BRIGHT | AttributedStyle.BLACK);
        line.styled(faint, "[");
        for (int i = 0; i < CELLS; i++) {
            if (i < filled) {
                line.styled(colour(status), blocks ? "█" : "#");
            } else {
                line.styled(faint, i == trigger || i == limit ? "|" : blocks ? "·" : ".");
            }
        }
        line.styled(faint, "] ");
        line.append(Text.number(status.contextTokens()));
        line.styled(faint, " of " + Text.number(window) + " tokens (" + percent(status.contextTokens(), window) + ")");
        line.styled(
                faint,
                status.compressing() ? ", compressing" : ", compression at " + Text.number(status.triggerTokens()));
        if (status.stateTokens() > 0) {
            line.styled(faint, ", state " + Text.number(status.stateTokens()));
        }
        return line.toAttributedString();
    }

    private static int cell(int tokens, int window) {
        return (int) Math.min(CELLS, (long) CELLS * tokens / window);
    }

    private static String percent(int tokens, int window) {
        return Math.round(100.0 * tokens / window) + " %";
    }

    private static AttributedStyle colour(Status status) {
        int colour = status.contextTokens() > status.hardLimitTokens()
                ? AttributedStyle.RED
                : status.contextTokens() > status.triggerTokens() ? AttributedStyle.YELLOW : AttributedStyle.GREEN;
        return AttributedStyle.DEFAULT.foreground(colour);
    }
}
