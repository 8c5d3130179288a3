package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.state.CompileRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelRequestTest {
    private static final CompileRequest REQUEST =
            new CompileRequest(CompilerFixture.SCHEMA, Entries.of(CompilerFixture.span()), null, "the refund", 400);

    private final Requests requests = new Requests(
            REQUEST,
            new SegmentField(REQUEST),
            "a travel agent",
            ModelOptions.defaults().withContextWindow(16_000),
            CompilerFixture.TOKENS);

    private String prompt(@Nullable String fact) {
        return requests.compile("the messages", fact == null ? null : CompilerFixture.state(fact), null, 400)
                .prompt();
    }

    @Test
    void putsEachPartBetweenItsTagsAndTheTaskLast() {
        assertThat(prompt("a fact"))
                .containsSubsequence(
                        "<system_context>",
                        "a travel agent",
                        "</system_context>",
                        "<previous_state>",
                        "a fact",
                        "</previous_state>",
                        "<new_messages>",
                        "the messages",
                        "</new_messages>",
                        "<focus>",
                        "the refund",
                        "</focus>")
                .endsWith("Now write down what the state and the messages above say, as one state."
                        + " Answer with the JSON object only.")
                .doesNotContain("You write the state");
    }

    @Test
    void endsWithInstruction() {
        assertThat(prompt(null))
                .endsWith("</focus>\n\nNow write down what was said in the messages above. Answer with the JSON object"
                        + " only.");
        assertThat(requests.condense(CompilerFixture.state("a fact"), 500, 400).prompt())
                .endsWith("</correction>\n\nNow write the state above shorter. Answer with the JSON object only.");
    }

    @Test
    void aCorrectionFollowsTheSamePrompt() {
        ModelRequest first = requests.compile("the messages", null, null, 400);
        String corrected = Objects.requireNonNull(requests.corrected(
                        first, CallResult.Fault.repairable(Compilation.Reason.BLANK, "the answer is blank")))
                .prompt();

        assertThat(corrected)
                .startsWith(first.prompt())
                .endsWith("<correction>\nYour previous answer was refused: the answer is blank.\n</correction>\n\n"
                        + "Now answer again. Answer with the JSON object only.");
    }

    @Test
    void letsTheModelWriteOneTokenAtLeast() {
        assertThat(new ModelRequest("", "", "notes", "{}", 1).maxOutputTokens()).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ModelRequest("", "", "notes", "{}", 0))
                .withMessage("maxOutputTokens must be 1 or more, but was 0");
    }
}
