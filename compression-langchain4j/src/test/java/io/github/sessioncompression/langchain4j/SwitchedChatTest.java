package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A chat that is switched off and on while compressions are running: what they put in is explained to the model. */
@Tag("once")
@Tag("landing")
class SwitchedChatTest {
    private static final int CHATS = 16;
    private static final int POINTS = 4;
    private static final String BLOCK = StateOptions.defaults().appendAwareness("");

    private final Queue<Runnable> running = new ArrayDeque<>();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(3_000))
            .executor(running::add)
            .build();
    private final List<ChatRequest> sent = new ArrayList<>();

    @AfterEach
    void close() {
        compressor.close();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void stateNeverStandsWithoutItsExplanation(boolean systemPrompt, boolean guarded) {
        int states = 0;
        for (int chat = 0; chat < CHATS; chat++) {
            states += talk(chat, systemPrompt, guarded);
        }
        assertThat(states).isPositive();
        assertThat(sent).allSatisfy(SwitchedChatTest::isExplained);
    }

    /** A chat that is off for some turns; compressions land at one point of each turn. Returns the number of requests with a state. */
    private int talk(int chat, boolean systemPrompt, boolean guarded) {
        CompressingChatMemory memory =
                CompressingChatMemory.builder().id(chat).compressor(compressor).build();
        ChatModel plain = new FakeChatModel(request -> {
            sent.add(request);
            return FakeChatModel.answer(Chats.answer(request.messages().size()).text(), null);
        });
        ChatModel model = guarded ? memory.guard(plain) : plain;
        if (systemPrompt) {
            memory.add(SystemMessage.from("You help."));
        }
        int off = 1 + chat % 5;
        int on = off + 20 + chat * 7 % 25;
        int lands = chat % POINTS;
        int from = sent.size();
        for (int turn = 0; turn < on + 2; turn++) {
            land(lands == 0);
            if (turn == off || turn == on) {
                memory.conversation().enabled(turn == on && chat % 3 > 0);
            }
            land(lands == 1);
            List<ChatMessage> request = memory.messages();
            if (turn == on) {
                memory.conversation().enabled(true);
            }
            land(lands == 2);
            UserMessage question = Chats.question(turn);
            memory.add(question);
            request.add(question);
            land(lands == 3);
            memory.add(
                    model.chat(ChatRequest.builder().messages(request).build()).aiMessage());
        }
        return (int) sent.subList(from, sent.size()).stream()
                .filter(SwitchedChatTest::hasState)
                .count();
    }

    private void land(boolean now) {
        while (now && !running.isEmpty()) {
            running.remove().run();
        }
    }

    private static boolean hasState(ChatRequest request) {
        return request.messages().stream()
                .anyMatch(message -> message instanceof UserMessage user && StateEnvelope.holds(user.singleText()));
    }

    private static void isExplained(ChatRequest request) {
        if (hasState(request)) {
            assertThat(request.messages().get(0)).isInstanceOf(SystemMessage.class);
            assertThat(((SystemMessage) request.messages().get(0)).text()).endsWith(BLOCK);
        }
    }
}
