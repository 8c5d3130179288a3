package io.github.sessioncompression.spring.ai;

import static io.github.sessioncompression.spring.ai.SpringChat.addTurns;
import static io.github.sessioncompression.spring.ai.SpringChat.ask;
import static io.github.sessioncompression.spring.ai.SpringChat.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.FrameworkChat;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;

/** End of failed and cancelled turns, and requests sent once more. */
@Tag("once")
class SessionStateAdvisorFailureTest extends SessionStateAdvisorFixture {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsFailedTurn(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.next(new Reply.Failure(400, "the model is unwell"));

        assertThatThrownBy(() -> ask(streaming, client, "Hello?")).isInstanceOf(RuntimeException.class);
        ask(streaming, client, "Again: hello?");

        assertThat(chat(memory).transcript())
                .extracting(Message::text)
                .containsExactly("Hello?", FrameworkChat.INTERRUPTED, "Again: hello?", "All right.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsTurnAfterToolFailure(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory, new Lookup(topic -> {
            throw new IllegalStateException("no catalogue");
        }));
        openAi.next(Reply.call(Lookup.NAME, Map.of("topic", "roses")));

        assertThatThrownBy(() -> ask(streaming, client, "Look it up.")).isNotNull();

        assertThat(chat(memory).transcript())
                .extracting(Message::text)
                .containsExactly("Look it up.", FrameworkChat.INTERRUPTED);
    }

    @Test
    void cancelledTurnKeepsTextSeenByUser() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.next(
                Reply.text("The roses need water in the morning, and the hedge has to be cut before it is too late."));

        String seen = Objects.requireNonNull(client
                .prompt()
                .user("What is to be done?")
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, ID))
                .stream()
                .content()
                .filter(piece -> !piece.isEmpty())
                .blockFirst());
        SpringChat.call(client, ID, "And the lawn?");

        List<Message> transcript = chat(memory).transcript();
        assertThat(transcript).hasSize(4);
        assertThat(transcript.get(1).text()).startsWith(seen).doesNotContain("late");
    }

    @Test
    void keepsTurnOpenDuringOtherCall() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory, new Lookup(topic -> {
            openAi.next(new Reply.Failure(400, "no"));
            assertThatThrownBy(() -> SpringChat.call(client(openAi, memory), ID, "Meanwhile?"))
                    .isInstanceOf(RuntimeException.class);
            return "found";
        }));
        openAi.next(Reply.call(Lookup.NAME, Map.of("topic", "roses")));

        SpringChat.call(client, ID, "Look it up.");

        assertThat(chat(memory).transcript())
                .extracting(Message::text)
                .contains("Look it up.", "Meanwhile?", "All right.");
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void makesARefusedRequestShorterAndSendsItOnceMore(boolean claude, boolean streaming) {
        ProviderStub stub = claude ? anthropic : openAi;
        CompressingChatMemory memory = memory(LARGE);
        addTurns(memory, 20);
        ChatClient client = client(stub, memory);
        stub.next(
                new Reply.Failure(
                        400,
                        claude
                                ? "prompt is too long: 1900 tokens > 1700 maximum"
                                : "This model's maximum context length is 1200 tokens. However, your messages resulted in 1400 tokens."));

        assertThat(ask(streaming, client, "What is the gate code?")).isEqualTo("All right.");

        assertThat(stub.sent()).hasSize(2);
        Sent again = stub.lastSent();
        assertThat(again.messages())
                .hasSizeLessThan(stub.sent().get(0).messages().size());
        assertThat(again.messages().get(0).text()).matches(StateEnvelope::holds).contains("7719");
        assertThat(again.question()).isEqualTo("What is the gate code?");
        assertThat(again.system()).isEqualTo(stub.sent().get(0).system());
        assertThat(chat(memory).transcript()).hasSize(42);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotTryAgainWithNothingLeftToGive(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        addTurns(memory, 1);
        ChatClient client = client(openAi, memory);
        openAi.answers(new Reply.Failure(400, "This model's maximum context length is 40 tokens."));

        assertThatThrownBy(() -> ask(streaming, client, "What is the gate code?"))
                .isInstanceOf(RuntimeException.class);

        assertThat(openAi.sent()).hasSize(2);
        assertThat(openAi.lastSent().messages()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotRetryUnrelatedFailure(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.answers(new Reply.Failure(400, "Rate limit reached for tokens per minute"));

        assertThatThrownBy(() -> ask(streaming, client, "Hello")).isInstanceOf(RuntimeException.class);

        assertThat(openAi.sent()).hasSize(1);
    }
}
