package io.github.sessioncompression.spring.ai;

import static io.github.sessioncompression.spring.ai.SpringChat.addTurns;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** Requests in which the application begins the answer itself. */
@Tag("once")
class PrefillTest {
    private static final String QUESTION = "Give me JSON for order 7.";
    private static final String PREFILL = "{\"order\":";

    private final ProviderStub server = AnthropicStub.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private static ChatClient client(ProviderStub server, CompressingChatMemory memory) {
        return SpringChat.client(
                server,
                List.of(),
                List.of(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build()));
    }

    private String ask(boolean streaming, CompressingChatMemory memory) {
        ChatClient.ChatClientRequestSpec request = client(server, memory)
                .prompt()
                .messages(new UserMessage(QUESTION), new AssistantMessage(PREFILL))
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, SpringChat.ID));
        return streaming
                ? WireFormat.streamed(request)
                : String.valueOf(request.call().content());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsRequestAsApplicationWroteIt(boolean streaming) {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));

        ask(streaming, memory);
        assertThat(server.lastSent().messages()).extracting(SentMessage::text).containsExactly(QUESTION, PREFILL);

        addTurns(memory, 3);
        ask(streaming, memory);
        assertThat(server.lastSent().messages()).extracting(SentMessage::text).endsWith(QUESTION, PREFILL);
        assertThat(server.lastSent().messages()).extracting(SentMessage::text).noneMatch(text -> text.startsWith("("));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void survivesRefusalAndShortening(boolean streaming) {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(100_000));
        addTurns(memory, 20);
        server.next(new Reply.Failure(400, "prompt is too long: 1900 tokens > 1700 maximum"));

        ask(streaming, memory);

        assertThat(server.sent()).hasSize(2);
        assertThat(server.lastSent().messages())
                .hasSizeLessThan(server.sent().get(0).messages().size())
                .extracting(SentMessage::text)
                .endsWith(QUESTION, PREFILL);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsOneQuestionAndItsAnswer(boolean streaming) {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));

        ask(streaming, memory);

        assertThat(memory.compressor().conversation(SpringChat.ID).transcript())
                .extracting(message -> message.role() + " " + message.text())
                .containsExactly(Role.USER + " " + QUESTION, Role.ASSISTANT + " All right.");
    }
}
