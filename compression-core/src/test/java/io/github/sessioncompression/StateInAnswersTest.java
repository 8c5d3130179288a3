package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.SecretsLeftOut;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no state may hold: another state, and a secret. */
class StateInAnswersTest {
    private final ScriptedModel model = new ScriptedModel();
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();

    @AutoClose
    private final Compressors open = new Compressors();

    private Conversation chat(boolean withModel) {
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .executor(Runnable::run)
                .listener(events::add);
        if (withModel) {
            model.otherwise(request -> ModelAnswer.of(ScriptedModel.state("The port is 5433.", "A port was named.")));
            builder.model(model).modelCalls(Runnable::run, new MutableTime());
        }
        open.open(builder);
        return open.get(0).conversation("chat");
    }

    private static void pad(Conversation chat) {
        for (int i = 0; i < 26; i++) {
            chat.append(
                    Message.user("And how was the weather over there, was it nice outside? " + "Well. ".repeat(20)),
                    Message.assistant("It was fine, thank you, with some sun over the hills. " + "Yes. ".repeat(20)));
        }
    }

    private static String shown(Conversation chat) {
        return String.join(
                "\n",
                chat.record().orElseThrow().injected().items().stream()
                        .map(StateItem::text)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void repeatedStateIsNotQuoted(boolean withModel) {
        Conversation chat = chat(withModel);
        chat.append(Message.user("The port is 5433, not 5432."), Message.assistant("I noted port 5433."));
        pad(chat);
        chat.compress();
        StateDocument state = chat.record().orElseThrow().injected();
        chat.append(
                Message.user("What do you know?"),
                Message.assistant("I will use this: " + StateEnvelope.wrap(StateSchema.session(), state)
                        + " We decided to use port 5433."));
        pad(chat);

        chat.compress();

        assertThat(shown(chat)).contains("5433").doesNotContain("session_state", "\"logos\"");
        for (ModelRequest request : model.requests()) {
            assertThat(ScriptedModel.part(request, "new_messages")).doesNotContain("session_state", "\"logos\"");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void secretIsReportedAsLeftOutOnce(boolean withModel) {
        Conversation chat = chat(withModel);
        chat.append(
                Message.user("The wifi password is salt-marsh-77. Please remember it."),
                Message.assistant("All right."));
        pad(chat);
        chat.compress();
        pad(chat);
        chat.compress();

        assertThat(shown(chat)).doesNotContain("salt-marsh-77");
        assertThat(events)
                .filteredOn(SecretsLeftOut.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(SecretsLeftOut.class, left -> assertThat(left.messages())
                        .isEqualTo(1));
    }
}
