package io.github.sessioncompression.langchain4j.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.command.Notices;
import io.github.sessioncompression.langchain4j.CommandedService;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands before services over interfaces of another package than the library's, public or not. */
class CommandedInterfacesTest {
    /** Order, as a model writes it. */
    record Order(int number, String crop) {}

    interface Assistant {
        String chat(@MemoryId String id, @UserMessage String text);

        @UserMessage("Answer politely: {{question}}")
        String ask(@MemoryId String id, @V("question") String question);

        Order order(@MemoryId String id, @UserMessage String text);

        Result<Order> orderResult(@MemoryId String id, @UserMessage String text);

        List<String> lines(@MemoryId String id, @UserMessage String text);
    }

    /** Public, with a method of its own. */
    public interface Twice {
        String chat(String text);

        default String twice(String text) {
            return chat(text) + "|" + chat(text);
        }
    }

    interface Later {
        CompletableFuture<String> chat(String text);

        TokenStream stream(String text);
    }

    private final List<ChatRequest> sent = new ArrayList<>();
    private final ChatModel model = new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            sent.add(request);
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("{\"number\": 1001, \"crop\": \"lupins\"}"))
                    .build();
        }
    };
    private final CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .build();

    @AfterEach
    void close() {
        memories.close();
    }

    private <T> T commanded(Class<T> type, T service) {
        return CommandedService.of(type, service, memories::conversation, ChatCommands.of(Notices.of(Locale.ENGLISH)));
    }

    private <T> T service(Class<T> type) {
        return AiServices.builder(type)
                .chatModel(memories.guard(model))
                .chatMemoryProvider(memories)
                .build();
    }

    private Assistant assistant() {
        return commanded(Assistant.class, service(Assistant.class));
    }

    @Test
    void passesCallsToServiceOfHiddenInterface() {
        Assistant assistant = assistant();

        assertThat(assistant.chat("ada", "Which crop?")).contains("lupins");
        assertThat(assistant.ask("ada", "Which crop?")).contains("lupins");
        assertThat(assistant.order("ada", "Which?")).isEqualTo(new Order(1001, "lupins"));
        assertThat(assistant.orderResult("ada", "Which?").content()).isEqualTo(new Order(1001, "lupins"));
        assertThat(sent).hasSize(4);
    }

    @Test
    void answersCommandsWhateverTextIsAsked() {
        Assistant assistant = assistant();
        assistant.chat("ada", "Hello.");

        assertThat(assistant.chat("ada", "/status")).contains("session 1");
        assertThat(assistant.ask("ada", "/status")).contains("session 1");
        assertThat(assistant.lines("ada", "/help"))
                .isNotEmpty()
                .first()
                .asString()
                .startsWith("/status");
        assertThat(sent).hasSize(1);
    }

    @Test
    void givesNoTextToMethodsOfOtherTypes() {
        Assistant assistant = assistant();

        assertThat(assistant.orderResult("ada", "/status").content()).isEqualTo(new Order(1001, "lupins"));
    }

    @Test
    void answersCommandsThroughDefaultMethods() {
        Twice twice = commanded(Twice.class, service(Twice.class));

        assertThat(twice.twice("/help")).contains("|/status");
        assertThat(sent).isEmpty();
    }

    @Test
    void isEqualToItself() {
        Assistant one = assistant();
        Assistant other = assistant();

        assertThat(one).isNotEqualTo(other);
        assertThat(new HashSet<>(List.of(one, other))).hasSize(2).contains(one, other);
        assertThat(one.toString()).startsWith("Commanded[");
        assertThat(sent).isEmpty();
    }

    /** A service that is no AI service. */
    private static final class Failing implements Later {
        @Override
        public CompletableFuture<String> chat(String text) {
            throw new IllegalStateException("asked");
        }

        @Override
        public TokenStream stream(String text) {
            throw new IllegalStateException("asked");
        }
    }

    @Test
    void passesOnExceptionsOfHiddenClass() {
        Later later = commanded(Later.class, new Failing());

        assertThat(later.chat("/help").join()).startsWith("/status");
        assertThatThrownBy(() -> later.chat("Hello."))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("asked");
    }

    @Test
    void callsEveryCallbackOfStream() {
        TokenStream stream = commanded(Later.class, new Failing()).stream("/help");
        List<String> called = new ArrayList<>();

        stream.onPartialResponseWithContext((piece, context) -> {
                    context.streamingHandle().cancel();
                    called.add(piece.text());
                })
                .onPartialThinking(thinking -> called.add("thinking"))
                .onToolExecuted(execution -> called.add("tool"))
                .onCompleteResponse(response -> {
                    assertThat(response.tokenUsage().totalTokenCount()).isZero();
                    throw new IllegalStateException("of the application's");
                })
                .onError(error -> called.add(error.getMessage()))
                .start();

        assertThat(called).hasSize(2).last().isEqualTo("of the application's");
        assertThat(called.get(0)).startsWith("/status");
        assertThat(Set.of(stream)).contains(stream);
    }
}
