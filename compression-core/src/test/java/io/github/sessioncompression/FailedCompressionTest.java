package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A compression that the model fails, before and after ones that it does not. */
class FailedCompressionTest {

    private final ScriptedModel model = new ScriptedModel();

    @AutoClose
    private final Compressors open = new Compressors();

    private static IllegalStateException unavailable() {
        return new IllegalStateException("503 - overloaded");
    }

    private Conversation chat(int window, int cap, int modelWindow) {
        return open.open(SessionCompressor.builder()
                        .tokenCounter(TokenCounter.o200k())
                        .policy(CompressionPolicy.forWindow(window)
                                .withState(StateOptions.defaults().withMaxTokens(cap))
                                .withModel(ModelOptions.defaults()
                                        .withContextWindow(modelWindow)
                                        .withRetries(0)))
                        .model(model)
                        .executor(Runnable::run)
                        .modelCalls(Runnable::run, new MutableTime()))
                .conversation("chat");
    }

    /** {@code turns} turns of about {@code words} words each, all with values of their own. */
    private static void talk(Conversation chat, int from, int turns, int words) {
        for (int i = from; i < from + turns; i++) {
            String filler = (" Crate " + (1_000 + i) + " of depot " + (40 + i % 9) + " holds tins.").repeat(words / 7);
            chat.append(
                    Message.user("The order KD-" + (5_000 + i) + " is due on day " + i + "." + filler),
                    Message.assistant("Order KD-" + (5_000 + i) + " is noted."));
        }
    }

    private static int size(Conversation chat) {
        return TokenCounter.o200k()
                .count(StateEnvelope.wrap(
                        StateSchema.session(), chat.record().orElseThrow().injected()));
    }

    private static List<String> shown(Conversation chat) {
        return chat.record().orElseThrow().injected().with(StateDocument.LEFT_OUT, List.of()).items().stream()
                .map(StateItem::text)
                .toList();
    }

    private static List<String> logos(Conversation chat) {
        return chat.record().orElseThrow().injected().texts("logos");
    }

    private static String[] facts(int from, int to) {
        List<String> facts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            facts.add("The order KD-" + (5_000 + i) + " is due.");
        }
        return facts.toArray(String[]::new);
    }

    private static ModelAnswer answer(String... facts) {
        return ModelAnswer.of("{\"logos\":[\"" + String.join("\",\"", facts)
                + "\"],\"pathos\":[\"calm\"],\"abstract\":[],\"conversation_summary\":\"Orders are noted.\"}");
    }

    @Test
    void keepsWhatTheModelWroteBefore() {
        Conversation chat = chat(16_000, 1_500, 64_000);
        String[] facts = facts(0, 40);
        model.answers(answer(facts)).fails(unavailable()).otherwise(request -> answer(facts));
        talk(chat, 0, 40, 60);
        chat.compress();
        List<String> before = shown(chat);
        talk(chat, 40, 40, 60);

        Outcome.Compressed failed = (Outcome.Compressed) chat.compress();

        String after = String.join("\n", shown(chat));
        assertThat(failed.by()).isEqualTo(Outcome.Compressed.By.OFFLINE_AFTER_FAILURE);
        assertThat(before).hasSizeGreaterThan(facts.length).allSatisfy(text -> assertThat(after)
                .contains(text));
        assertThat(logos(chat)).hasSizeGreaterThan(facts.length);
        assertThat(size(chat)).isLessThanOrEqualTo(1_500);
    }

    @Test
    void leavesRoomForNewMessagesBesideFullState() {
        Conversation chat = chat(16_000, 400, 64_000);
        model.answers(answer(facts(0, 24))).fails(unavailable());
        talk(chat, 0, 40, 60);
        chat.compress();
        talk(chat, 40, 40, 60);

        chat.compress();

        assertThat(logos(chat)).startsWith("The order KD-5000 is due.", "The order KD-5001 is due.");
        assertThat(String.join("\n", logos(chat))).containsPattern("KD-50[4-7]\\d is (due on day|noted)");
        assertThat(size(chat)).isLessThanOrEqualTo(400);
    }

    @Test
    void doesNotShutOutModelOfSmallWindow() {
        Conversation chat = chat(100_000, 16_000, 32_000);
        model.fails(unavailable()).otherwise(request -> answer("The order KD-5000 is due."));
        talk(chat, 0, 100, 300);
        Outcome.Compressed first = (Outcome.Compressed) chat.compress();
        talk(chat, 100, 10, 300);

        Outcome.Compressed second = (Outcome.Compressed) chat.compress();

        assertThat(first.by()).isEqualTo(Outcome.Compressed.By.OFFLINE_AFTER_FAILURE);
        assertThat(second.by()).isEqualTo(Outcome.Compressed.By.MODEL);
        for (ModelRequest request : model.requests()) {
            int tokens = TokenCounter.o200k().count(request.instructions() + request.jsonSchema() + request.prompt());
            assertThat(tokens + request.maxOutputTokens()).isLessThanOrEqualTo(32_000);
        }
        assertThat(ScriptedModel.part(model.lastRequest(), "previous_state")).contains("KD-5");
    }

    @Test
    void doesNotCapExtractByWindowWithoutRoom() {
        Conversation chat = chat(16_000, 1_500, 1_500);
        talk(chat, 0, 40, 60);

        Outcome.Compressed compressed = (Outcome.Compressed) chat.compress();

        assertThat(compressed.by()).isEqualTo(Outcome.Compressed.By.OFFLINE_AFTER_FAILURE);
        assertThat(model.requests()).isEmpty();
        assertThat(size(chat)).isGreaterThan(1_000);
    }
}
