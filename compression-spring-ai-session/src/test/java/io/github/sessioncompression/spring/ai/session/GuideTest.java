package io.github.sessioncompression.spring.ai.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.RequestGuardAdvisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.session.CreateSessionRequest;
import org.springframework.ai.session.DefaultSessionService;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.InMemorySessionRepository;
import org.springframework.ai.session.advisor.SessionMemoryAdvisor;

/** The code of the guide compiles and works. */
class GuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "spring-ai-session.md");
    private static final Path THIS =
            Path.of("src/test/java", GuideTest.class.getName().replace('.', '/') + ".java");

    @Test
    void theAdvisorKeepsTheSession() {
        ChatModel chatModel = prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage("Good day."))));
        DefaultSessionService sessionService = DefaultSessionService.builder()
                .sessionRepository(InMemorySessionRepository.builder().build())
                .build();
        sessionService.create(
                CreateSessionRequest.builder().id("s").userId("anna").build());
        CompressionPolicy policy = CompressionPolicy.forWindow(128_000);

        SessionStateCompactionStrategy strategy = SessionStateCompactionStrategy.builder()
                .policy(policy)
                .compressionModel(chatModel) // optional; without one the extract compiler writes the state
                .build();

        SessionMemoryAdvisor advisor = SessionMemoryAdvisor.builder(sessionService)
                .compactionTrigger(SessionStateTrigger.of(policy))
                .compactionStrategy(strategy)
                .build();

        ChatClient client = ChatClient.builder(chatModel)
                .defaultAdvisors(advisor, RequestGuardAdvisor.of(policy))
                .build();

        String answer = client.prompt()
                .system(policy.state().appendAwareness("You sell things."))
                .user("Hello")
                .advisors(call -> call.param(SessionMemoryAdvisor.SESSION_ID_CONTEXT_KEY, "s"))
                .call()
                .content();
        assertThat(answer).isEqualTo("Good day.");
        assertThat(sessionService.getEvents("s", EventFilter.active())).hasSize(2);
        strategy.close();
    }

    @Test
    void theBlocksOfTheGuideStandHere() throws IOException {
        String guide = Files.readString(GUIDE);
        String here = plain(Files.readString(THIS));

        List<String> blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(guide)
                .results()
                .map(block -> plain(block.group(1)))
                .toList();

        assertThat(blocks).hasSize(2).allSatisfy(block -> assertThat(here).contains(block));
    }

    private static String plain(String code) {
        return code.replaceAll("//[^\n]*", "").replaceAll("\\s+", "");
    }
}
