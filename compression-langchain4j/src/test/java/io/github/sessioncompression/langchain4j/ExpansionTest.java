package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.ExpansionOptions.Trigger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Expansions appear in the requests LangChain4j sends and in no stored chat. */
@Tag("once")
class ExpansionTest {
    private static final String QUESTION = "What did I ask about train 1003?";

    interface Assistant {
        String chat(@MemoryId Object id, @dev.langchain4j.service.UserMessage String question);
    }

    private final StrictModel model = new StrictModel();
    private final CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
            .compressor(immediate(SMALL.withState(SMALL.state().withMaxTokens(100))
                    .withExpansion(ExpansionOptions.defaults().withTrigger(Trigger.WORDS))))
            .build();

    private Assistant assistant(ChatModel through) {
        return AiServices.builder(Assistant.class)
                .chatModel(through)
                .chatMemoryProvider(memories)
                .build();
    }

    /** A chat that has room until its next compression. */
    private void talk() {
        Chats.talk(memories.get("ann"), 0, 30);
        memories.conversation("ann").compress();
    }

    private static boolean quotes(ChatMessage message) {
        return message instanceof UserMessage user
                && user.singleText().startsWith("<conversation_history ")
                && user.singleText().contains("1003");
    }

    @Test
    void nextGuardedRequestExtendsExpansion() {
        talk();
        Assistant assistant = assistant(memories.guard(model.plain()));
        model.next(AiMessage.from("When it leaves."), AiMessage.from("Gladly."));

        assistant.chat("ann", QUESTION);
        List<ChatMessage> asked = model.lastRequest();
        assistant.chat("ann", "Thanks.");
        List<ChatMessage> thanked = model.lastRequest();

        assertThat(asked).endsWith(UserMessage.from(QUESTION)).anyMatch(ExpansionTest::quotes);
        assertThat(thanked.subList(0, asked.size())).isEqualTo(asked);
    }

    @Test
    void withoutTheGuardEachRequestExtendsTheOneBeforeToo() {
        talk();
        Assistant assistant = assistant(model.plain());
        model.next(AiMessage.from("When it leaves."), AiMessage.from("Gladly."));

        assistant.chat("ann", QUESTION);
        List<ChatMessage> asked = model.lastRequest();
        assistant.chat("ann", "Thanks.");

        assertThat(model.lastRequest().subList(0, asked.size())).isEqualTo(asked);
    }

    @Test
    void settingListAgainKeepsTranscript() {
        ChatMemory memory = memories.get("ann");
        talk();
        memory.add(UserMessage.from(QUESTION));
        List<ChatMessage> shown = new ArrayList<>(memory.messages());
        assertThat(shown).anyMatch(ExpansionTest::quotes);
        int said = memories.conversation("ann").transcript().size();

        memory.set(shown);
        assertThat(memory.messages()).isEqualTo(shown);
        assertThat(memories.conversation("ann").transcript()).hasSize(said);

        shown.add(AiMessage.from("When it leaves."));
        memory.set(shown);
        assertThat(memory.messages()).isEqualTo(shown);
        assertThat(memories.conversation("ann").transcript()).hasSize(said + 1);
    }
}
