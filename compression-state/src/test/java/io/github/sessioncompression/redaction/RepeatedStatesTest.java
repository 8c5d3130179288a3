package io.github.sessioncompression.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedStatesTest {
    private static final StateSchema SCHEMA = StateSchema.session();
    private static final StateDocument STATE =
            StateDocument.ofTexts(Map.of("logos", List.of("The port is 5433.", "A {brace} and a </tag>")));

    private static String removed(String text) {
        return RepeatedStates.removed(SCHEMA, List.of(new Entry(1, Message.assistant(text), 9)))
                .get(0)
                .message()
                .text();
    }

    @Test
    void takesOutTaggedState() {
        String envelope = StateEnvelope.wrap(SCHEMA, STATE);

        assertThat(removed("I know this: " + envelope + " Shall I go on?")).isEqualTo("I know this:  Shall I go on?");
        assertThat(removed(envelope + envelope)).isEmpty();
        assertThat(removed("So far: " + envelope.substring(0, envelope.length() - 20)))
                .isEqualTo("So far: ");
    }

    @Test
    void takesOutBareState() {
        assertThat(removed("Here: " + StateJson.write(SCHEMA, STATE) + " Done."))
                .isEqualTo("Here:  Done.");
        assertThat(removed("```json\n{ \"logos\" : [\"The port")).isEqualTo("```json\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The port is 5433.",
                "{\"port\":5433}",
                "My session state is fine, and logos: is Greek.",
                "if (a < session) { state(); }"
            })
    void leavesOtherTextAlone(String text) {
        assertThat(removed(text)).isEqualTo(text);
    }

    @Test
    void leavesOtherSpeakersAlone() {
        Entry user = new Entry(1, Message.user(StateEnvelope.wrap(SCHEMA, STATE)), 9);

        assertThat(RepeatedStates.removed(SCHEMA, List.of(user))).containsExactly(user);
    }
}
