package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;

/**
 * How much a kept list holds.
 *
 * @param characters how much text, about
 * @param results how many tool results
 */
record ListSize(long characters, int results) {
    private static final long OVERHEAD_CHARACTERS = 100;

    static final ListSize NONE = new ListSize(OVERHEAD_CHARACTERS, 0);

    ListSize plus(List<NumberedMessage> lines) {
        ListSize sum = this;
        for (NumberedMessage line : lines) {
            ListSize added = of(line.message());
            sum = new ListSize(sum.characters + added.characters, sum.results + added.results);
        }
        return sum;
    }

    ListSize plus(String text) {
        return new ListSize(characters + text.length(), results);
    }

    ListSize minus(NumberedMessage line) {
        ListSize taken = of(line.message());
        return new ListSize(characters - taken.characters, results - taken.results);
    }

    private static ListSize of(Message message) {
        long characters = OVERHEAD_CHARACTERS + message.text().length();
        for (ToolCall call : message.toolCalls()) {
            characters += call.arguments().length();
        }
        return new ListSize(characters, message.role() == Role.TOOL ? 1 : 0);
    }
}
