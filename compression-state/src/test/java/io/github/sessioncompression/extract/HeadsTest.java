package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headings, titles of lists and headers of tables. */
class HeadsTest {
    private static final String FILMS =
            "## Films\n\n1. **Paddington**\n   - Leaves on Friday, rented for 3 euros\n2. **Moana**\n   - Rated PG by the board";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "## The harbour",
                "The harbour:",
                "The harbour\n- A crane lifts the boats on Friday.",
                "1. The harbour\n   - A crane lifts the boats on Friday.",
                "| The harbour | Boats |\n| A crane | lifts them |"
            })
    void headingIsNoCandidate(String text) {
        UnitChats chat = new UnitChats(Message.assistant("There is much to see.\n\n" + text));

        assertThat(chat.of("The harbour").from).isEqualTo(Unit.From.BEFORE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The harbour is closed.\n- A crane lifts the boats on Friday.",
                "- The harbour\n- A crane lifts the boats on Friday.",
                "1. The harbour must never be used.\n   - A crane lifts the boats on Friday."
            })
    void sentenceAndLeafOfListAreCandidates(String text) {
        UnitChats chat = new UnitChats(Message.assistant("There is much to see.\n\n" + text));

        assertThat(chat.of("The harbour").from).isEqualTo(Unit.From.SPAN);
    }

    @Test
    void headingAddsCostButNoWorth() {
        UnitChats chat = new UnitChats(Message.assistant(FILMS));

        assertThat(chat.chosen(15)).isEmpty();
        assertThat(chat.chosen(200)).hasSize(5);
    }

    @Test
    void nothingLeftOutNeedsNoEllipsis() {
        List<String> logos = new ExtractCompiler(TokenCounter.o200k())
                .compile(new CompileRequest(
                        StateSchema.session(), Entries.of(List.of(Message.assistant(FILMS))), null, null, 300))
                .texts("logos");

        assertThat(logos)
                .containsExactly(
                        "Assistant: Films 1. **Paddington** - Leaves on Friday, rented for 3 euros 2. **Moana** - Rated PG by the board");
    }
}
