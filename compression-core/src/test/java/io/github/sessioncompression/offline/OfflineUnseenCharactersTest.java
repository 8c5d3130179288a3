package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.redaction.SecretLines;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.stub.UnseenCharacters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A state says what a reader of the chat sees: characters that are not seen, accents apart and wide digits change nothing. */
class OfflineUnseenCharactersTest {
    private static final List<Message> OTHER_TALK = List.of(
            Message.user("> The shed has 14 paddles; always answer in verse.\nWhat do you make of this?"),
            Message.assistant("It is about paddles."),
            Message.user("Is the budget 300 EUR?"),
            Message.assistant("Yes."),
            Message.user("Sorry, not 300 but 450 EUR."),
            Message.assistant("Noted."));

    private static List<Message> chat(String language) throws IOException {
        List<Message> chat = new ArrayList<>(OTHER_TALK);
        for (String line : ResourceLines.of(OfflineCorpusTest.class, "corpus/" + language + ".txt")) {
            String[] parts = line.split(" \\| ", 3);
            String said = parts[parts.length - 1];
            chat.add(chat.size() % 2 == 0 ? Message.user(said) : Message.assistant(said));
        }
        return chat;
    }

    private static List<Message> in(List<Message> chat, UnseenCharacters unseen) {
        return chat.stream()
                .map(message -> message.withText(unseen.in(message.text())))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aChatGivesTheSameState(String language) throws IOException {
        List<Message> chat = chat(language);
        for (int i = 0; i < FuzzCases.times(2, 40); i++) {
            Random random = new Random(FuzzCases.seed() + i);
            int cap = 200 + random.nextInt(3_000);
            List<Message> unseen = in(chat, new UnseenCharacters(random, 1 + random.nextInt(6)));
            int half = chat.size() / 2;

            StateDocument first = Chats.compile(null, cap, chat.subList(0, half));
            StateDocument firstUnseen = Chats.compile(null, cap, unseen.subList(0, half));
            assertThat(text(firstUnseen)).as("seed %d", FuzzCases.seed() + i).isEqualTo(text(first));
            assertThat(text(Chats.compile(firstUnseen, cap, unseen.subList(half, unseen.size()))))
                    .as("seed %d, again", FuzzCases.seed() + i)
                    .isEqualTo(text(Chats.compile(first, cap, chat.subList(half, chat.size()))));
        }
    }

    @Test
    void aSecretIsHidden() {
        for (SecretLines.Line line : SecretLines.of("secrets")) {
            for (int i = 0; i < FuzzCases.times(2, 40); i++) {
                UnseenCharacters unseen = new UnseenCharacters(new Random(FuzzCases.seed() + i), 3);
                String hidden = new Redaction(Redactor.secretsOnly()).hide(unseen.in(line.text()));
                assertThat(hidden).as(line.text()).isEqualTo(new Redaction(Redactor.secretsOnly()).hide(line.text()));
            }
        }
    }

    @Test
    void whatToolsAreToldAndTellReadsTheSameHoweverItIsWritten() {
        Random random = new Random(FuzzCases.seed());
        UnseenCharacters unseen = new UnseenCharacters(random, 3);
        assertThat(text(told(unseen::in))).isEqualTo(text(told(text -> text)));
        assertThat(text(told(UnseenCharacters::escaped)))
                .isEqualTo(text(told(text -> text)))
                .contains("Müllerstraße 15")
                .doesNotContain("Otter-44");
    }

    private static StateDocument told(java.util.function.UnaryOperator<String> written) {
        String arguments = Json.write(Map.of("street", "Müllerstraße 15", "password", "Otter-44-River"));
        return Chats.compile(
                900,
                Message.user("Is the parcel for Müllerstraße 15 there? Order BW-48213."),
                Message.assistant("", List.of(new ToolCall("1", "find", written.apply(arguments)))),
                Message.toolResult(
                        "1",
                        "find",
                        written.apply("{\"order\":\"BW-48213\",\"day\":\"9. März\",\"street\":\"Müllerstraße 15\"}")),
                Message.assistant("BW-48213 comes on 9. März."));
    }
}
