package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.redaction.Redactor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Text hidden from a compression model. */
class RedactedRequestTest {
    private final CompilerFixture fixture = new CompilerFixture();

    @Test
    void showsTheModelNoSecretAndFillsInTheRest() {
        Redactor names = text -> {
            int at = text.indexOf("Ottilie");
            return at < 0 ? List.of() : List.of(new Redactor.Hidden(at, at + 7, "person", true));
        };
        fixture.model.answers(CompilerFixture.answer("the teacher is [person-1]"));

        fixture.redactor = names;
        Compilation compilation = fixture.compiler()
                .compile(
                        CompilerFixture.request(
                                List.of(
                                        Message.user("My teacher is Ottilie, the password is Otter-44-River. "
                                                + "Clay. ".repeat(80)),
                                        Message.assistant("Clay is fine. ".repeat(40))),
                                null),
                        null);

        assertThat(fixture.model.lastRequest().prompt())
                .contains("[person-1]", "[secret]")
                .doesNotContain("Ottilie", "Otter-44");
        assertThat(((Compiled) compilation).state().texts("logos")).containsExactly("the teacher is Ottilie");
    }
}
