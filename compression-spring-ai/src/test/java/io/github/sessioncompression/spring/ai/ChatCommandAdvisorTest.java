package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.event.Notices;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;

/** Commands through a chat client over a provider's real client. */
class ChatCommandAdvisorTest {
    private final ProviderStub stub = OpenAiStub.start();
    private final CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));
    private final ChatClient client = SpringChat.client(
            stub,
            memory,
            List.of(),
            new ChatCommandAdvisor(memory.compressor(), ChatCommands.of(Notices.of(Locale.ENGLISH))));

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

    @Test
    void otherMessagesGoToTheModel() {
        ask("/new york is a city, isn't it?").call().content();
        ChatClient nameless = SpringChat.client(
                stub,
                List.of(),
                List.of(new ChatCommandAdvisor(memory.compressor(), ChatCommands.of(Notices.of(Locale.ENGLISH)))));
        nameless.prompt().user("/status").call().content();
        assertThat(stub.sent()).hasSize(2);
    }
}
