package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in brackets is of what stands before them, and says something else without their end. */
class NoteTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Running at reduced distance (about half) can go on. | reduced distance (about half) can go on
            Caterers are Fraser (28 euros), Oak (34 euros, with linen) and Bonnie (22). | Fraser (28 euros), Oak (34 euros, with linen) and Bonnie (22)
            The index on (created_at, id) is missing. | index on (created_at, id) is missing
            The pool opens at 7 (not 6). | pool opens at 7 (not 6)
            Is the pool (25 m) open? | pool (25 m) open?
            Möglich sind: (1) zu wenig Speicher, (2) zu viele Verbindungen. | (1) zu wenig Speicher, (2) zu viele Verbindungen
            (The door code is 4711.) | door code is 4711
            Le frigo (410 kg) reste entre 2 et 8 °C. | frigo (410 kg) reste entre 2 et 8 °C
            我们要买三台洗衣机（每台2499元），送到杭州。 | 三台洗衣机（每台2499元），送到杭州
            """)
    void bracketsStay(String said, String shown) {
        StateDocument first =
                Chats.compile(null, 400, List.of(Message.user(said), Message.assistant("Noted 77 things.")));
        StateDocument second =
                Chats.compile(first, 400, List.of(Message.user("And 88 more."), Message.assistant("OK.")));

        assertThat(Chats.text(first)).contains(shown);
        assertThat(Chats.text(second)).contains(shown);
    }
}
