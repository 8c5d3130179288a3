package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes next is what a speaker has to do, not what other people promised. */
class OfflineNextStepTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Er hat versprochen, den Zaun am Freitag zu streichen. | Als Nächstes
                    Elle a promis de repeindre la clôture vendredi. | Ensuite
                    """)
    void aPromiseOfSomebodyElseIsNotTheSpeakersNextStep(String said, String opening) {
        var state = Chats.compile(
                1_000, Message.user(said), Message.assistant("OK."), Message.user("42"), Message.assistant("OK."));

        assertThat(state.texts("logos").toString()).containsIgnoringCase(said.substring(4, said.length() - 1));
        assertThat(state.texts("conversation_summary").toString()).doesNotContain(opening);
    }
}
