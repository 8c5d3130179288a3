package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.command.Notices;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands through AI services over a provider's real client. */
@Tag("once")
class CommandedServiceTest {
    interface Assistant {
        String chat(@MemoryId String id, @UserMessage String text);

        Result<String> result(@MemoryId String id, @UserMessage String text);

        List<String> lines(@MemoryId String id, @UserMessage String text);
    }

    interface Single {
        TokenStream answer(String text);
    }

    private final ProviderStub stub = OpenAiStub.start();
    private final ChatModel model = OpenAiClient.of(stub).build();
    private final CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .build();
    private final ChatCommands commands = ChatCommands.of(Notices.of(Locale.ENGLISH));
    private final Assistant assistant = CommandedService.of(
            Assistant.class,
            AiServices.builder(Assistant.class)
                    .chatModel(memories.guard(model))
                    .chatMemoryProvider(memories)
                    .systemMessage("You help the customers of a garden shop.")
                    .build(),
            memories::conversation,
            commands);

    @AfterEach
    void close() {
        memories.close();
        stub.close();
    }

    @Test
    void commandsAskNoModelAndAreNotStored() {
        assistant.chat("ada", "My locker code is 4711.");

        assertThat(assistant.chat("ada", "/status")).contains("session 1: My locker code is 4711.");
        assertThat(assistant.result("ada", "/abort").content()).isEqualTo("No compression is running.");

        assertThat(stub.sent()).hasSize(1);
        assertThat(memories.conversation("ada").transcript()).hasSize(3);
    }

    @Test
    void newSessionIsShownTheFormerOneUnderTheSamePrompt() {
        assistant.chat("ada", "My locker code is 4711.");
        String system = stub.lastSent().system();

        assertThat(assistant.chat("ada", "/new")).isEqualTo("Session 2 has begun. Session 1 is kept.");

        assistant.chat("ada", "What is my code?");
        assertThat(stub.lastSent().system()).isEqualTo(system);
        assertThat(stub.lastSent().allText()).contains("4711", "What is my code?");
        assertThat(assistant.chat("ada", "/resume 1")).startsWith("Session 1 goes on");
        assistant.chat("ada", "And now?");
        assertThat(stub.lastSent().allText())
                .contains("My locker code is 4711.")
                .doesNotContain("What is my code?");
    }

    @Test
    void streamGivesReplyAsOnePiece() {
        Single single = CommandedService.of(
                Single.class,
                text -> {
                    throw new IllegalStateException("asked");
                },
                memories::conversation,
                commands);
        List<String> pieces = new ArrayList<>();

        single.answer("/help")
                .onPartialResponse(pieces::add)
                .onCompleteResponse(response -> pieces.add(response.aiMessage().text()))
                .onError(error -> pieces.add("error"))
                .start();

        assertThat(pieces).hasSize(2).allMatch(text -> text.startsWith("/status, /new"));
        assertThatThrownBy(() -> single.answer("Hello."))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("asked");
    }
}
