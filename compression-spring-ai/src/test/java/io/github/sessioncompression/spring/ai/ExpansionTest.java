package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.ExpansionOptions.Trigger;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;

/** Expansions appear in the requests Spring AI sends. */
@Tag("once")
class ExpansionTest {
    private static final String OLD = "The spare key hangs behind the blue barometer.";
    private static final String QUESTION = "Where does the spare key hang?";

    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(4_000);
    private final SessionCompressor compressor = compressor();
    private final CompressingChatMemory memory =
            CompressingChatMemory.builder().compressor(compressor).build();

    private static SessionCompressor compressor() {
        CompressionPolicy policy = CompressionPolicy.forWindow(4_000);
        return SessionCompressor.builder()
                .policy(policy.withState(policy.state().withMaxTokens(100))
                        .withExpansion(ExpansionOptions.defaults().withTrigger(Trigger.WORDS)))
                .executor(Runnable::run)
                .build();
    }

    @AfterEach
    void stop() {
        server.close();
        compressor.close();
    }

    private ChatClient client(Lookup... own) {
        return SpringChat.client(
                server,
                List.of(own),
                List.of(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build()));
    }

    private Conversation longChat() {
        Conversation chat = compressor.conversation("ann");
        chat.append(Message.user(OLD), Message.assistant("I see."));
        for (int turn = 0; turn < 30; turn++) {
            chat.append(Message.user(GardenChat.question(turn + 1)), Message.assistant("Fine. ".repeat(20)));
        }
        chat.compress();
        return chat;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nextRequestExtendsExpansionOfQuestion(boolean streaming) {
        Conversation chat = longChat();
        ChatClient client = client();

        String unused =
                streaming ? SpringChat.stream(client, "ann", QUESTION) : SpringChat.call(client, "ann", QUESTION);
        List<SentMessage> asked = server.lastSent().messages();
        SpringChat.call(client, "ann", "Thanks.");
        List<SentMessage> thanked = server.lastSent().messages();

        assertThat(unused).isNotEmpty();
        assertThat(asked.get(asked.size() - 1).text()).isEqualTo(QUESTION);
        assertThat(asked.get(asked.size() - 3).text()).contains(OLD).startsWith("<conversation_history ");
        assertThat(thanked.subList(0, asked.size())).isEqualTo(asked);
        assertThat(server.refusals()).isEmpty();
        assertThat(chat.transcript()).noneMatch(message -> message.text().contains("<conversation_history "));
    }

    @Test
    void eachRoundOfATurnGoesOnWithIt() {
        longChat();
        server.answers(sent -> sent.last().role().equals(SentMessage.TOOL)
                ? Reply.text("There.")
                : Reply.call("lookup", Map.of("topic", "key")));

        assertThat(SpringChat.call(client(new Lookup(topic -> "Nothing.")), "ann", QUESTION))
                .isEqualTo("There.");

        assertThat(server.refusals()).isEmpty();
        assertThat(server.sent()).hasSize(2);
        List<SentMessage> first = server.sent().get(0).messages();
        assertThat(first.get(first.size() - 3).text()).contains(OLD);
        assertThat(server.sent().get(1).messages().subList(0, first.size())).isEqualTo(first);
    }
}
