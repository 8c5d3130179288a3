package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.SimpleLoggerAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.core.Ordered;

@Tag("once")
class DiagnosisTest {
    private final CompressingChatMemory memory = CompressingChatMemory.builder()
            .policy(CompressionPolicy.forWindow(10_000))
            .build();
    private final SessionStateAdvisor own = SessionStateAdvisor.builder(memory).build();
    private final Advisor atDefaultOrder = MessageChatMemoryAdvisor.builder(memory)
            .order(Ordered.HIGHEST_PRECEDENCE + 200)
            .build();

    @Test
    void findsNothingWrongWithTheDefaults() {
        assertThat(Diagnosis.of(List.of(own, atDefaultOrder, new SimpleLoggerAdvisor()), own))
                .isEmpty();
        assertThat(Diagnosis.of(List.of(own, atDefaultOrder, SpringChat.toolAdvisor()), own))
                .isEmpty();
    }

    @Test
    void acceptsMemoryInLoopWithoutOwnHistory() {
        Advisor loop = SpringChat.toolAdvisorWithoutHistory();

        assertThat(Diagnosis.of(List.of(own, loop, SpringChat.nested(memory)), own))
                .isEmpty();
    }

    @Test
    void reportsMemoryInLoopWithOwnHistory() {
        assertThat(Diagnosis.of(List.of(own, SpringChat.toolAdvisor(), SpringChat.nested(memory)), own))
                .singleElement()
                .asString()
                .contains("inside the tool loop", "internal conversation history");
    }

    @Test
    void namesItsOwnWrongPlace() {
        SessionStateAdvisor inside = SessionStateAdvisor.builder(memory)
                .order(Ordered.HIGHEST_PRECEDENCE + 500)
                .build();

        assertThat(Diagnosis.of(List.of(atDefaultOrder, SpringChat.toolAdvisor(), inside), inside))
                .singleElement()
                .asString()
                .startsWith("SessionStateAdvisor is inside the tool loop");
    }

    @Test
    void namesAMissingMemoryAndOneTooMany() {
        assertThat(Diagnosis.of(List.of(own), own)).singleElement().asString().contains("no chat memory advisor");
        assertThat(Diagnosis.of(List.of(own, atDefaultOrder, atDefaultOrder), own))
                .singleElement()
                .asString()
                .contains("2 chat memory advisors");
    }

    @Test
    void saysItOnceAtTheFirstCall() {
        try (OpenAiStub server = OpenAiStub.start();
                Warnings warnings = new Warnings()) {
            ChatClient client = SpringChat.client(server, memory, List.of(), own, SpringChat.nested(memory));
            SpringChat.call(client, SpringChat.ID, "Hello");
            SpringChat.call(client, SpringChat.ID, "Hello again");

            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("2 chat memory advisors"))
                    .hasSize(1);
        }
    }
}
