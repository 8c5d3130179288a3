package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.converter.BeanOutputConverter;
import org.springframework.core.io.ClassPathResource;

/** Rows in which Spring AI 1.1 differs from 2.0. */
class SpringAi1Test {
    private static final ChatModel MODEL =
            prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage("Yes."))));

    private record Named(String name, List<String> seen) implements BaseAdvisor {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public int getOrder() {
            return 0;
        }

        @Override
        public ChatClientRequest before(ChatClientRequest request, AdvisorChain chain) {
            seen.add(name);
            return request;
        }

        @Override
        public ChatClientResponse after(ChatClientResponse response, AdvisorChain chain) {
            return response;
        }
    }

    @Row(34)
    void runsAdvisorsOfOneOrderBackwards() {
        List<String> seen = new ArrayList<>();

        ChatClient.builder(MODEL)
                .defaultAdvisors(new Named("A", seen), new Named("B", seen), new Named("C", seen))
                .build()
                .prompt("Hello")
                .call()
                .content();

        assertThat(seen).containsExactly("C", "B", "A");
    }

    /** A value to read. */
    record Place(String name) {}

    @Row(35)
    void ignoresTextBehindJson() {
        assertThat(new BeanOutputConverter<>(Place.class).convert("{\"name\":\"Rome\"} Anything else?"))
                .isEqualTo(new Place("Rome"));
    }

    @Row(37)
    void makesTheTableWithoutSequence() throws IOException {
        for (String database : List.of("h2", "postgresql", "mariadb")) {
            String script = new ClassPathResource(
                            "org/springframework/ai/chat/memory/repository/jdbc/schema-" + database + ".sql")
                    .getContentAsString(StandardCharsets.UTF_8);

            assertThat(script.toLowerCase(Locale.ROOT))
                    .as(database)
                    .contains("spring_ai_chat_memory")
                    .doesNotContain("sequence_id");
        }
    }
}
