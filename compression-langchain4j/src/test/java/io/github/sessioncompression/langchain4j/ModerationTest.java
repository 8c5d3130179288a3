package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.moderation.Moderation;
import dev.langchain4j.model.moderation.ModerationModel;
import dev.langchain4j.model.moderation.ModerationRequest;
import dev.langchain4j.model.moderation.ModerationResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Moderate;
import dev.langchain4j.service.ModerationException;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services with {@code @Moderate}, whose list of messages is moderated as a whole in each turn. */
class ModerationTest {
    private static final String FLAGGED = "I want to kill the plants in greenhouse 4711.";

    private final List<ModerationRequest> moderated = new CopyOnWriteArrayList<>();
    private final ModerationModel moderation = new ModerationModel() {
        @Override
        public ModerationResponse doModerate(ModerationRequest request) {
            moderated.add(request);
            boolean flagged = request.texts().stream().anyMatch(text -> text.contains("kill"));
            return ModerationResponse.builder()
                    .moderation(flagged ? Moderation.flagged("kill") : Moderation.notFlagged())
                    .build();
        }
    };

    interface Assistant {
        @Moderate
        String chat(String question);
    }

    @ParameterizedTest
    @CsvSource({"128000, true, true", "1500, true, true", "1500, true, false", "1500, false, true"})
    void flagsOnlyTheMessageItself(int window, boolean guarded, boolean systemPrompt) {
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .compressor(Chats.immediate(CompressionPolicy.forWindow(window)))
                .build();
        FakeChatModel model = new FakeChatModel(request -> FakeChatModel.answer("Noted, that is done.", null));
        AiServices<Assistant> service = AiServices.builder(Assistant.class)
                .chatModel(guarded ? memory.guard(model) : model)
                .chatMemory(memory)
                .moderationModel(memory.guard(moderation));
        Assistant assistant = (systemPrompt ? service.systemMessage("You help.") : service).build();

        List<Integer> flagged = new ArrayList<>();
        for (int turn = 0; turn < 40; turn++) {
            try {
                assistant.chat(turn == 6 || turn == 20 ? FLAGGED : "Question " + turn + ". " + "It rains. ".repeat(12));
            } catch (ModerationException e) {
                flagged.add(turn);
            }
        }

        assertThat(flagged).containsExactly(6, 20);
        assertThat(moderated).hasSize(40);
        assertThat(moderated.subList(1, 40))
                .allSatisfy(request -> assertThat(request.texts()).hasSize(1));
        assertThat(memory.conversation().status().stats().compressions() > 0).isEqualTo(window < 10_000);
    }

    @Test
    void moderatesListsOfNoChatWhole() {
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .build();
        List<ChatMessage> messages = List.of(UserMessage.from("Hello."), UserMessage.from(FLAGGED));

        assertThat(memory.guard(moderation).moderate(messages).content().flagged())
                .isTrue();
        assertThat(memory.guard(moderation).moderate("Hello.").content().flagged())
                .isFalse();
        assertThat(moderated.get(0).texts()).hasSize(2);
    }
}
