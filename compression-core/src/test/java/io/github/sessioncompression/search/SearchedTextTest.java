package io.github.sessioncompression.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text by which messages are found. */
class SearchedTextTest {
    @Test
    void textOfMessagesThatAreFound() {
        assertThat(SearchedText.found(Message.toolResult("c1", "read_log", "ERROR")))
                .isEqualTo("ERROR\n[read_log]");
        assertThat(SearchedText.found(Message.assistant("", List.of(new ToolCall("c1", "read_log", "{}")))))
                .contains("read_log {}");
        assertThat(SearchedText.found(Message.system("You know birds."))).isEmpty();
        assertThat(SearchedText.found(Message.toolResult("c1", "search_history", "m2: An owl")))
                .isEmpty();
    }
}
