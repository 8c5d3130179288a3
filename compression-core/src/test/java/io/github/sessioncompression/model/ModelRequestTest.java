package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelRequestTest {
    private static ModelRequest request(int maxOutputTokens) {
        return request("the messages", "{\"notes\":[]}", maxOutputTokens);
    }

    private static ModelRequest request(String transcript, @Nullable String previousState, int maxOutputTokens) {
        return new ModelRequest(
                "Compile.",
                transcript,
                previousState,
                null,
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
                .endsWith("Now write down what the state and the messages above say, as one state."
                        + " Answer with the JSON object only.")
                .doesNotContain("Compile.");
    }

    @Test
    void saysLastWhatIsToBeDoneWithWhatWasShown() {
        assertThat(request("the messages", null, 1).prompt())
                .endsWith(
                        "</correction>\n\nNow write down what was said in the messages above. Answer with the JSON object"
                                + " only.");
        assertThat(request("", "{\"notes\":[]}", 1).prompt())
                .endsWith("</correction>\n\nNow write the state above shorter. Answer with the JSON object only.");
    }

    @Test
    void letsTheModelWriteOneTokenAtLeast() {
        assertThat(request(1).maxOutputTokens()).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request(0))
                .withMessage("maxOutputTokens must be 1 or more, but was 0");
    }
}
