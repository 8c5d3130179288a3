package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The attributes of system messages that LangChain4j 1.23 has added. */
class SystemAttributesTest {
    private static final Map<String, Object> ATTRIBUTES = Map.of("cache_control", "ephemeral", "version", "7");
    private static final SystemMessage PROMPT = SystemMessage.builder()
            .text("You help in a garden.")
            .attributes(ATTRIBUTES)
            .build();

    @Test
    void stayWithTheAwarenessBlock() {
        CompressingChatMemory memory = memory(new InMemoryChatMemoryStore());
        memory.add(PROMPT);
        memory.add(UserMessage.from("Hello."));
        List<ChatMessage> messages = memory.messages();
        SystemMessage sent = (SystemMessage) messages.get(0);
        assertThat(sent.text()).isEqualTo(StateOptions.defaults().appendAwareness(PROMPT.text()));
        assertThat(sent.attributes()).isEqualTo(ATTRIBUTES);
        memory.set(messages);
        assertThat(memory.messages()).isEqualTo(messages);
    }

    @Test
    void stayThroughCompressionsAndRestarts() {
        InMemoryChatMemoryStore store = new InMemoryChatMemoryStore();
        CompressingChatMemory memory = memory(store);
        memory.add(PROMPT);
        for (int turn = 0; turn < 30; turn++) {
            memory.add(UserMessage.from("Bed " + turn + " holds rose " + turn * 7 + ". ".repeat(40)));
            memory.add(AiMessage.from("Noted: rose " + turn * 7 + " in bed " + turn + "."));
        }
        memory.conversation().compress();
        for (CompressingChatMemory each : List.of(memory, memory(store))) {
            assertThat(each.conversation().status().messages()).isEqualTo(61);
            assertThat(((SystemMessage) each.messages().get(0)).attributes()).isEqualTo(ATTRIBUTES);
        }
        assertThat(store.getMessages("default").get(0)).isEqualTo(PROMPT);
    }

    @Test
    void areKeptByTheCodec() {
        MessageCodec codec = ChatMessageSources.codec();
        Message written = Message.system(PROMPT.text()).withSource(PROMPT);
        assertThat(codec.read(codec.write(written)).source()).isEqualTo(PROMPT);
        Message plain = Message.system(PROMPT.text()).withSource(SystemMessage.from(PROMPT.text()));
        assertThat(codec.write(plain)).doesNotContain("langchain4j");
    }

    private static CompressingChatMemory memory(InMemoryChatMemoryStore store) {
        return CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .chatMemoryStore(store)
                .build();
    }
}
