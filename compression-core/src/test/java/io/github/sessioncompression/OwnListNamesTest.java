package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chat ids, perhaps chosen by users, that are the names of the library's own lists. */
class OwnListNamesTest {
    private final SessionStore store = SessionStore.inMemory();

    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .store(store)
            .userOf(id -> id.startsWith("ada") ? "ada" : null)
            .executor(Runnable::run)
            .build();

    @BeforeEach
    void sessions() {
        for (String chat : List.of("user-42", "ada-1")) {
            say(chat, "The spare key is under stone 17.");
            compressor.conversation(chat).sessions().startNew();
            say(chat, "Good morning!");
        }
        compressor.user("ada").add("Ada is allergic to hazelnuts.", StateItem.Kind.FACT);
    }

    private void say(String chat, String text) {
        compressor.conversation(chat).append(Message.user(text), Message.assistant("Noted."));
    }

    @Test
    void refusesNamesOfItsOwnListsEverywhere() {
        Set<String> own = new TreeSet<>(store.conversations(null, 100));
        own.removeAll(List.of("user-42", "ada-1"));
        assertThat(own).hasSize(5);
        List<String> names = new ArrayList<>(own);
        names.addAll(
                List.of("user-7~sessions", "user-7~sessions/1-abc", "~users/bob~memory", "~users/bob", "~sessions"));
        String export = compressor.conversation("user-42").export();
        for (String name : names) {
            assertThatThrownBy(() -> compressor.conversation(name))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("~sessions");
            assertThatThrownBy(() -> compressor.importConversation(name, export))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(store.conversations(null, 100)).hasSize(7).containsAll(own);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bob~memory", "~user", "users/~sessionsx", "~", "a~sessions x"})
    void takesNamesThatAreNoneOfItsLists(String id) {
        say(id, "My locker code is 4711.");

        assertThat(compressor.conversations(null, 100)).contains(id);
        assertThat(compressor.conversation(id).sessions().startNew().id()).isEqualTo("2");
    }

    @Test
    void opensEarlierSessionByItsSession() {
        Session first = compressor.conversation("user-42").sessions().list().get(0);

        assertThat(compressor.conversationOf(first).transcript().get(0).text()).contains("stone 17");
        assertThat(compressor.conversationOf(first).isEarlierSession()).isTrue();
        assertThat(compressor.conversationOf(
                        compressor.conversation("user-42").sessions().current()))
                .isSameAs(compressor.conversation("user-42"));
    }

    @Test
    void refusesSessionOfAnotherChat() {
        Session first = compressor.conversation("user-42").sessions().list().get(0);
        Session stolen = new Session("user-7", "1", null, "", null, null, 0, 0, first.conversationId());

        assertThatThrownBy(() -> compressor.conversationOf(stolen))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("user-7");
    }

    @Test
    void namesRefusedIdWithoutLineBreaks() {
        assertThatThrownBy(() -> compressor.conversation("a\nERROR b~sessions"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a?ERROR b~sessions");
    }
}
