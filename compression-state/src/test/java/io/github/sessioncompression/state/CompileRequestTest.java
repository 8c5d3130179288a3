package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompileRequestTest {
    @Test
    void keepsTheSpanAsItWas() {
        Entry hello = new Entry(7, Message.user("hello"), 3);
        List<Entry> span = new ArrayList<>(List.of(hello));
        CompileRequest request = new CompileRequest(StateSchema.session(), span, null, null, 1);

        span.clear();

        assertThat(request.span()).containsExactly(hello);
    }

    @Test
    void refusesACapBelowOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CompileRequest(StateSchema.session(), List.of(), null, null, 0))
                .withMessage("maxTokens must be 1 or more, but was 0");
    }
}
