package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;

/** The first request of a chat of a known user. */
class FirstRequestTest extends SessionStateAdvisorFixture {
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .executor(Runnable::run)
            .userOf(id -> "ada")
            .build();

    @AfterEach
    void close() {
        compressor.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hasWhatIsKeptOfUser(boolean stream) {
        compressor
                .conversation("first")
                .append(Message.user("How thick is the roof?"), Message.assistant("Six inches."));
        compressor.conversation("first").pin("My name is Ada Lovelace.");
        compressor.conversation("first").sessions().startNew();
        ChatClient client = client(
                openAi, CompressingChatMemory.builder().compressor(compressor).build());

        for (int i = 0; i < 3; i++) {
            ask(client, "new", "Who am I? " + i, stream);
        }
        ask(client, "first", "Who am I?", stream);

        assertThat(openAi.sent()).hasSize(4).allSatisfy(sent -> assertThat(sent.allText())
                .contains("Lovelace", "Who am I?"));
        for (int i = 1; i < 3; i++) {
            List<SentMessage> before = openAi.sent().get(i - 1).messages();
            assertThat(openAi.sent().get(i).messages().subList(0, before.size()))
                    .isEqualTo(before);
        }
    }

    private static void ask(ChatClient client, String id, String question, boolean stream) {
        ChatClient.ChatClientRequestSpec prompt =
                client.prompt().user(question).advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id));
        if (stream) {
            prompt.stream().content().blockLast();
        } else {
            prompt.call().content();
        }
    }
}
