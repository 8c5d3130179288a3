package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListSizeTest {
    private static NumberedMessage line(Message message) {
        return NumberedMessage.uncounted(1, message);
    }

    @Test
    void countsTextArgumentsAndResults() {
        long empty = ListSize.NONE.plus(List.of(line(Message.user("")))).characters();
        NumberedMessage said = line(Message.user("rake"));
        NumberedMessage called = line(Message.assistant("", List.of(new ToolCall("a", "stock", "{\"item\":1}"))));
        NumberedMessage result = line(Message.toolResult("a", "stock", "three"));
        ListSize size = ListSize.NONE.plus(List.of(said, called, result));
        assertThat(size.characters())
                .isEqualTo(ListSize.NONE.characters() + 3 * (empty - ListSize.NONE.characters()) + 4 + 10 + 5);
        assertThat(empty).isGreaterThan(ListSize.NONE.characters());
        assertThat(size.results()).isEqualTo(1);
        assertThat(size.plus("12345").characters()).isEqualTo(size.characters() + 5);
    }

    @Test
    void whatIsTakenAwayIsWhatWasAdded() {
        NumberedMessage result = line(Message.toolResult("a", "stock", "three"));
        NumberedMessage called = line(Message.assistant("", List.of(new ToolCall("a", "stock", "{\"item\":1}"))));
        ListSize size = ListSize.NONE.plus(List.of(result, called));
        assertThat(size.minus(called).minus(result)).isEqualTo(ListSize.NONE);
        assertThat(size.minus(called).results()).isEqualTo(1);
    }
}
