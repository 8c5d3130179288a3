package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

/** Chats of which an application hands a view back; what they do in the background is done when a test says so. */
abstract class HandedBackFixture {
    static final CompressionPolicy SMALL =
            Policies.early(4_000).withState(StateOptions.defaults().withMaxTokens(1_000));
    static final CompressionPolicy IN_SYSTEM = SMALL.withState(SMALL.state().withInjection(Injection.SYSTEM));

    final SessionStore store = SessionStore.inMemory();
    final List<Runnable> background = new ArrayList<>();

    @AutoClose
    final Compressors open = new Compressors();

    Conversation chat(CompressionPolicy policy) {
        return open.open(SessionCompressor.builder().policy(policy).store(store).executor(background::add))
                .conversation("chat");
    }

    static void fill(Conversation chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.turn(i, 30));
        }
    }

    /** A chat with a system prompt, a state and four turns after it. */
    Conversation compressed(CompressionPolicy policy) {
        return compressed(policy, Chats.SYSTEM);
    }

    Conversation compressed(CompressionPolicy policy, String system) {
        Conversation chat = chat(policy);
        chat.append(Message.system(system));
        fill(chat, 0, 20);
        List.copyOf(background).forEach(Runnable::run);
        background.clear();
        chat.compress();
        fill(chat, 20, 24);
        List.copyOf(background).forEach(Runnable::run);
        background.clear();
        return chat;
    }

    /** A chat whose state was given up for the room that the question needs. */
    Conversation withoutRoomForTheState() {
        // A system prompt is never cut, nor is a question that has its place alone.
        Conversation chat = compressed(SMALL, Chats.SYSTEM + " Rules:" + " never dig".repeat(385));
        chat.append(Message.user("Look at this: " + "soil ".repeat(2_450)));
        View view = chat.view();
        assertThat(chat.record().orElseThrow().boundary()).isPositive();
        assertThat(view.stateTokens()).isZero();
        assertThat(view.messages()).hasSizeLessThan(4);
        background.clear();
        return chat;
    }

    void runBackground() {
        List<Runnable> due = List.copyOf(background);
        background.clear();
        due.forEach(Runnable::run);
    }

    void sameAfterRestart(Conversation chat, CompressionPolicy policy) {
        try (SessionCompressor other = SessionCompressor.builder()
                .policy(policy.withEnabled(false))
                .store(store)
                .build()) {
            assertThat(other.conversation("chat").view().messages())
                    .isEqualTo(chat.view().messages());
        }
    }

    /** A view with a pinned group, put in between by repairs, and a call that never got its result. */
    Conversation withPinsAndRepairs() {
        Conversation chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        fill(chat, 0, 2);
        chat.append(
                Chats.question(700, 5),
                Message.assistant("", List.of(new ToolCall("f", "find_tools", "{}"))),
                Message.toolResult("f", "find_tools", "found: prune_roses").withPinned(true),
                Chats.answer(700, 5));
        fill(chat, 2, 4);
        chat.append(Chats.question(701, 5).withPinned(true), Chats.answer(701, 5));
        fill(chat, 4, 20);
        chat.compress();
        fill(chat, 20, 22);
        chat.append(Chats.question(702, 5), Message.assistant("", List.of(new ToolCall("x", "stock", "{}"))));
        fill(chat, 22, 23);
        background.clear();
        List<String> texts = chat.view().messages().stream().map(Message::text).toList();
        assertThat(texts).contains(Repair.CONTINUATION, Repair.NOTED, Repair.UNANSWERED, "found: prune_roses");
        return chat;
    }
}
