package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;

/**
 * How much a shelf holds.
 *
 * @param characters how much text, about
 * @param results how many tool results
 */
record Extent(long characters, int results) {
    private static final long OVERHEAD_CHARACTERS = 100;

    static final Extent NONE = new Extent(OVERHEAD_CHARACTERS, 0);

    Extent plus(List<Line> lines) {
        Extent sum = this;
        for (Line line : lines) {
            Extent added = of(line.message());
            sum = new Extent(sum.characters + added.characters, sum.results + added.results);
        }
        return sum;
    }

    Extent plus(String text) {
        return new Extent(characters + text.length(), results);
    }

    Extent minus(Line line) {
        Extent taken = of(line.message());
        return new Extent(characters - taken.characters, results - taken.results);
    }

    private static Extent of(Message message) {
        long characters = OVERHEAD_CHARACTERS + message.text().length();
        for (ToolCall call : message.toolCalls()) {
            characters += call.arguments().length();
        }
        return new Extent(characters, message.role() == Role.TOOL ? 1 : 0);
    }
}
