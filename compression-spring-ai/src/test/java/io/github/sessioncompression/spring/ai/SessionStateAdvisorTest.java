package io.github.sessioncompression.spring.ai;

import static io.github.sessioncompression.spring.ai.SpringChat.addTurns;
import static io.github.sessioncompression.spring.ai.SpringChat.ask;
import static io.github.sessioncompression.spring.ai.SpringChat.memory;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;

class SessionStateAdvisorTest extends SessionStateAdvisorFixture {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsIdenticalAwarenessOnEveryRequest(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);

        ask(streaming, client, "Hello");
        addTurns(memory, 10);
        chat(memory).compress();
        ask(streaming, client, "How are you?");
        addTurns(memory, 10);
        chat(memory).compress();
        ask(streaming, client, "Good.");

        String expected = LARGE.state().appendAwareness(SpringChat.SYSTEM);
        assertThat(openAi.sent()).extracting(Sent::system).containsExactly(expected, expected, expected);
        assertThat(openAi.lastSent().messages().get(0).text()).matches(StateEnvelope::holds);
    }

    @Test
    void givesAChatWithoutASystemPromptTheBlockAlone() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = ChatClient.builder(SpringChat.model(openAi))
                .defaultAdvisors(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build())
                .build();

        SpringChat.call(client, ID, "Hello");

        assertThat(openAi.lastSent().system()).isEqualTo(LARGE.state().appendAwareness(""));
    }

    @Test
    void putsStateIntoSystemPromptIfConfigured() {
        CompressingChatMemory memory =
                memory(LARGE.withState(StateOptions.defaults().withInjection(Injection.SYSTEM)));
        ChatClient client = client(openAi, memory);
        addTurns(memory, 20);
        chat(memory).compress();

        SpringChat.call(client, ID, "Hello");

        assertThat(openAi.lastSent().system()).contains("7719").endsWith("</session_state>");
        assertThat(openAi.lastSent().messages())
                .noneMatch(message -> message.text().contains("session_state"));
    }

    @Test
    void ignoresCallsWithoutConversation() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = SpringChat.client(
                openAi, List.of(), List.of(SessionStateAdvisor.builder(memory).build()));

        assertThat(client.prompt().user("Hello").call().content()).isEqualTo("All right.");

        assertThat(openAi.lastSent().system()).isEqualTo(SpringChat.SYSTEM);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void booksTheUsageOfEachCallWithItsCachedTokens(boolean claude, boolean streaming) {
        ProviderStub stub = claude ? anthropic : openAi;
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(stub, memory);
        stub.next(
                Reply.text("Hello.").costing(new Usage(700, 0, claude ? 200 : 0, 20, 0)),
                Reply.text("Fine.").costing(new Usage(100, 800, 0, 30, 0)));

        ask(streaming, client, "Hi");
        ask(streaming, client, "How are you?");

        ModelUse usage = chat(memory).status().stats().chatUsage();
        assertThat(usage.calls()).isEqualTo(2);
        assertThat(usage.inputTokens()).isEqualTo(800);
        assertThat(usage.outputTokens()).isEqualTo(50);
        assertThat(usage.cacheReadTokens()).isEqualTo(800);
        assertThat(usage.cacheCreationTokens()).isEqualTo(claude ? 200 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void adjustsLocalCountToReport(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.next(Reply.text("Hello.").costing(new Usage(20_000, 10_000, 0, 5, 0)));

        ask(streaming, client, "Hi");

        assertThat(chat(memory).status().contextTokens()).isBetween(30_000, 30_100);
    }

    @Test
    void countsSystemPromptAndToolsAsPartOfEveryRequest() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory, new Lookup(topic -> "nothing"));
        openAi.answers(Reply.text("Hello.").costing(Usage.NONE));

        SpringChat.call(client, ID, "Hi");

        int counted = chat(memory).status().contextTokens();
        assertThat(counted)
                .isGreaterThan(
                        chat(memory).view().tokens() + chat(memory).tokens(List.of(Message.system(SpringChat.SYSTEM))));
    }

    @Test
    void worksOnceIfRegisteredTwice() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = SpringChat.client(
                openAi,
                memory,
                List.of(),
                SessionStateAdvisor.builder(memory).build(),
                SessionStateAdvisor.builder(memory.compressor())
                        .order(SessionStateAdvisor.DEFAULT_ORDER + 1)
                        .build());

        SpringChat.call(client, ID, "Hello");

        assertThat(chat(memory).status().stats().chatUsage().calls()).isEqualTo(1);
    }
}
