package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ModelRequestTest {
    private static ModelRequest request(int maxOutputTokens) {
        return new ModelRequest(
                "Compile.",
                "the messages",
                "{\"notes\":[]}",
                "the refund",
                "a travel agent",
                "the answer was no JSON",
                "notes",
                "{}",
                maxOutputTokens);
    }

    @Test
    void putsEachPartBetweenItsTagsAndTheTaskLast() {
        assertThat(request(1).prompt())
                .containsSubsequence(
                        "<system_context>",
                        "a travel agent",
                        "</system_context>",
                        "<previous_state>",
                        "{\"notes\":[]}",
                        "</previous_state>",
                        "<new_messages>",
                        "the messages",
                        "</new_messages>",
                        "<focus>",
                        "the refund",
                        "</focus>",
                        "<correction>",
                        "the answer was no JSON",
                        "</correction>")
                .endsWith("Answer with the JSON object only.")
                .doesNotContain("Compile.");
    }

    @Test
    void letsTheModelWriteOneTokenAtLeast() {
        assertThat(request(1).maxOutputTokens()).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(0))
                .withMessage("maxOutputTokens must be 1 or more, but was 0");
    }
}
