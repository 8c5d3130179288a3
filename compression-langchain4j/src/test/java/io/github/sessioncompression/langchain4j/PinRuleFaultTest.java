package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Tag("once")
@ExtendWith(OutputCaptureExtension.class)
class PinRuleFaultTest {
    /** The rule that comes to mind first throws at the first message that is more than a text. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void throwingPinRuleCostsOneWarningAndNoMessage(boolean lists, CapturedOutput output) {
        CompressingChatMemory.Builder builder = CompressingChatMemory.builder()
                .policy(SMALL)
                .pin(message ->
                        message instanceof UserMessage user && user.singleText().startsWith("Rule"));
        CompressingChatMemory pinning =
                (lists ? builder.chatMemoryStore(new InMemoryChatMemoryStore()) : builder).build();
        UserMessage rule = UserMessage.from("Rule: no deliveries on a Friday.");
        UserMessage picture = UserMessage.from(
                TextContent.from("What grows on plot 1984?"), ImageContent.from("https://garden.example/plot.png"));
        List<ChatMessage> asked = new ArrayList<>();
        ChatModel model = pinning.guard(new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                asked.addAll(request.messages());
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("Tulips."))
                        .build();
            }
        });

        pinning.add(rule);
        pinning.add(AiMessage.from("Understood."));
        pinning.add(picture);
        pinning.add(
                model.chat(ChatRequest.builder().messages(pinning.messages()).build())
                        .aiMessage());
        pinning.add(picture);

        assertThat(asked).endsWith(rule, AiMessage.from("Understood."), picture);
        assertThat(pinning.conversation().transcript())
                .extracting(Message::pinned)
                .containsExactly(true, false, false, false, false);
        assertThat(output.getOut())
                .containsOnlyOnce("The rule for pins has thrown")
                .doesNotContain("1984");
    }
}
