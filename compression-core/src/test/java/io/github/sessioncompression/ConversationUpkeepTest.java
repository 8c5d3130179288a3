package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Going back, moving a conversation elsewhere, its numbers, and switches that are off. */
class ConversationUpkeepTest extends TalkFixture {
    @Test
    void goesBackToAnEarlierRecordAndForthAgain() {
        Conversation chat = chat();
        talk(chat, 10);
        String first = text(chat.view());
        chat.compress();
        long compressed = chat.record().orElseThrow().version();
        String second = text(chat.view());
        talk(chat, 10);
        chat.compress();
        String third = text(chat.view());
        long latest = chat.record().orElseThrow().version();
        List<Message> transcript = chat.transcript();
        assertThat(chat.history()).extracting(CompressionRecord::version).contains(compressed, latest);

        chat.rollback(compressed);

        assertThat(chat.record().orElseThrow().cause()).isEqualTo(CompressionRecord.Cause.ROLLED_BACK);
        assertThat(chat.record().orElseThrow().version()).isEqualTo(latest + 1);
        assertThat(chat.status().boundary())
                .isLessThan(chat.history().get((int) latest - 1).boundary());
        assertThat(second).contains("<session_state version");
        assertThat(first).doesNotContain("<session_state version");
        assertThat(chat.transcript()).isEqualTo(transcript);
        chat.rollback(latest);
        assertThat(text(chat.view())).isEqualTo(third);
        assertThatThrownBy(() -> chat.rollback(999))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("999");
    }

    @Test
    void movesAConversationElsewhereAsOneDocument() {
        Conversation chat = chat();
        talk(chat, 12);
        chat.compress();
        chat.append(Chats.toolTurn(40, 20));
        String document = chat.export();
        SessionCompressor other =
                open.open(SessionCompressor.builder().policy(POLICY).executor(Runnable::run));
        Conversation copy = other.importConversation("copy", document);

        assertThat(copy.view().messages()).isEqualTo(chat.view().messages());
        assertThat(copy.transcript()).isEqualTo(chat.transcript());
        assertThat(copy.status().stats().compressions()).isEqualTo(1);
        assertThat(other.conversations(null, 10)).containsExactly("copy");
        assertThatThrownBy(() -> other.importConversation("copy", document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("copy");
        assertThatThrownBy(() -> other.importConversation("third", document.substring(0, 100)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(other.inspection().find("third")).isEmpty();
        assertThatThrownBy(() -> other.conversation("empty").export()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void takesARepeatedAppendOnce() {
        Conversation chat = chat();
        chat.append(List.of(Message.user("Hello?")), "first");
        chat.append(List.of(Message.user("Hello?")), "first");
        compressor(POLICY).conversation("chat").append(List.of(Message.user("Hello?")), "first");
        assertThat(chat.transcript()).hasSize(1);
        assertThat(chat.view().messages()).hasSize(2);
        assertThatThrownBy(() -> chat.append(List.of(Message.user("x")), ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key");
    }

    @Test
    void mapsEachViewMessageToItsSource() {
        Conversation chat = chat();
        talk(chat, 12);
        chat.compress();
        chat.append(Message.user("And now?"));
        View view = chat.view();
        assertThat(view.complete()).isTrue();
        assertThat(view.parts()).hasSameSizeAs(view.messages());
        assertThat(view.parts().get(0)).isEqualTo(new ViewPart(ViewPart.Kind.SYSTEM, 1));
        assertThat(view.parts().subList(1, 3)).containsOnly(new ViewPart(ViewPart.Kind.STATE, 0));
        for (int i = 0; i < view.parts().size(); i++) {
            ViewPart part = view.parts().get(i);
            if (part.kind() == ViewPart.Kind.ORIGINAL) {
                Message original =
                        store.load("chat", part.sequence() - 1, 1).get(0).message();
                assertThat(view.messages().get(i)).isEqualTo(original);
            }
        }
        assertThat(view.parts().get(view.parts().size() - 1))
                .isEqualTo(new ViewPart(
                        ViewPart.Kind.ORIGINAL,
                        chat.entries().get(chat.entries().size() - 1).sequence()));
    }

    @Test
    void disabledChatIsShownByteForByte() {
        String huge = "row ".repeat(6_000);
        List<Message> messages = new ArrayList<>();
        messages.add(Message.system(Chats.SYSTEM));
        messages.add(Message.assistant("Welcome!"));
        messages.add(Message.user("Hello?"));
        messages.add(Message.user("Anybody?"));
        messages.add(Message.assistant("", List.of(new ToolCall("a", "t", "{}"))));
        messages.add(Message.toolResult("a", "t", huge));
        messages.add(Message.toolResult("orphan", "t", "x"));
        messages.add(Message.assistant(""));

        Conversation off = compressor(POLICY.withEnabled(false)).conversation("off");
        off.append(messages);
        assertThat(off.view().messages()).isEqualTo(messages);

        Conversation switched = compressor(POLICY).conversation("switched");
        switched.enabled(false);
        switched.append(messages);
        assertThat(switched.view().messages()).isEqualTo(messages);
        assertThat(switched.framework().steadyView().messages()).isEqualTo(messages);
        switched.enabled(true);
        assertThat(switched.view().messages()).isNotEqualTo(messages);
        switched.enabled(false);
        assertThat(compressor(POLICY)
                        .conversation("switched")
                        .framework()
                        .steadyView()
                        .messages())
                .isEqualTo(messages);
    }

    @Test
    void keepsNoAnsweredTurnIfPolicyKeepsNone() {
        Conversation chat = compressor(POLICY.withExecution(Execution.AUTO).withKeepRecent(KeepRecent.turns(0)))
                .conversation("chat");
        chat.append(Message.system(Chats.SYSTEM));
        int i = 0;
        while (chat.record().isEmpty()) {
            chat.append(Chats.turn(i++, 60));
        }
        assertThat(chat.view().messages()).hasSize(3);
        chat.append(Message.user("Still there?"));
        assertThat(chat.view().messages()).hasSize(4);
    }

    @Test
    void keepsStatisticsAcrossProcesses() {
        SessionCompressor first = compressor(POLICY);
        Conversation chat = first.conversation("chat");
        talk(chat, 12);
        chat.compress();
        long saved = chat.status().stats().tokensSaved();
        assertThat(saved).isPositive();
        first.close();
        var again = compressor(POLICY).conversation("chat").status();
        assertThat(again.stats().compressions()).isEqualTo(1);
        assertThat(again.stats().tokensSaved()).isEqualTo(saved);
        assertThat(again.messages()).isEqualTo(chat.transcript().size());
    }

    @Test
    void takesTheLockOnceForAView() {
        ConversationParts workings = ConversationParts.of("chat", settings(), shared());
        Conversation chat = new Conversation(workings);
        talk(chat, 2);
        for (int i = 0; i < 3; i++) {
            long before = workings.chats().takes();
            chat.view();
            assertThat(workings.chats().takes() - before).isEqualTo(1);
        }
        long before = workings.chats().takes();
        chat.framework().steadyView();
        assertThat(workings.chats().takes() - before).isEqualTo(1);
    }

    @Test
    void takesTheLockThreeTimesAtMostForACompression() {
        ConversationParts workings = ConversationParts.of("chat", settings(), shared());
        Conversation chat = new Conversation(workings);
        talk(chat, 12);
        long before = workings.chats().takes();
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        assertThat(workings.chats().takes() - before).isLessThanOrEqualTo(3);
    }

    private Settings settings() {
        return compressor(POLICY).settings();
    }

    private CompressorParts shared() {
        return compressor(POLICY).shared();
    }

    @Test
    void reportsWorkAboveHardLimitAsCritical() {
        Conversation chat = chat();
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < 40; i++) {
            chat.append(Chats.turn(i, 60));
        }
        chat.append(Message.user("And?"));
        events.clear();
        chat.view();
        assertThat(events).isNotEmpty().allSatisfy(event -> {
            if (event instanceof CompressionEvent.StageStarted started) {
                assertThat(started.reason()).isEqualTo(Reason.CRITICAL);
            }
        });
    }

    @Test
    @SuppressWarnings("NullAway") // What callers without nullness checks may do.
    void refusesNullByName() {
        Conversation chat = chat();
        assertThatThrownBy(() -> chat.framework().reportUsage(null)).hasMessageContaining("usage");
        assertThatThrownBy(() -> chat.framework().set(null)).hasMessageContaining("messages");
        assertThatThrownBy(() -> chat.framework().interrupted(null)).hasMessageContaining("partialAnswer");
        assertThatThrownBy(() -> compressor(POLICY).conversation(null)).hasMessageContaining("id");
    }

    @Test
    void historyExcludesSystemMessagesAndState() {
        Conversation chat = chat();
        talk(chat, 12);
        chat.compress();
        chat.append(Message.user("And what about the wheelbarrow?"));

        View view = chat.view();

        int history = 0;
        for (int i = 0; i < view.messages().size(); i++) {
            ViewPart.Kind kind = view.parts().get(i).kind();
            boolean head = kind == ViewPart.Kind.SYSTEM || kind == ViewPart.Kind.STATE;
            history += head ? 0 : chat.tokens(view.messages().subList(i, i + 1));
        }
        assertThat(view.stateTokens()).isPositive();
        assertThat(view.historyTokens()).isEqualTo(history).isPositive();
        Status status = chat.status();
        assertThat(status)
                .extracting(Status::systemTokens, Status::stateTokens, Status::historyTokens, Status::contextTokens)
                .containsExactly(view.systemTokens(), view.stateTokens(), history, view.tokens());
    }
}
