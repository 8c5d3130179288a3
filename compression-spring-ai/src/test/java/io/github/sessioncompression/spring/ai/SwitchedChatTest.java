package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.core.Ordered;

/** A chat that is switched off and on while compressions are running: what they put in is explained to the model. */
@Tag("once")
@Tag("landing")
class SwitchedChatTest {
    private static final int POINTS = 4;
    private static final int CHATS = FuzzCases.fuzzing(12, 80);
    private static final String BLOCK = StateOptions.defaults().appendAwareness("");

    private final Queue<Runnable> running = new ArrayDeque<>();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(3_000))
            .executor(running::add)
            .build();
    private final CompressingChatMemory memory =
            CompressingChatMemory.builder().compressor(compressor).build();
    private final List<Prompt> sent = new ArrayList<>();

    @AfterEach
    void close() {
        compressor.close();
    }

    /** Does something once a request has got so far. */
    private record Point(int order, Runnable does) implements CallAdvisor {
        @Override
        public String getName() {
            return "Point " + order;
        }

        @Override
        public int getOrder() {
            return order;
        }

        @Override
        public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
            does.run();
            return chain.nextCall(request);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stateNeverStandsWithoutItsExplanation(boolean systemPrompt) {
        int states = 0;
        for (int chat = 0; chat < CHATS; chat++) {
            states += talk(chat, systemPrompt);
        }
        assertThat(states).isPositive();
        assertThat(sent).allSatisfy(SwitchedChatTest::isExplained);
    }

    /** A chat that is off for some turns; compressions land at one point of each turn. Returns the number of requests with a state. */
    private int talk(int chat, boolean systemPrompt) {
        String id = "chat-" + chat;
        int off = 1 + chat % 20;
        int on = off + 1 + chat * 7 % 45;
        int lands = chat % POINTS;
        int from = sent.size();
        for (int turn = 0; turn < on + 12; turn++) {
            int now = turn;
            land(lands == 0);
            if (turn == off || turn == on) {
                enable(id, turn == on && chat % 3 > 0);
            }
            land(lands == 1);
            Point read = new Point(SessionStateAdvisor.MODEL_CALL_ORDER - 1, () -> {
                if (now == on) {
                    enable(id, true);
                }
                land(lands == 2);
            });
            Point made = new Point(Ordered.LOWEST_PRECEDENCE - 500, () -> land(lands == 3));
            ChatClient.Builder client = ChatClient.builder((ChatModel) this::answer)
                    .defaultAdvisors(
                            MessageChatMemoryAdvisor.builder(memory).build(),
                            SessionStateAdvisor.builder(memory).build(),
                            read,
                            made);
            (systemPrompt ? client.defaultSystem("You help.") : client)
                    .build()
                    .prompt()
                    .user("Bed " + turn + " holds rose " + turn * 7 + "." + " The neighbour talks.".repeat(12))
                    .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id))
                    .call()
                    .content();
        }
        return (int) sent.subList(from, sent.size()).stream()
                .filter(SwitchedChatTest::hasState)
                .count();
    }

    private ChatResponse answer(Prompt prompt) {
        sent.add(prompt);
        return new ChatResponse(List.of(new Generation(new AssistantMessage("Noted. " + "I see. ".repeat(30)))));
    }

    private void enable(String id, boolean on) {
        compressor.conversation(id).enabled(on);
    }

    private void land(boolean now) {
        while (now && !running.isEmpty()) {
            running.remove().run();
        }
    }

    private static boolean hasState(Prompt prompt) {
        return prompt.getInstructions().stream()
                .anyMatch(message -> message instanceof UserMessage && StateEnvelope.holds(message.getText()));
    }

    private static void isExplained(Prompt prompt) {
        if (hasState(prompt)) {
            Message first = prompt.getInstructions().get(0);
            assertThat(first).isInstanceOf(SystemMessage.class);
            assertThat(first.getText()).endsWith(BLOCK);
        }
    }
}
