package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was said is no longer asked of a state once its time or day is put right by the number alone. */
class ShortRejectedTest {
    private static final Set<AnchorType> TYPES = Set.of(AnchorType.TIME, AnchorType.DATE);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            The registrar comes at 2 pm. | The registrar called: 3 pm instead of 2. | false
            They load on 3 August. | They load on the 5th now, not the 3rd. | false
            Er überweist das Geld am 15. Juli. | Im Brief stand der 31. Juli, nicht der 15. | false
            The registrar comes at 2 pm. | We meet at 3 pm in room 4, not 2. | true
            They load on 3 August. | My desk is on the 5th floor, not the 3rd floor. | true
            """)
    void anOldStateNeedNotShowItEither(String said, String later, boolean held) {
        List<Entry> chat = Entries.of(List.of(
                Message.user(said),
                Message.assistant("Noted."),
                Message.user("The cake is ordered."),
                Message.assistant("Good."),
                Message.user(later)));

        assertThat(LaterSaid.heldOverACompression(said, chat, TYPES)).isEqualTo(held);
    }
}
