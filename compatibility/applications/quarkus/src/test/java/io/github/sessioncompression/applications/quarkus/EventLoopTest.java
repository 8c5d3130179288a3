package io.github.sessioncompression.applications.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Services that are called on the event loop, or answer there, over a store that blocks. */
@QuarkusTest
@QuarkusTestResource(Provider.class)
class EventLoopTest {
    @Inject
    Vertx vertx;

    @Inject
    StreamingAssistant streaming;

    @Inject
    TokenStreamAssistant byCallbacks;

    @Inject
    Assistant assistant;

    @Inject
    NamedAssistant named;

    @Inject
    CompressingChatMemoryProvider chats;

    @Inject
    SessionCompressor compressor;

    @Inject
    WatchedStore store;

    StrictOpenAiServer server;

    /** For the test that starts another application in this process. */
    @AfterAll
    static void leave() {
        FormerApplication.is(Thread.currentThread().getContextClassLoader());
    }

    private List<String> kept(String id) {
        return compressor.conversation(id).transcript().stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .map(Message::text)
                .toList();
    }

    @Test
    void streamsFromTheEventLoopWithoutBlockingIt() throws Exception {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        vertx.getOrCreateContext().runOnContext(go -> streaming
                .chat("loop", "When does order 7 arrive?")
                .collect()
                .asList()
                .subscribe()
                .with(answer::complete, answer::completeExceptionally));

        assertThat(String.join("", answer.get(30, TimeUnit.SECONDS))).isEqualTo(Provider.ANSWER);
        assertThat(kept("loop"))
                .containsExactly(
                        "When does order 7 arrive?", "", "\"Order 7 arrives in week 8.\"", Provider.ANSWER);
        assertThat(store.calls()).isNotEmpty();
        assertThat(store.forbidden()).isEmpty();
    }

    @Test
    void storesWhatIsAddedOnTheEventLoopElsewhere() throws Exception {
        CompletableFuture<ChatResponse> answer = new CompletableFuture<>();
        byCallbacks
                .chat("callbacks", "Is there soil?")
                .onPartialResponse(piece -> {})
                .onCompleteResponse(answer::complete)
                .onError(answer::completeExceptionally)
                .start();

        assertThat(answer.get(30, TimeUnit.SECONDS).aiMessage().text()).isEqualTo(Provider.ANSWER);
        assertThat(assistant.chat("callbacks", "And peat?")).isEqualTo(Provider.ANSWER);
        assertThat(kept("callbacks"))
                .containsExactly("Is there soil?", Provider.ANSWER, "And peat?", Provider.ANSWER);
        assertThat(store.forbidden()).isEmpty();
    }

    @Test
    void compressesForAModelWithoutAGuard() throws Exception {
        named.chat("named", "When does order 7 arrive? " + "I need the soil for the greenhouse. ".repeat(40));
        named.chat("named", "And order 8?");
        String explained = server.lastSent().system();
        chats.conversation("named").compress(Focus.none());
        named.chat("named", "Is there soil?");

        assertThat(explained).startsWith(Assistant.SYSTEM + "\n").isEqualTo(server.lastSent().system());
        assertThat(server.lastSent().messages().get(0).text()).contains("<session_state");
        assertThat(server.refusals()).isEmpty();
        assertThat(chats.conversation("named").status().stats().chatUsage().calls()).isEqualTo(5);
    }

    @Test
    void guardsTheDefaultModel() throws Exception {
        assertThat(assistant.chat("guard", "When does order 7 arrive?")).isEqualTo(Provider.ANSWER);
        assertThat(assistant.chat("guard", "And another?")).isEqualTo(Provider.ANSWER);

        assertThat(chats.conversation("guard").status().stats().chatUsage().calls()).isEqualTo(3);
        assertThat(server.refusals()).isEmpty();
        // Begins a thread of the library's for the next test, which looks for what is left of this application.
        chats.conversation("guard").compressAsync(Focus.none()).get(30, TimeUnit.SECONDS);
    }
}
