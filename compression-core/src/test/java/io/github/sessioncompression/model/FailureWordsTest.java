package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureWordsTest {
    private static final ModelRequest REQUEST = new ModelRequest(
            "Write a state. You work for Globex in Springfield.",
            "Ann: my card is four seven one one, don't tell. {\"logos\":[\"the budget is secret\"]} the refund of Ann",
            "session",
            "{}",
            100);

    private static String said(int status, String words) {
        return FailureWords.of(new IOException("x"), new ProviderFailure(status, words), REQUEST);
    }

    @Test
    void saysClassStatusAndTheProvidersMessage() {
        assertThat(said(404, "404 - {\"error\": {\"message\": \"The model `o9` does not exist.\", \"code\": null}}"))
                .isEqualTo("the model threw java.io.IOException (status 404: The model `o9` does not exist.)");
        assertThat(said(503, "upstream gone\nsecond line"))
                .isEqualTo("the model threw java.io.IOException (status 503: upstream gone)");
        assertThat(said(500, " ")).isEqualTo("the model threw java.io.IOException (status 500)");
    }

    @Test
    void keepsLongMessageOnOneLine() {
        assertThat(said(400, "bad request, ".repeat(40)))
                .doesNotContain("\n")
                .contains("bad request, bad", " [... 319 characters left out ...] ");
    }

    @Test
    void omitsMessageWithoutStatus() {
        assertThat(said(0, "connection to Globex refused")).isEqualTo("the model threw java.io.IOException");
    }

    @Test
    void omitsTextOfRequest() {
        assertThat(said(400, "bad input: my card is four seven one one, don't tell, sorry"))
                .endsWith("(status 400: bad input…, sorry)");
        assertThat(said(400, "flagged: the budget is secret; the refund of Ann; Globex in Springfield"))
                .doesNotContain("budget is secret", "refund of Ann", "Springfield");
    }

    @Test
    void leavesOutKeysAndLongQuotations() {
        assertThat(said(401, "Incorrect API key provided: sk-proj-a1B2c3D4e5F6g7H8. See the docs."))
                .endsWith("(status 401: Incorrect API key provided: …. See the docs.)");
        assertThat(said(400, "invalid value '" + "something a person wrote ".repeat(3) + "' in 'messages'"))
                .endsWith("(status 400: invalid value '…' in 'messages')");
    }

    @Test
    void truncatesLongTextInLinearTime() {
        assertTimeout(Duration.ofSeconds(5), () -> {
            for (String piece : new String[] {"\"message\":\"", "\\", "'", "a1", "sk-", "\"message\"   "}) {
                assertThat(said(400, piece.repeat(20_000)).length()).isLessThan(300);
            }
        });
    }
}
