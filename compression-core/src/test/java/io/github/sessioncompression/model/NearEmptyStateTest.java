package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelStateCompiler.Compilation.Compiled;
import io.github.sessioncompression.model.ModelStateCompiler.Compilation.Reason;
import io.github.sessioncompression.model.ModelStateCompiler.Compilation.Rejected;
import io.github.sessioncompression.state.CompileRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** States that use hardly any of their room. */
class NearEmptyStateTest {
    private static final int CAP = 1_500;
    private static final String POOR = Json.write(Map.of(
            "logos", List.of("Crates."), "pathos", List.of(), "abstract", List.of(), "conversation_summary", ""));

    private final CompilerFixture fixture = new CompilerFixture();

    /** A chat of ten values of people, and many more in a tool's result. */
    private static CompileRequest request(boolean values) {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String crate = values ? "Crate QX-" + (4_100 + 7 * i) : "The next crate";
            chat.add(Message.user(crate + " is full. " + "All is well here. ".repeat(40)));
            chat.add(Message.assistant("I see. " + "All is well. ".repeat(20)));
        }
        return new CompileRequest(CompilerFixture.SCHEMA, Entries.of(chat), null, null, CAP);
    }

    @Test
    void getsOneMoreTry() {
        fixture.model.answers(POOR).answers(CompilerFixture.answer("Crates QX-4100, QX-4107 and QX-4114 are full."));

        Compiled compiled = (Compiled) fixture.compiler().compile(request(true), null);

        assertThat(compiled.calls()).isEqualTo(2);
        assertThat(compiled.state().texts("logos")).containsExactly("Crates QX-4100, QX-4107 and QX-4114 are full.");
        assertThat(ScriptedModel.part(fixture.model.lastRequest(), "correction"))
                .contains("nearly empty", "0 of the 10 values");
    }

    @Test
    void isRejectedTheSecondTime() {
        fixture.model.answers(POOR).answers(POOR);

        Rejected rejected = (Rejected) fixture.compiler().compile(request(true), null);

        assertThat(rejected.reason()).isEqualTo(Reason.NEAR_EMPTY);
        assertThat(rejected.calls()).isEqualTo(2);
    }

    @Test
    void isAcceptedWithAFifthOfTheValues() {
        fixture.model.answers(CompilerFixture.answer("Crates QX-4100 and QX-4107 are full."));

        assertThat(fixture.compiler().compile(request(true), null).calls()).isEqualTo(1);
    }

    @Test
    void isAcceptedWithoutStatedValues() {
        fixture.model.answers(POOR);

        assertThat(fixture.compiler().compile(request(false), null)).isInstanceOf(Compiled.class);
    }

    @Test
    void valuesOfToolDataDoNotCount() {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("List the crates. " + "All is well here. ".repeat(400)));
        chat.add(Message.toolResult("1", "crates", "QX-4100 QX-4107 QX-4114 QX-4121 QX-4128"));
        CompileRequest request = new CompileRequest(CompilerFixture.SCHEMA, Entries.of(chat), null, null, CAP);
        fixture.model.answers(POOR);

        assertThat(fixture.compiler().compile(request, null)).isInstanceOf(Compiled.class);
    }
}
