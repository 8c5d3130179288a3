package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Earlier sessions found, deleted, and erased in part. */
class EarlierSessionsTest {
    private final SessionStore store = SessionStore.inMemory();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .store(store)
            .executor(Runnable::run)
            .build();
    private final Conversation chat = compressor.conversation("user-42");

    private static void say(Conversation chat, String user) {
        chat.append(Message.user(user), Message.assistant("I have noted that down for you."));
    }

    private static String text(View view) {
        return view.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @Test
    void searchFindsSessionByItsState() {
        for (String word : List.of("hydrangea", "lavender", "rhubarb")) {
            say(chat, "The " + word + " by the fence needs water every morning.");
            chat.sessions().startNew();
        }
        say(chat, "Nothing about plants.");

        List<Session.Hit> hits = chat.sessions().search("What about the lavender?", 5);

        assertThat(hits.get(0).session().id()).isEqualTo("2");
        assertThat(hits.get(0).excerpt()).contains("lavender");
    }

    @Test
    void titleIsWhatTheUserSaidFirst() {
        say(chat, "Please plan the move of the invoices to the new schema.");
        for (int i = 0; i < 12; i++) {
            say(
                    chat,
                    "Can I reach it by ssh on port " + (2200 + i) + ", by the way? " + "It is slow today. ".repeat(30));
        }
        chat.compress();
        String asked = "Please plan the move of the invoices to the new schema.";
        assertThat(chat.sessions().current().title()).isEqualTo(asked);

        chat.sessions().startNew();

        assertThat(chat.sessions().list().get(0).title()).isEqualTo(asked);
        assertThat(chat.sessions().list().get(1).title()).isEmpty();
    }

    @Test
    void deletedSessionLeavesNoTrace() {
        say(chat, "My locker code is 4711, please keep it in mind.");
        chat.sessions().startNew();
        String gone = chat.sessions().list().get(0).conversationId();
        say(chat, "Good morning!");

        assertThat(chat.sessions().delete("1")).isTrue();

        assertThat(text(chat.view())).doesNotContain("4711");
        assertThat(store.head(gone)).isEmpty();
        assertThat(chat.sessions().list()).extracting(Session::id).containsExactly("2");
        assertThat(chat.sessions().search("locker code", 5)).isEmpty();
        assertThat(chat.sessions().delete("1")).isFalse();
        assertThatThrownBy(() -> chat.sessions().delete("2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'2'");
    }

    @Test
    void messageErasedInEarlierSessionIsShownNowhere() {
        say(chat, "My locker code is 4711, please keep it in mind.");
        say(chat, "My bike is locked with the number 8852.");
        chat.sessions().startNew();
        Conversation ended = compressor.conversationOf(chat.sessions().list().get(0));
        say(chat, "Good morning!");
        assertThat(text(chat.view())).contains("4711", "8852");

        assertThat(ended.erase(ended.entries().get(0).sequence())).isTrue();

        assertThat(text(chat.view())).doesNotContain("4711").contains("8852");
        assertThat(chat.sessions().search("4711", 5)).isEmpty();
        assertThat(chat.sessions().list().get(0).title()).doesNotContain("4711");
        assertThatThrownBy(ended::sessions).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void historyToolFindsEarlierSessions() {
        say(chat, "My locker code is 4711, please keep it in mind.");
        chat.sessions().startNew();
        say(chat, "Good morning!");

        assertThat(chat.framework().recall(RecallTool.SEARCH_HISTORY, "{\"query\":\"locker code\"}"))
                .contains("earlier_session", "4711");
    }

    @Test
    void unknownSessionIsRefusedByName() {
        say(chat, "Good morning!");
        assertThatThrownBy(() -> chat.sessions().resume("7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'7'");
        assertThatThrownBy(() -> chat.sessions().search("x", 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
