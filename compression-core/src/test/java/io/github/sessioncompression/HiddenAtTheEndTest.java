package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Chats that end with a result whose call is gone, which no view shows, while a turn goes on with a context that is not the one in
 * force any more: who hands that view back hands back the result, too.
 */
class HiddenAtTheEndTest {
    private static final Message ORPHAN = Message.toolResult("gone", "stock", "12 rakes are left in shed 7.");

    private final List<Runnable> background = new ArrayList<>();
    private SessionCompressor compressor = compressor(Execution.AUTO);

    private SessionCompressor compressor(Execution execution) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000).withExecution(execution))
                .executor(background::add)
                .build();
    }

    @AfterEach
    void close() {
        compressor.close();
    }

    /** A chat whose turn goes on with the context from before a compression. */
    private Conversation chat(Execution execution) {
        compressor.close();
        compressor = compressor(execution);
        Conversation chat = compressor.conversation("chat");
        for (int i = 0; background.isEmpty(); i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.append(Chats.question(90, 5));
        View before = chat.framework().steadyView();
        background.forEach(Runnable::run);
        assertThat(chat.status().boundary()).isPositive();
        chat.append(ORPHAN);
        assertThat(chat.framework().steadyView().messages()).isEqualTo(before.messages());
        return chat;
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ASYNC"})
    void settingViewKeepsHiddenMessages(Execution execution) {
        Conversation chat = chat(execution);
        List<Message> transcript = chat.transcript();

        chat.framework().set(chat.framework().steadyView().messages());

        assertThat(chat.transcript()).isEqualTo(transcript);
    }
}
