package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.stub.UnseenCharacters;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Characters that are not seen hide nothing from the check of a model's state and from the search; the transcript keeps them. */
class ConversationUnseenCharactersTest extends TalkFixture {
    private static final UnseenCharacters UNSEEN = new UnseenCharacters(new Random(7), 2);

    private Conversation withModel(String... facts) {
        String answer = Json.write(Map.of(
                "logos",
                List.of(facts),
                "pathos",
                List.of("calm"),
                "abstract",
                List.of(),
                "conversation_summary",
                "A talk about food."));
        return open.open(SessionCompressor.builder()
                        .policy(POLICY)
                        .store(store)
                        .executor(Runnable::run)
                        .model(request -> ModelAnswer.of(answer)))
                .conversation("chat");
    }

    private static String state(Conversation chat) {
        return chat.record().orElseThrow().injected().texts().toString();
    }

    private static void talk(Conversation chat, String said) {
        chat.append(Message.user(said), Message.assistant("Noted."));
        for (int i = 0; i < 4; i++) {
            chat.append(Chats.turn(i, 40));
        }
        chat.compress();
    }

    @Test
    void aModelsStateIsCheckedAsItIsRead() {
        Conversation chat = withModel(
                UNSEEN.in("The user is allergic to walnuts."),
                UNSEEN.in("The budget is 9150 euros."),
                UNSEEN.in("The dose is 150 mg."));

        talk(chat, UNSEEN.in("I am not allergic to walnuts. The dose is 150 mg."));

        assertThat(state(chat))
                .contains("not allergic to walnuts")
                .contains("150 mg")
                .doesNotContain("9150");
    }

    @Test
    void theTranscriptAndTheViewKeepThem() {
        String said = UNSEEN.in("The dose is 150 mg.");
        Conversation chat = chat();
        chat.append(Message.user(said), Message.assistant("Noted."));

        assertThat(chat.transcript().get(0).text()).isEqualTo(said);
        assertThat(chat.view().messages().toString()).contains(said);
    }

    @Test
    void aMessageIsFound() {
        Conversation chat = chat();
        talk(chat, UNSEEN.in("The locker of the paddles has the number 4711, near Moûtiers."));

        for (String query : List.of("locker paddles", "4711", "Moûtiers", UNSEEN.in("locker"), UNSEEN.in("4711"))) {
            List<Hit> hits = chat.recall().search(query, 3);
            assertThat(hits).as(query).isNotEmpty();
            assertThat(hits.get(0).sequence()).as(query).isEqualTo(1);
        }
    }
}
