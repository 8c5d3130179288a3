package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** The tool loop and the advisors of Spring AI. */
class SpringLoopTest {
    private record Tool(String name, boolean direct) implements ToolCallback {
        @Override
        public ToolDefinition getToolDefinition() {
            return ToolDefinition.builder()
                    .name(name)
                    .description("Books.")
                    .inputSchema("{\"type\":\"object\",\"properties\":{}}")
                    .build();
        }

        @Override
        public ToolMetadata getToolMetadata() {
            return ToolMetadata.builder().returnDirect(direct).build();
        }

        @Override
        public String call(String input) {
            return "Booked.";
        }
    }

    private static ChatClient client(boolean direct, Advisor... advisors) {
        return ChatClient.builder(SpringOpenAiTest.client())
                .defaultAdvisors(advisors)
                .defaultTools(new Tool("book", direct))
                .build();
    }

    @Row(31)
    void leadsSecondRoundByEmptySystemMessage() {
        Provider.answers(Provider.openAiCall("c1", "book"), SpringOpenAiTest.YES);

        client(
                        false,
                        ToolCallingAdvisor.builder()
                                .conversationHistoryEnabled(false)
                                .build())
                .prompt("Book.")
                .call()
                .content();

        JsonNode first = Provider.lastSent().at("/messages/0");
        assertThat(first.get("role").asText()).isEqualTo("system");
        assertThat(first.get("content").asText()).isEmpty();
    }

    @Row(32)
    void asksNoModelAfterDirectResults() {
        Provider.answers(Provider.openAiCall("c1", "book"), SpringOpenAiTest.YES);

        assertThat(client(true).prompt("Book.").call().content()).isEqualTo("Booked.");
        assertThat(Provider.sent()).hasSize(1);
    }

    @Row(33)
    void endsTheLoopAtTheLimitOfCalls() {
        Provider.answers(Provider.openAiCall("c1", "book"), Provider.openAiCall("c2", "book"), SpringOpenAiTest.YES);
        Advisor limited = ToolCallingAdvisor.builder()
                .toolCallingManager(
                        DefaultToolCallingManager.builder().maxCallsPerTool(1).build())
                .build();

        ChatResponse response = Objects.requireNonNull(
                client(false, limited).prompt("Book.").call().chatResponse());

        assertThat(Objects.requireNonNull(response.getResult()).getMetadata().getFinishReason())
                .isEqualTo("toolCallLimitExceeded");
        assertThat(Provider.sent()).hasSize(2);
    }

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
    void ordersAdvisorsOfOneOrderByOptions() {
        List<String> seen = new ArrayList<>();
        Provider.answers(SpringOpenAiTest.YES);

        ChatClient.builder(SpringOpenAiTest.client())
                .defaultAdvisors(new Named("A", seen), new Named("B", seen), new Named("C", seen))
                .build()
                .prompt("Hello")
                .call()
                .content();

        assertThat(seen).containsExactly("A", "B", "C");
    }
}
