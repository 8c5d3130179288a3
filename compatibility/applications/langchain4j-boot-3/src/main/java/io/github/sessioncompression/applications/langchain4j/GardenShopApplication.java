package io.github.sessioncompression.applications.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import io.github.sessioncompression.SessionCompressor;
import java.util.Scanner;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Answers each line of the standard input, an empty one with whether a compression runs; then says what is kept of the chat. */
@SpringBootApplication
public class GardenShopApplication {
    private static final String CUSTOMER = "user-42";

    @AiService
    interface Assistant {
        @SystemMessage("You help the customers of a garden shop.")
        String chat(@MemoryId String customer, @UserMessage String question);
    }

    @Bean
    ChatModel chatModel(@Value("${openai.base-url}") String baseUrl) {
        return OpenAiChatModel.builder()
                .baseUrl(baseUrl)
                .apiKey("none")
                .modelName("gpt-4.1")
                .build();
    }

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(GardenShopApplication.class, args)) {
            Assistant assistant = context.getBean(Assistant.class);
            SessionCompressor compressor = context.getBean(SessionCompressor.class);
            Scanner questions = new Scanner(System.in);
            while (questions.hasNextLine()) {
                String question = questions.nextLine();
                if (question.isEmpty()) {
                    System.out.println(
                            "answer: " + compressor.conversation(CUSTOMER).status().compressing());
                    continue;
                }
                System.out.println("answer: " + assistant.chat(CUSTOMER, question));
            }
            compressor
                    .conversation(CUSTOMER)
                    .transcript()
                    .forEach(message -> System.out.println("kept: " + message.role() + " " + message.text()));
        }
    }
}
