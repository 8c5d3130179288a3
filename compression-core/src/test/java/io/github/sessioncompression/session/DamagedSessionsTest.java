package io.github.sessioncompression.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.NoteList.Note;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A chat with two earlier sessions and a row of its index that something else has written over. */
class DamagedSessionsTest {
    private static final int CURRENT = 2;

    private final SessionStore store = SessionStore.inMemory();

    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .store(store)
            .executor(Runnable::run)
            .build();

    private final Conversation chat = compressor.conversation("user-42");

    private NoteList index() {
        return new NoteList(store, "user-42~sessions", () -> UUID.randomUUID().toString());
    }

    /** Puts {@code damaged} in the place of a row. */
    private void talkAndDamage(int row, Note damaged) {
        for (String said : List.of("My bike is red.", "My dog is brown.", "My house is white.")) {
            if (!chat.entries().isEmpty()) {
                chat.sessions().startNew();
            }
            chat.append(Message.user(said), Message.assistant("Noted."));
        }
        index().change(before -> {
            List<Note> after = new ArrayList<>(before);
            after.set(row, damaged);
            return after;
        });
    }

    private List<String> ids() {
        return chat.sessions().list().stream().map(Session::id).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{",
                "{}",
                "{\"chat\":\"user-42\",\"id\":\"x\",\"title\":\"\",\"conversation\":\"c\",\"draft\":false}"
            })
    void listsOtherSessions(String data) {
        Note damaged = new Note(data, "\n");
        talkAndDamage(0, damaged);
        try (Warnings warnings = new Warnings()) {
            assertThat(ids()).containsExactly("2", "3");
            assertThat(chat.sessions().search("dog", 5))
                    .extracting(hit -> hit.session().id())
                    .containsExactly("2");
            chat.sessions().resume("2");
            assertThat(ids()).containsExactly("3", "2");
            chat.sessions().startNew();
            assertThat(chat.sessions().delete("3")).isTrue();
            assertThat(ids()).containsExactly("2", "4");
            assertThat(index().read()).contains(damaged);
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("Conversation user-42: the index of its sessions has a row that cannot be read");
        }
    }

    @Test
    void continuesIfCurrentRowIsDamaged() {
        Note damaged = new Note("{", "\n");
        talkAndDamage(CURRENT, damaged);

        assertThat(ids()).containsExactly("1", "2", "3");
        chat.sessions().startNew();
        assertThat(ids()).containsExactly("1", "2", "3", "4");
        assertThat(chat.transcript()).isEmpty();
        assertThat(index().read()).startsWith(damaged);
    }
}
