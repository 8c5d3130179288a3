package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.command.Notices;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;

/** Commands through a chat client over a provider's real client. */
class ChatCommandAdvisorTest {
    private final ProviderStub stub = OpenAiStub.start();
    private final CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));
    private final ChatCommandAdvisor commands =
            new ChatCommandAdvisor(memory.compressor(), ChatCommands.of(Notices.of(Locale.ENGLISH)));
    private final ChatClient client = SpringChat.client(stub, memory, List.of(), commands);

    @AfterEach
    void close() {
        stub.close();
    }

    private Conversation chat() {
        return memory.compressor().conversation(SpringChat.ID);
    }

    private ChatClient.ChatClientRequestSpec ask(String text) {
        return client.prompt().user(text).advisors(each -> each.param(ChatMemory.CONVERSATION_ID, SpringChat.ID));
    }

    @Test
    void commandsAskNoModelAndAreNotStored() {
        ask("My locker code is 4711.").call().content();
        int calls = stub.sent().size();

        assertThat(ask("/status").call().content()).contains("session 1: My locker code is 4711.");
        assertThat(WireFormat.streamed(ask("/status"))).contains("2 messages");

        assertThat(stub.sent()).hasSize(calls);
        assertThat(chat().transcript()).hasSize(2);
    }

    @Test
    void newSessionIsShownTheFormerOne() {
        ask("My locker code is 4711.").call().content();

        assertThat(ask("/new").call().content()).isEqualTo("Session 2 has begun. Session 1 is kept.");

        assertThat(chat().transcript()).isEmpty();
        ask("What is my code?").call().content();
        assertThat(stub.lastSent().allText()).contains("4711", "What is my code?");
        assertThat(ask("/resume 1").call().content()).startsWith("Session 1 goes on");
        assertThat(chat().sessions().list()).extracting(Session::id).containsExactly("2", "1");
    }

    private ChatClient clientWith(Advisor... advisors) {
        List<Advisor> all = new ArrayList<>(List.of(advisors));
        all.add(commands);
        return SpringChat.client(stub, List.of(), all);
    }

    private static Advisor otherMemory() {
        return MessageChatMemoryAdvisor.builder(
                        MessageWindowChatMemory.builder().build())
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/clear", "/new", "/compress", "/status"})
    void clientWithOtherMemoryTakesNoCommand(String command) {
        ask("My locker code is 4711.").call().content();
        ChatClient translator =
                clientWith(otherMemory(), SessionStateAdvisor.builder(memory).build());

        for (boolean streaming : new boolean[] {false, true}) {
            SpringChat.ask(streaming, translator, command);
            assertThat(stub.lastSent().question()).isEqualTo(command);
            assertThat(stub.lastSent().system()).isEqualTo(SpringChat.SYSTEM);
        }

        assertThat(chat().transcript()).hasSize(2);
        assertThat(chat().sessions().list()).hasSize(1);
        assertThat(stub.sent()).hasSize(3);
    }

    @Test
    void clientWithoutMemoryTakesNoCommandAndWarnsOnce() {
        ask("My locker code is 4711.").call().content();
        try (Warnings warnings = new Warnings()) {
            SpringChat.ask(false, clientWith(), "/clear");
            SpringChat.ask(false, clientWith(), "/clear");
            assertThat(warnings.lines()).singleElement().asString().contains("MessageChatMemoryAdvisor");
        }
        assertThat(chat().transcript()).hasSize(2);
    }

    @Test
    void takesCommandsWhereTheApplicationStoresTheChat() {
        chat().append(Message.user("My locker code is 4711."));
        ChatClient byHand =
                clientWith(SessionStateAdvisor.builder(memory.compressor()).build());

        assertThat(SpringChat.ask(false, byHand, "/status")).contains("4711");
        assertThat(stub.sent()).isEmpty();
    }

    @Test
    void otherMessagesGoToTheModel() {
        ask("/new york is a city, isn't it?").call().content();
        clientWith().prompt().user("/status").call().content();
        assertThat(stub.sent()).hasSize(2);
    }
}
