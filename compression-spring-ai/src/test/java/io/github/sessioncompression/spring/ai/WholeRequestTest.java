package io.github.sessioncompression.spring.ai;

import static io.github.sessioncompression.spring.ai.SpringChat.addTurns;
import static io.github.sessioncompression.spring.ai.SpringChat.memory;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;

/** Parts of a request besides the memory's view: retrieved texts and a state in the system prompt. */
@Tag("once")
class WholeRequestTest {
    private static final String ID = SpringChat.ID;
    private static final int WINDOW = 4_000;

    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(WINDOW);

    @AfterEach
    void stop() {
        server.close();
    }

    private ChatClient client(CompressingChatMemory memory, boolean nested, Retrieval retrieval) {
        List<Advisor> advisors = new ArrayList<>(
                List.of(retrieval, SessionStateAdvisor.builder(memory).build()));
        if (nested) {
            advisors.add(SpringChat.nested(memory));
            advisors.add(SpringChat.toolAdvisorWithoutHistory());
        } else {
            advisors.add(MessageChatMemoryAdvisor.builder(memory).build());
        }
        return SpringChat.client(server, List.of(new Lookup(GardenChat::found)), advisors);
    }

    private static String ask(boolean streaming, ChatClient client, String question) {
        return streaming ? SpringChat.stream(client, ID, question) : SpringChat.call(client, ID, question);
    }

    @ParameterizedTest(name = "streaming: {0}, memory inside the tool loop: {1}")
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void theChatGivesWayToRetrievedText(boolean streaming, boolean nested) {
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(WINDOW));
        addTurns(memory, 24);
        int before = memory.get(ID).size();
        ChatClient client = client(memory, nested, Retrieval.ofTokens(1_500));

        ask(streaming, client, "What grows there?");

        assertThat(server.refusals()).isEmpty();
        Sent sent = server.lastSent();
        assertThat(server.sent()).hasSize(1);
        assertThat(sent.messages()).hasSizeLessThan(before);
        assertThat(sent.messages().get(0).text()).matches(StateEnvelope::holds);
        assertThat(sent.question()).startsWith("What grows there?").endsWith(Retrieval.END);
        assertThat(sent.allText()).containsOnlyOnce("What grows there?");
        assertThat(GardenChat.missingFrom(sent)).isEmpty();
        assertThat(memory.compressor().conversation(ID).transcript())
                .noneMatch(message -> message.text().contains(Retrieval.END));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shortensOversizedRetrievedText(boolean streaming) {
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(WINDOW));
        addTurns(memory, 24);
        ChatClient client = client(memory, false, Retrieval.ofTokens(20_000));

        ask(streaming, client, "What grows there?");

        assertThat(server.refusals()).isEmpty();
        assertThat(server.lastSent().question())
                .startsWith("What grows there?")
                .endsWith(Retrieval.END)
                .hasSizeLessThan(30_000);
    }

    @ParameterizedTest(name = "streaming: {0}, memory inside the tool loop: {1}")
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void theSystemPromptHoldsTheStateInForceAfterTheRelief(boolean streaming, boolean nested) {
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(WINDOW)
                .withState(StateOptions.defaults().withInjection(Injection.SYSTEM)));
        addTurns(memory, 24);
        ChatClient client = client(memory, nested, Retrieval.ofTokens(1_500));

        ask(streaming, client, "What grows there?");

        assertThat(server.refusals()).isEmpty();
        Sent sent = server.lastSent();
        assertThat(sent.system()).endsWith("</session_state>");
        assertThat(GardenChat.missingFrom(sent)).isEmpty();
        assertThat(sent.messages()).extracting(SentMessage::text).noneMatch(text -> text.contains("session_state"));
    }

    @Test
    void warnsOnceOfCallsWithoutConversation() {
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(WINDOW));
        SessionStateAdvisor own = SessionStateAdvisor.builder(memory).build();
        ChatClient without = SpringChat.client(server, List.of(), List.of(own));
        ChatClient client = SpringChat.client(server, memory, List.of(), own);
        try (Warnings warnings = new Warnings()) {
            without.prompt().user("Hello").call().content();
            assertThat(warnings.lines()).isEmpty();

            askNamelessly(client);
            askNamelessly(client);

            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("ChatMemory.CONVERSATION_ID"))
                    .hasSize(1);
        }
    }

    private static void askNamelessly(ChatClient client) {
        try {
            client.prompt().user("Hello").call().content();
        } catch (IllegalArgumentException newerVersion) {
            assertThat(newerVersion).hasMessageContaining("conversationId");
        }
    }
}
