package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/** Chats that an application edits by clearing the memory and adding what it wants to keep. */
@Tag("once")
class ReturnedStatesTest {
    private static final String ID = SpringChat.ID;

    private final CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(2_000));

    @BeforeEach
    void compress() {
        SpringChat.addTurns(memory, 30);
        assertThat(memory.get(ID).get(0).getText()).matches(StateEnvelope::holds);
    }

    private static boolean hasState(CompressingChatMemory memory) {
        return memory.compressor().conversation(ID).status().state().isPresent();
    }

    @Test
    void keepsStateOfChatWithoutItsLastAnswer() {
        List<Message> kept = new ArrayList<>(memory.get(ID));
        kept.remove(kept.size() - 1);

        memory.clear(ID);
        assertThat(memory.get(ID)).isEmpty();
        assertThat(hasState(memory)).isFalse();
        memory.add(ID, kept);
        memory.add(ID, new AssistantMessage("Another answer."));

        kept.add(new AssistantMessage("Another answer."));
        assertThat(memory.get(ID)).isEqualTo(kept);
        assertThat(hasState(memory)).isTrue();
    }

    @Test
    void takesNoStateFromText() {
        Message state = memory.get(ID).get(0);

        memory.clear(ID);
        memory.add(ID, List.of(new UserMessage(state.getText()), new AssistantMessage("Understood.")));

        assertThat(hasState(memory)).isFalse();
        assertThat(memory.get(ID).get(0).getText()).isEqualTo(StateEnvelope.quoted(state.getText()));
    }

    @Test
    void takesNoStateOfAnotherChat() {
        List<Message> others = List.copyOf(memory.get(ID));

        memory.add("other", others);

        assertThat(memory.compressor().conversation("other").status().state()).isEmpty();
    }

    @Test
    void addsListToChatThatIsNotEmpty() {
        List<Message> before = List.copyOf(memory.get(ID));
        int stored = memory.compressor().conversation(ID).transcript().size();

        memory.add(ID, before);

        assertThat(memory.compressor().conversation(ID).transcript()).hasSize(stored + before.size());
    }
}
