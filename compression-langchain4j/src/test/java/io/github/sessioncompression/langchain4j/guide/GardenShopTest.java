package io.github.sessioncompression.langchain4j.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import org.junit.jupiter.api.Test;

/** The application that the guide begins with runs. */
class GardenShopTest {
    @Test
    void theSecondQuestionIsAskedWithTheFirst() {
        GardenShop.Assistant assistant = GardenShop.assistant(new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from(request.messages().size() + " messages"))
                        .build();
            }
        });

        assertThat(assistant.chat("user-42", "When does order 1003 arrive?")).isEqualTo("2 messages");
        assertThat(assistant.chat("user-42", "Can it come a day later?")).isEqualTo("4 messages");
        assertThat(assistant.chat("user-43", "Hello")).isEqualTo("2 messages");
    }
}
