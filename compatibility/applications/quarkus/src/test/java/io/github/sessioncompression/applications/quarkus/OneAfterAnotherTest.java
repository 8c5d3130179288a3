package io.github.sessioncompression.applications.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Focus;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A second application in the process of {@link EventLoopTest}'s: of the first nothing runs any more. */
@QuarkusTest
@QuarkusTestResource(Provider.class)
@TestProfile(OneAfterAnotherTest.Another.class)
class OneAfterAnotherTest {
    /** Other settings, so that Quarkus starts again; it runs such tests last. */
    public static class Another implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "session-compression.context-window", "64000", "session-compression.compression-model", "other");
        }
    }

    @Inject
    Assistant assistant;

    @Inject
    CompressingChatMemoryProvider chats;

    StrictOpenAiServer server;

    @Test
    void hasStatesWrittenByTheModelOfThatName() {
        assistant.chat("named", "When does order 7 arrive? " + "I need the soil for the greenhouse. ".repeat(40));
        assistant.chat("named", "And peat?");

        assertThat(chats.conversation("named").compress(Focus.none()).toString()).contains("MODEL");
        assertThat(server.sent()).anyMatch(request -> !Provider.isOfTheChat(request));
    }

    @Test
    void leavesNoThreadOfTheFormerApplication() {
        assertThat(assistant.chat("next", "When does order 7 arrive?")).isEqualTo(Provider.ANSWER);

        assertThat(FormerApplication.was(Thread.currentThread().getContextClassLoader()))
                .isFalse();
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("session-compression"))
                        .filter(thread -> FormerApplication.was(thread.getContextClassLoader())))
                .isEmpty();
    }
}
