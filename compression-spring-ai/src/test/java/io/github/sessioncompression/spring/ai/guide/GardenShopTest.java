package io.github.sessioncompression.spring.ai.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** The application that the guide begins with runs. */
class GardenShopTest {
    @Test
    void theSecondQuestionIsAskedWithTheFirst() {
        GardenShop shop = new GardenShop(prompt -> new ChatResponse(List.of(
                new Generation(new AssistantMessage(prompt.getInstructions().size() + " messages")))));

        assertThat(shop.chat("user-42", "When does order 1003 arrive?")).isEqualTo("2 messages");
        assertThat(shop.chat("user-42", "Can it come a day later?")).isEqualTo("4 messages");
        assertThat(shop.chat("user-43", "Hello")).isEqualTo("2 messages");
    }
}
