package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.state.StateMode;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Erasing, going back, moving a conversation elsewhere, its numbers, and switches that are off. */
class ConversationUpkeepTest {
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(4_000).withExecution(Execution.SYNC);
    private static final String SECRET = "The door code is 918273.";

    private final SessionStore store = SessionStore.inMemory();
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();
    private final List<SessionCompressor> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SessionCompressor::close);
    }

    private SessionCompressor compressor(CompressionPolicy policy) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(Runnable::run)
                .listener(events::add)
                .build();
        open.add(compressor);
        return compressor;
    }

    private Conversation chat() {
        return compressor(POLICY).conversation("chat");
    }

    /** A chat that says {@link #SECRET} in its second turn and has {@code turns} turns. */
    private static void talk(Conversation chat, int turns) {
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.turn(i, 30));
            if (i == 1) {
                chat.append(Message.user(SECRET), Message.assistant("Noted: 918273 opens the door."));
            }
        }
    }

    private static List<Long> placesOf(Conversation chat, String words) {
        return chat.entries().stream()
                .filter(entry -> entry.message().text().contains(words))
                .map(Entry::sequence)
                .toList();
    }

    private static String text(View view) {
        StringBuilder text = new StringBuilder();
        view.messages().forEach(message -> text.append(message.text()).append('\n'));
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(StateMode.class)
    void leavesNoTraceOfAnErasedMessageInAnyProcess(StateMode mode) {
        CompressionPolicy policy = POLICY.withState(POLICY.state().withMode(mode));
        Conversation chat = compressor(policy).conversation("chat");
        talk(chat, 4);
        chat.compress();
        Conversation elsewhere = compressor(policy).conversation("chat");
        assertThat(text(elsewhere.view())).contains("918273");
        talk(chat, 6);
        chat.compress();
        long version = chat.record().orElseThrow().version();
        int messages = chat.transcript().size();
        List<Long> places = placesOf(chat, "918273");
        assertThat(places).hasSizeGreaterThan(1);

        for (long place : places) {
            assertThat(chat.erase(place)).isTrue();
        }

        assertThat(text(chat.view())).doesNotContain("918273");
        assertThat(text(elsewhere.view())).doesNotContain("918273").contains("Order 1002");
        assertThat(chat.transcript()).hasSize(messages - places.size());
        assertThat(chat.status().messages()).isEqualTo(messages - places.size());
        assertThat(chat.history().toString()).doesNotContain("918273");
        for (CompressionRecord record : chat.history()) {
            assertThat(store.segments("chat", record.segments()).toString()).doesNotContain("918273");
        }
        assertThat(chat.erase(places.get(0))).isFalse();
        assertThatThrownBy(() -> chat.rollback(version)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void erasesWhatIsStillShown() {
        Conversation chat = chat();
        talk(chat, 3);
        View before = chat.view();
        int shown = 0;
        for (int i = 0; i < before.messages().size(); i++) {
            if (before.messages().get(i).text().contains("918273")) {
                assertThat(chat.erase(before.parts().get(i).sequence())).isTrue();
                shown++;
            }
        }
        assertThat(shown).isEqualTo(2);
        assertThat(text(chat.view())).doesNotContain("918273");
    }

    @Test
    void writesTheStateAnewWhereErasingLeavesTooLittle() {
        Conversation chat = chat();
        StringBuilder codes = new StringBuilder();
        for (int door = 1; door <= 30; door++) {
            codes.append("The code of door ")
                    .append(door)
                    .append(" is ")
                    .append(40_000 + 7 * door)
                    .append(". ");
        }
        chat.append(Message.user(codes.toString()), Message.assistant("Noted."));
        talk(chat, 3);
        chat.append(Message.user("Thank you."), Message.assistant("You are welcome."));
        chat.compress();
        assertThat(text(chat.view())).contains("40007");

        chat.erase(1);

        assertThat(text(chat.view())).contains("Order 1000", "Order 1002").doesNotContain("40007", "40014");
        assertThat(chat.record().orElseThrow().cause()).isEqualTo(CompressionRecord.Cause.OFFLINE);
    }

    @Test
    void erasureBeatsACompressionThatHasReadTheMessage() {
        List<Runnable> background = new ArrayList<>();
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY.withExecution(Execution.AUTO))
                .store(store)
                .model(request -> {
                    Conversation other = compressor(POLICY).conversation("chat");
                    placesOf(other, "918273").forEach(other::erase);
                    return ModelAnswer.of("{\"logos\":[\"Code 918273\"],\"pathos\":[],"
                            + "\"abstract\":[],\"conversation_summary\":\"Codes.\"}");
                })
                .executor(background::add)
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        talk(chat, 12);
        Outcome outcome = chat.compress();
        assertThat(outcome).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED));
        assertThat(text(chat.view())).doesNotContain("918273");
    }

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
        SessionCompressor other = SessionCompressor.builder()
                .policy(POLICY)
                .executor(Runnable::run)
                .build();
        open.add(other);
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
        assertThat(other.existing("third")).isEmpty();
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
    void saysWhatEachMessageOfAViewStandsFor() {
        Conversation chat = chat();
        talk(chat, 12);
        chat.compress();
        chat.append(Message.user("And now?"));
        View view = chat.view();
        assertThat(view.complete()).isTrue();
        assertThat(view.parts()).hasSameSizeAs(view.messages());
        assertThat(view.parts().get(0)).isEqualTo(new View.Part(View.Kind.SYSTEM, 1));
        assertThat(view.parts().subList(1, 3)).containsOnly(new View.Part(View.Kind.STATE, 0));
        for (int i = 0; i < view.parts().size(); i++) {
            View.Part part = view.parts().get(i);
            if (part.kind() == View.Kind.ORIGINAL) {
                Message original =
                        store.load("chat", part.sequence() - 1, 1).get(0).message();
                assertThat(view.messages().get(i)).isEqualTo(original);
            }
        }
        assertThat(view.parts().get(view.parts().size() - 1))
                .isEqualTo(new View.Part(
                        View.Kind.ORIGINAL,
                        chat.entries().get(chat.entries().size() - 1).sequence()));
    }

    @Test
    void changesNotOneByteWhereItIsSwitchedOff() {
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
    void keepsNothingOfAnAnsweredTurnWhereNoTurnIsToBeKept() {
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
    void keepsItsStatisticsWhereTheProcessDoesNotLast() {
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
        Workings workings = Workings.of("chat", settings(), shared());
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
        Workings workings = Workings.of("chat", settings(), shared());
        Conversation chat = new Conversation(workings);
        talk(chat, 12);
        long before = workings.chats().takes();
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        assertThat(workings.chats().takes() - before).isLessThanOrEqualTo(3);
    }

    private Settings settings() {
        return compressor(POLICY).settings();
    }

    private Shared shared() {
        return compressor(POLICY).shared();
    }

    @Test
    void callsWhatItDoesAboveTheHardLimitCritical() {
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
        assertThatThrownBy(() -> chat.append((List<Message>) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("messages");
        assertThatThrownBy(() -> chat.compress(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("focus");
        assertThatThrownBy(() -> chat.framework().reportUsage(null)).hasMessageContaining("usage");
        assertThatThrownBy(() -> chat.framework().set(null)).hasMessageContaining("messages");
        assertThatThrownBy(() -> chat.framework().interrupted(null)).hasMessageContaining("partialAnswer");
        assertThatThrownBy(() -> compressor(POLICY).conversation(null)).hasMessageContaining("id");
    }
}
