package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people write to one another: who type fast, several messages in a row, without marks, and what they typed wrong put right in the next one; and who do not. */
class HurriedChatsTest {
    private static final int ROOM = 2_000;

    /** What is said before, so that the language is known. */
    private static final int BEFORE = 3;

    private final List<Message> before = new ArrayList<>();

    private List<Message> chat(String text) {
        List<Message> chat = new ArrayList<>(before);
        for (String message : text.split(" / ", -1)) {
            int colon = message.indexOf(": ");
            String said = message.substring(colon + 2).replace(" // ", "\n");
            chat.add(
                    switch (message.substring(0, colon)) {
                        case "user" -> Message.user(said);
                        case "assistant" -> Message.assistant(said);
                        default -> Chats.says(message.substring(0, colon), said);
                    });
        }
        return chat;
    }

    private String state(String chat, int cap) {
        return Chats.text(Chats.compile(null, cap, chat(chat)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void whatIsSaidInAnOrdinaryChatStandsWithWhatItBelongsTo(String language) throws IOException {
        sayBefore(language);
        List<String> lines = ResourceLines.of(HurriedChatsTest.class, "talk/" + language + ".txt");

        assertThat(lines).hasSizeGreaterThanOrEqualTo(5);
        assertThat(lines).allSatisfy(line -> {
            String[] parts = line.split(" \\| ", -1);
            assertThat(state(parts[1], ROOM)).as(line).containsIgnoringCase(parts[2]);
        });
    }

    private void sayBefore(String language) throws IOException {
        ResourceLines.of(HurriedChatsTest.class, "put-right/" + language + ".txt").stream()
                .limit(BEFORE)
                .forEach(line -> before.add(Chats.says("Kim", line)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aValueStandsWithItsQuestionAndAsItWasMeantAtLast(String language) throws IOException {
        sayBefore(language);
        for (String folder : List.of("hurried/", "at-once/")) {
            showsAll(ResourceLines.of(HurriedChatsTest.class, folder + language + ".txt"));
        }
    }

    private void showsAll(List<String> lines) {
        assertThat(lines).hasSizeGreaterThanOrEqualTo(6);
        assertThat(lines).allSatisfy(line -> {
            String[] parts = line.split(" \\| ", -1);
            assertThat(state(parts[1], ROOM)).as(line).contains(parts[2]);
            for (int cap = 20; parts[0].equals("puts") && cap <= ROOM; cap += cap) {
                assertThat(state(parts[1], cap)).as(line).doesNotContain(parts[3]);
            }
        });
    }
}
