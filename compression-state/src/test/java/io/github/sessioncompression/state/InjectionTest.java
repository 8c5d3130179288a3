package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateOptions.Injection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class InjectionTest {
    private static final StateSchema SESSION = StateSchema.session();
    private static final StateDocument STATE = StateEnvelopeTest.example();
    private static final String ENVELOPE = StateEnvelope.wrap(SESSION, STATE);

    @Test
    void aPairIsTheEnvelopeAndItsAcknowledgement() {
        assertThat(Injection.PAIR.messages(SESSION, STATE))
                .containsExactly(Message.user(ENVELOPE), Message.assistant("Understood."));
    }

    @Test
    void theAssistantModeIsOneAssistantMessage() {
        assertThat(Injection.ASSISTANT.messages(SESSION, STATE)).containsExactly(Message.assistant(ENVELOPE));
    }

    @Test
    void theSystemModeAddsToTheSystemPromptAlone() {
        assertThat(Injection.SYSTEM.messages(SESSION, STATE)).isEmpty();
        assertThat(Injection.SYSTEM.systemText(SESSION, STATE, "You are a baker."))
                .isEqualTo("You are a baker.\n\n" + ENVELOPE);
        assertThat(Injection.SYSTEM.systemText(SESSION, STATE, "")).isEqualTo(ENVELOPE);
    }

    @ParameterizedTest
    @EnumSource(value = Injection.class, mode = Mode.EXCLUDE, names = "SYSTEM")
    void theOtherModesLeaveTheSystemPromptAlone(Injection injection) {
        assertThat(injection.systemText(SESSION, STATE, "You are a baker.")).isEqualTo("You are a baker.");
    }

    @ParameterizedTest
    @EnumSource(Injection.class)
    void anEmptyStateIsNotInjected(Injection injection) {
        assertThat(injection.messages(SESSION, StateDocument.EMPTY)).isEmpty();
        assertThat(injection.systemText(SESSION, StateDocument.EMPTY, "p")).isEqualTo("p");
    }
}
