package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.state.CompileRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that use little of their room. */
class ShortStatesTest {
    private final CompilerFixture fixture = new CompilerFixture();

    /** A chat of many values, of about 18,000 tokens. */
    private static CompileRequest request() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            chat.add(Message.user("Crate QX-" + (4_100 + 7 * i) + " is full. " + "All is well here. ".repeat(40)));
            chat.add(Message.assistant("I see. " + "All is well. ".repeat(36)));
        }
        return new CompileRequest(CompilerFixture.SCHEMA, Entries.of(chat), null, null, 16_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 12, 25})
    void areKeptAtTheFirstCall(int sentences) {
        String[] facts = IntStream.range(0, sentences)
                .mapToObj(i -> "Crate QX-" + (4_100 + 7 * i) + " is full.")
                .toArray(String[]::new);
        fixture.model.answers(CompilerFixture.answer(facts));

        Compiled compiled = (Compiled) fixture.compiler().compile(request(), null);

        assertThat(compiled.calls()).isEqualTo(1);
        assertThat(compiled.state().texts("logos")).containsExactly(facts);
    }

    @Test
    void areKeptWithoutAnyValue() {
        fixture.model.answers(CompilerFixture.answer("Crates."));

        Compilation compilation = fixture.compiler().compile(request(), null);

        assertThat(compilation).isInstanceOf(Compiled.class);
        assertThat(compilation.calls()).isEqualTo(1);
    }
}
