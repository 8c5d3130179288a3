package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;

/** The application of the reference documentation with another memory, over 300 turns, against a provider that forgives nothing. */
@Tag("landing")
@Tag("once")
class DropInTest {
    private static final int TURNS = 300;
    private static final int WINDOW = 4_000;

    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(WINDOW);

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest(name = "streaming: {0}, with the advisor: {1}, memory inside the tool loop: {2}")
    @CsvSource({"true, true, false", "false, true, true"})
    void forgetsNothingInThreeHundredTurnsWithTools(boolean streaming, boolean withAdvisor, boolean nested) {
        forgetsNothing(streaming, withAdvisor, nested);
    }

    @Tag("landing")
    @Tag("fuzz")
    @ParameterizedTest(name = "streaming: {0}, with the advisor: {1}, memory inside the tool loop: {2}")
    @CsvSource({"false, false, false", "true, true, true"})
    void forgetsNothingInOtherArrangementsEither(boolean streaming, boolean withAdvisor, boolean nested) {
        forgetsNothing(streaming, withAdvisor, nested);
    }

    private void forgetsNothing(boolean streaming, boolean withAdvisor, boolean nested) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .executor(Runnable::run)
                .build();
        CompressingChatMemory memory =
                CompressingChatMemory.builder().compressor(compressor).build();
        List<Advisor> advisors = new ArrayList<>();
        advisors.add(
                nested
                        ? SpringChat.nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory).build());
        if (withAdvisor) {
            advisors.add(SessionStateAdvisor.builder(memory).build());
        }
        if (nested) {
            advisors.add(SpringChat.toolAdvisorWithoutHistory());
        }
        Lookup lookup = new Lookup(GardenChat::found);
        ChatClient client = SpringChat.client(server, List.of(lookup), advisors);
        server.answers(GardenChat::answer);

        for (int turn = 1; turn <= TURNS; turn++) {
            String question = GardenChat.question(turn);
            String answer = streaming
                    ? SpringChat.stream(client, SpringChat.ID, question)
                    : SpringChat.call(client, SpringChat.ID, question);
            assertThat(answer).isNotBlank();
        }

        assertThat(server.refusals()).isEmpty();
        Conversation conversation = compressor.conversation(SpringChat.ID);
        assertThat(conversation.status().stats().compressions()).isGreaterThanOrEqualTo(5);
        assertThat(server.sent().stream().map(Sent::system).distinct()).hasSize(1);
        assertThat(GardenChat.missingFrom(server.lastSent())).isEmpty();
        List<Message> transcript = conversation.transcript();
        assertThat(transcript.stream()
                        .filter(message -> message.role() == Role.USER)
                        .map(Message::text))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, TURNS)
                        .mapToObj(GardenChat::question)
                        .toList());
        assertThat(transcript.stream().filter(message -> message.role() == Role.ASSISTANT && !message.callsTools()))
                .hasSize(TURNS);
        assertThat(lookup.calls()).isEqualTo(47 * 2 + 47 * 3);
        assertThat(transcript.stream().filter(message -> message.role() == Role.TOOL))
                .hasSize(nested ? lookup.calls() : 0);
    }
}
