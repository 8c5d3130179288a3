package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.Thinking;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers with thinking of a provider that refuses it behind another prefix than the one that it was made behind. */
class BoundThinkingTest {
    private static final String REFUSAL = "HTTP 400 messages.1.content.0: Invalid `signature` in `thinking` block.";

    private final SessionStore store = SessionStore.inMemory();
    private final List<SessionCompressor> compressors = new ArrayList<>();
    private SessionCompressor compressor = compressor(3_000);
    private Conversation chat = compressor.conversation("chat");
    private int number;

    @AfterEach
    void close() {
        compressors.forEach(SessionCompressor::close);
    }

    private SessionCompressor compressor(int window) {
        SessionCompressor made = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .store(store)
                .executor(Runnable::run)
                .build();
        compressors.add(made);
        return made;
    }

    private static String prefix(List<Message> before) {
        StringBuilder prefix = new StringBuilder();
        for (Message message : before) {
            prefix.append(message.role()).append(message.text()).append(message.toolCalls());
            prefix.append(message.source() instanceof Thinking thinking ? thinking.own() : "")
                    .append('\n');
        }
        return Integer.toHexString(prefix.toString().hashCode());
    }

    private static Message thought(Message answer, List<Message> sent) {
        return answer.withSource(new Thinking(prefix(sent), "plain"));
    }

    /** The first message whose thinking the provider refuses; -1 for none. */
    private static int refused(List<Message> sent) {
        for (int i = 0; i < sent.size(); i++) {
            if (sent.get(i).source() instanceof Thinking thinking
                    && !thinking.own().equals(prefix(sent.subList(0, i)))) {
                return i;
            }
        }
        return -1;
    }

    private List<Message> sent() {
        return chat.framework().steadyView().messages();
    }

    private void ask(int words) {
        chat.append(Chats.question(number++, words));
    }

    private void answer() {
        List<Message> sent = sent();
        assertThat(refused(sent)).as("refused of %s", sent).isEqualTo(-1);
        chat.append(thought(Chats.answer(number, 30), sent));
    }

    private void call(int words) {
        List<Message> sent = sent();
        assertThat(refused(sent)).as("refused of %s", sent).isEqualTo(-1);
        String id = "call" + number++;
        chat.append(thought(Message.assistant("", List.of(new ToolCall(id, "stock", "{}"))), sent));
        chat.append(Message.toolResult(id, "stock", "soil ".repeat(words) + id));
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            ask(30);
            answer();
        }
    }

    private long thinking(List<Message> messages) {
        return messages.stream().filter(Message::hasThinking).count();
    }

    @Test
    void thinkingOfEarlierTurnsLeavesViewAfterCompression() {
        turns(6);
        assertThat(thinking(sent())).isEqualTo(6);

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        assertThat(thinking(sent())).isZero();
        assertThat(thinking(chat.transcript())).isEqualTo(6);

        turns(2);
        assertThat(thinking(sent())).isEqualTo(2);
    }

    @Test
    void anotherProcessShowsSameThinking() {
        turns(6);
        chat.compress();
        turns(2);
        List<Message> shown = sent();

        Conversation there = compressor(3_000).conversation("chat");

        assertThat(there.framework().steadyView().messages()).isEqualTo(shown);
    }

    @Test
    void thinkingOfRunningTurnGoesWhenItEnds() {
        turns(5);
        ask(30);
        call(20);
        chat.compress();

        assertThat(thinking(chat.view().messages())).as("tool loop").isEqualTo(1);
        chat.append(Chats.answer(number, 30));
        ask(10);

        assertThat(thinking(chat.view().messages())).isZero();
    }

    @Test
    void boundThinkingIsDroppedWithinRunningTurnOnceKnown() {
        turns(5);
        ask(30);
        call(20);
        chat.compress();
        List<Message> sent = chat.view().messages();
        ModelCall call = chat.framework().call(new ModelCall.Request("m", sent, ModelCall.Tools.NONE, 0));
        assertThat(refused(call.messages())).isPositive();

        assertThat(call.refused(new ProviderFailure(400, REFUSAL))).isTrue();
        assertThat(thinking(call.messages())).isZero();
        assertThat(call.refused(new ProviderFailure(400, REFUSAL))).isFalse();
        assertThat(thinking(chat.view().messages())).isZero();

        chat = compressor.conversation("other");
        ask(30);
        call(20);
        chat.framework().call(new ModelCall.Request("m", chat.view().messages(), ModelCall.Tools.NONE, 0));
        call(400);
        call(400);
        chat.compress();
        assertThat(refused(chat.view().messages())).isEqualTo(-1);
    }

    @Test
    void otherFailuresChangeNothing() {
        turns(1);
        ask(10);
        ModelCall call = chat.framework().call(new ModelCall.Request("m", sent(), ModelCall.Tools.NONE, 0));

        assertThat(call.refused(new ProviderFailure(400, "temperature must be 1 with thinking")))
                .isFalse();
        assertThat(thinking(call.messages())).isEqualTo(1);
    }

    @Test
    void thinkingGoesWhenSystemPromptChanges() {
        chat.framework().onlyLatestSystem();
        chat.append(Message.system("Be brief."));
        turns(3);

        chat.append(Message.system("Be brief and polite."));
        assertThat(thinking(sent())).isZero();
        turns(2);
        assertThat(thinking(sent())).isEqualTo(2);
    }

    @Test
    void thinkingGoesBehindEditedMessage() {
        turns(4);
        List<Message> edited = new ArrayList<>(sent());
        edited.set(edited.size() - 4, Message.user("Another question."));
        chat.framework().set(edited);
        ask(10);

        assertThat(refused(sent())).isEqualTo(-1);
        assertThat(chat.transcript().stream().filter(Message::hasThinking)).hasSize(4);
        chat = compressor(3_000).conversation("chat");
        assertThat(refused(sent())).isEqualTo(-1);
        answer();
        ask(10);
        assertThat(thinking(sent())).isEqualTo(1);
    }

    @Test
    void thinkingStaysBeforeShortenedEnd() {
        turns(4);
        List<Message> shortened = sent();
        chat.framework().set(shortened.subList(0, shortened.size() - 2));
        ask(10);

        assertThat(thinking(sent())).isEqualTo(3);
    }

    @Test
    @Tag("landing")
    void noRequestHasThinkingBehindAnotherPrefix() {
        FuzzCases.BOUND_THINKING.run(seed -> new BoundThinkingTest().chats(new Random(seed)));
    }

    private void chats(Random random) {
        chat.framework().onlyLatestSystem();
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < 60; i++) {
            ask(10 + random.nextInt(40));
            for (int calls = random.nextInt(8) - 4; calls > 0; calls--) {
                call(10 + random.nextInt(30));
            }
            answer();
            switch (random.nextInt(12)) {
                case 0 -> chat.compress();
                case 1 -> chat.prune();
                case 2 -> {
                    List<Entry> entries = chat.entries();
                    chat.erase(entries.get(random.nextInt(entries.size())).sequence());
                }
                case 3 -> chat.enabled(false);
                case 4 -> chat.enabled(true);
                case 5 -> {
                    long version = chat.record().map(CompressionRecord::version).orElse(0L);
                    if (version > 1) {
                        chat.rollback(version - 1);
                    }
                }
                case 6 -> {
                    chat = compressor(3_000).conversation("chat");
                    chat.framework().onlyLatestSystem();
                }
                case 7 -> chat.append(Message.system(Chats.SYSTEM + number));
                case 8 -> {
                    List<Message> edited = new ArrayList<>(sent());
                    int at = edited.size() - 1 - random.nextInt(Math.min(8, edited.size()));
                    if (edited.get(at).role() == Role.USER && chat.transcript().contains(edited.get(at))) {
                        edited.set(at, Message.user("Edited " + number));
                    }
                    chat.framework().set(edited);
                }
                default -> {}
            }
        }
        close();
    }
}
