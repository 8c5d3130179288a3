package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody chooses from an offer stands with what was offered: "B" alone says nothing once the list is gone. */
class OfflineChoicesTest {
    private static final int CAP = 2_000;

    /** A line of a file. */
    private record Case(String offer, String choice, String note) {
        static Case of(String line) {
            List<String> parts = List.of(line.split(" \\| ", -1));
            return new Case(parts.get(0).replace(" / ", "\n"), parts.get(1), parts.get(2));
        }

        /** What is wrong with the state of both, and with the one that takes it up again; empty if nothing is. */
        String wrong() {
            List<Message> chat = List.of(Message.assistant(offer), Message.user(choice));
            StateDocument state = Chats.compile(null, CAP, chat);
            StateDocument later =
                    Chats.compile(state, CAP, List.of(Message.assistant("…"), Message.user("The harbour is near.")));
            return isRight(Chats.text(state)) && isRight(Chats.text(later))
                    ? ""
                    : note + " <> " + Chats.text(state) + " / " + Chats.text(later);
        }

        private boolean isRight(String text) {
            return note.equals("-") ? !text.contains("?: ") : text.contains(note);
        }
    }

    private static List<Case> cases(String code) throws IOException {
        return ResourceLines.of(OfflineChoicesTest.class, "choices/" + code + ".txt").stream()
                .skip(1)
                .map(Case::of)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void whatIsChosenStandsWithTheChoice(String code) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Case each : cases(code)) {
            if (!each.wrong().isEmpty()) {
                wrong.add(each.wrong());
            }
        }
        assertThat(wrong).as("%d of %d", wrong.size(), cases(code).size()).isEmpty();
    }
}
