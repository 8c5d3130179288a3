package io.github.sessioncompression.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolNamesTest {
    private final ToolNames names = new ToolNames(Set.of("files.read"));

    private static Message calling(String name) {
        return Message.assistant("", List.of(new ToolCall("a", "plain", "{}"), new ToolCall("b", name, "{}")));
    }

    @ParameterizedTest
    @CsvSource({"look up,look_up", "größe,gr__e", "a.b/c,a_b_c", "漢字,__", "\uD83D\uDE00x,_x", "files.write,files_write"
    })
    void showsUnsafeNameInPlainLetters(String name, String shown) {
        assertThat(names.accept(calling(name)).toolCalls())
                .extracting(ToolCall::name)
                .containsExactly("plain", shown);
        assertThat(names.accept(Message.toolResult("b", name, "1")).name()).isEqualTo(shown);
    }

    @Test
    void aLongNameLosesItsEnd() {
        assertThat(names.accept(calling("n".repeat(200))).toolCalls().get(1).name())
                .isEqualTo("n".repeat(64));
    }

    @Test
    void keepsNameOfOfferedTool() {
        Message offered = calling("files.read");
        Message result = Message.toolResult("b", "files.read", "1");

        assertThat(names.accept(offered)).isSameAs(offered);
        assertThat(names.accept(result)).isSameAs(result);
    }

    @Test
    void everythingElseStays() {
        Message nameless = Message.toolResult("b", "x", "1").withName(null);

        assertThat(names.accept(nameless)).isSameAs(nameless);
        assertThat(names.accept(Message.user("a b"))).isEqualTo(Message.user("a b"));
        assertThat(names.accept(calling("a-b_C9")).toolCalls().get(1).name()).isEqualTo("a-b_C9");
    }
}
