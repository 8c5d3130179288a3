package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SmallWindowContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two properties with a chat model of a small window. */
@Tag("once")
class SmallWindowPropertyTest {
    @ParameterizedTest
    @ValueSource(ints = {2_000, 4_000, 8_000})
    void fitsRequestsToModelWindowFromProperty(int window) {
        try (OpenAiStub server = OpenAiStub.start()) {
            server.answers(Reply.text("{\"logos\":[\"The order is 4711.\"],\"pathos\":[],\"abstract\":[],"
                    + "\"conversation_summary\":\"The user waits for an order.\"}"));
            ChatModel model = OpenAiChatModel.builder()
                    .baseUrl(server.baseUrl())
                    .apiKey("none")
                    .modelName("gpt-4.1")
                    .build();
            Applications.bare()
                    .withBean(ChatModel.class, () -> model)
                    .withPropertyValues(
                            "session-compression.context-window=" + window,
                            "session-compression.model.context-window=" + window,
                            "session-compression.compression-model=chat-model")
                    .run(context -> {
                        Conversation chat =
                                context.getBean(SessionCompressor.class).conversation("c");
                        for (int i = 0; i < 100; i++) {
                            chat.append(Message.user("Where is order " + (4_711 + i) + "? " + "I wait. ".repeat(30)));
                            chat.append(Message.assistant("It is on its way. " + "Be patient. ".repeat(20)));
                        }
                        chat.compress();
                    });

            assertThat(server.sent()).allSatisfy(request -> assertThat(SmallWindowContract.size(request))
                    .isLessThanOrEqualTo(window));
            assertThat(server.sent().isEmpty()).isEqualTo(window == 2_000);
        }
    }
}
