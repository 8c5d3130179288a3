package io.github.sessioncompression.langchain4j.guide.boot;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class GardenShopApplication {
    @AiService
    interface Assistant {
        String chat(@MemoryId String customer, @UserMessage String question);
    }

    public static void main(String[] args) {
        Assistant assistant =
                SpringApplication.run(GardenShopApplication.class, args).getBean(Assistant.class);
        System.out.println(assistant.chat("user-42", "When does order 1003 arrive?"));
        System.out.println(assistant.chat("user-42", "Can it come a day later?"));
    }
}
