package io.github.sessioncompression.langchain4j.guide.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.spring.LangChain4jAutoConfig;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.boot.LangChain4jCompressionAutoConfiguration;
import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The services of the guide keep the chats of one user apart. */
class DeskTest {
    @Test
    void keepsChatsOfOneUserApart() {
        List<ChatRequest> sent = new ArrayList<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SessionCompressionAutoConfiguration.class,
                        LangChain4jCompressionAutoConfiguration.class,
                        LangChain4jAutoConfig.class))
                .withUserConfiguration(Desk.class)
                .withPropertyValues("session-compression.context-window=8000")
                .withBean("chatModel", ChatModel.class, () -> new ChatModel() {
                    @Override
                    public ChatResponse doChat(ChatRequest request) {
                        sent.add(request);
                        return ChatResponse.builder()
                                .aiMessage(AiMessage.from("Well."))
                                .build();
                    }
                })
                .run(context -> {
                    context.getBean(Desk.Therapist.class).chat("user-42", "I am afraid of my boss.");
                    context.getBean(Desk.Support.class).chat("user-42", "My printer is broken.");
                    SessionCompressor compressor = context.getBean(SessionCompressor.class);
                    assertThat(compressor.conversation("support:user-42").transcript())
                            .hasSize(2);
                });
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).messages().toString()).doesNotContain("boss").contains("printer", "Compressed memory");
    }
}
