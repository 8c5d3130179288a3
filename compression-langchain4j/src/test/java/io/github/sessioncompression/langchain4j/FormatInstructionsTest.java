package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LangChain4j's own instructions at the end of questions, where an AI service returns something other than a text. */
class FormatInstructionsTest {
    private final SessionCompressor compressor = Chats.immediate(CompressionPolicy.forWindow(3_000));
    private final CompressingChatMemory memory = Chats.memory(compressor);

    /** An answer. */
    record Bed(String plant, int row) {}

    /** Another. */
    enum Season {
        SPRING,
        AUTUMN
    }

    interface Gardener {
        Bed bed(String question);

        Season season(String question);

        List<String> plants(String question);

        int count(String question);
    }

    @AfterEach
    void close() {
        compressor.close();
    }

    @Test
    void makeNoRuleInTheState() {
        ChatModel model = new FakeChatModel(request -> {
            String question =
                    ((UserMessage) request.messages().get(request.messages().size() - 1)).singleText();
            String answer = question.contains("JSON")
                    ? "{\"plant\": \"rose\", \"row\": 3}"
                    : question.contains("enum") ? "SPRING" : question.contains("integer") ? "7" : "rose\ntulip";
            return FakeChatModel.answer(answer, null);
        });
        Gardener gardener = AiServices.builder(Gardener.class)
                .chatModel(memory.guard(model))
                .chatMemory(memory)
                .build();
        for (int turn = 0; turn < 20; turn++) {
            gardener.bed("Always water row " + turn + " before noon. Which plant stands in row " + turn + "?");
            gardener.season("When do I plant the tulips of row " + turn + "?");
            gardener.plants("Which plants stand beside the path of row " + turn + "?");
            gardener.count("How many plants does row " + turn + " hold?");
        }
        String shown = memory.messages().stream()
                .filter(Marks::isState)
                .map(message -> ((UserMessage) message).singleText())
                .findFirst()
                .orElseThrow();
        assertThat(shown).contains("Always water row").doesNotContain("You must", "(type: ", "strictly");
        assertThat(memory.conversation().transcript().toString()).contains("You must answer strictly");
    }
}
