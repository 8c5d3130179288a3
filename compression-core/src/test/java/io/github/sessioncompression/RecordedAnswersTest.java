package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreTransfer;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.token.TokenCounter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of small models: no chat fails and nothing invented stays. */
class RecordedAnswersTest {
    private static final TokenCounter COUNTER = TokenCounter.o200k();
    private static final int CAP = 420;
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(64_000)
            .withState(StateOptions.defaults().withMaxTokens(CAP))
            .withModel(ModelOptions.defaults().withContextWindow(8_000).withRetries(0));

    static Stream<Recorded.Answers> answers() throws IOException {
        return Recorded.answers().stream();
    }

    private static Conversation chat(SessionStore store, @Nullable ScriptedModel model) {
        SessionCompressor.Builder builder =
                SessionCompressor.builder().policy(POLICY).tokenCounter(COUNTER).store(store);
        if (model != null) {
            builder.model(model).modelCalls(Runnable::run, new MutableTime());
        }
        return builder.build().conversation("chat");
    }

    @ParameterizedTest
    @MethodSource("answers")
    void neverFailChatNorInvent(Recorded.Answers recorded) throws IOException {
        List<Message> messages = Objects.requireNonNull(Recorded.chats().get(recorded.chat()), recorded.chat());
        int half = messages.size() / 2 + messages.size() / 2 % 2;
        SessionStore store = SessionStore.inMemory();
        if (recorded.compression() == 2) {
            Conversation first = chat(store, null);
            first.append(messages.subList(0, half));
            first.compress();
        }
        ScriptedModel model = new ScriptedModel();
        recorded.answers().forEach(model::answers);
        ModelAnswer last = recorded.answers().get(recorded.answers().size() - 1);
        model.otherwise(request -> last);
        chat(store, null).append(recorded.compression() == 1 ? messages.subList(0, half) : rest(messages, half));
        SessionStore copy = SessionStore.inMemory();
        StoreTransfer.copy(store, copy, List.of("chat"));
        Conversation with = chat(store, model);
        Conversation without = chat(copy, null);

        Outcome outcome = with.compress();
        if (outcome instanceof Outcome.Failed failed) {
            // A chat of few tokens, of which no extract is shorter than the chat.
            assertThat(failed.cause()).isEqualTo("EMPTY_STATE");
            assertThat(with.view().messages()).hasSizeGreaterThan(half);
            return;
        }
        assertThat(outcome).isInstanceOf(Outcome.Compressed.class);
        Outcome.Compressed own = (Outcome.Compressed) outcome;
        Outcome.Compressed offline = (Outcome.Compressed) without.compress();

        assertThat(model.requests()).isNotEmpty();
        assertThat(own.boundary()).isEqualTo(offline.boundary());
        assertThat(own.coverage().required()).isEqualTo(offline.coverage().required());
        assertNothingIsInvented(shown(with), messages);
    }

    private static List<Message> rest(List<Message> messages, int half) {
        return messages.subList(half, messages.size());
    }

    private static StateDocument shown(Conversation chat) {
        return chat.record().map(CompressionRecord::injected).orElse(StateDocument.EMPTY);
    }

    private static void assertNothingIsInvented(StateDocument shown, List<Message> messages) {
        StringBuilder all = new StringBuilder();
        messages.forEach(message -> all.append(message.text()).append('\n'));
        String said = plain(all.toString());
        shown.items().forEach(item -> {
            for (Atom atom : AtomScanner.scan(item.text(), Languages.shared().unknown())) {
                if (!atom.weak()) {
                    assertThat(said).as("a value of the state").contains(number(atom.text()));
                }
            }
        });
    }

    /** The number of a value; all of it if it has none. */
    private static String number(String value) {
        String digits = value.replaceAll("\\P{N}", "");
        return digits.isEmpty() ? plain(value) : digits;
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }
}
