package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NumberingTest {
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message OTHER = Message.system("You run a forge.");
    private static final Message ASKED = Message.user("Is the kiln hot?");

    private static List<Entry> numbered(@Nullable Entry systemBefore, Message... messages) {
        int[] tokens = new int[messages.length];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = 100 + i;
        }
        return Contexts.RULES.numbered(List.of(messages), tokens, 7, systemBefore);
    }

    private static Message asAViewShows(Message system) {
        return system.withText(Contexts.POLICY.state().appendAwareness(system.text()));
    }

    @Test
    void numbersMessagesAfterLastAndCountsThem() {
        assertThat(numbered(null, SYSTEM, ASKED, ASKED))
                .containsExactly(new Entry(8, SYSTEM, 100), new Entry(9, ASKED, 101), new Entry(10, ASKED, 102));
    }

    @Test
    void skipsRepeatedSystemMessage() {
        assertThat(numbered(Contexts.entry(3, SYSTEM), SYSTEM, ASKED)).containsExactly(new Entry(8, ASKED, 101));
        assertThat(numbered(null, SYSTEM, ASKED, SYSTEM)).hasSize(2);
        assertThat(numbered(Contexts.entry(3, OTHER), SYSTEM, OTHER, SYSTEM))
                .extracting(Entry::message)
                .containsExactly(SYSTEM, OTHER, SYSTEM);
    }

    @Test
    void stripsAwarenessFromSystemMessage() {
        assertThat(numbered(null, asAViewShows(SYSTEM), ASKED))
                .containsExactly(new Entry(8, SYSTEM, Contexts.RULES.count(SYSTEM)), new Entry(9, ASKED, 101));
        assertThat(numbered(Contexts.entry(3, SYSTEM), asAViewShows(SYSTEM))).isEmpty();
    }

    @Test
    void skipsSystemMessageMadeByView() {
        assertThat(numbered(null, asAViewShows(Message.system("")), ASKED)).containsExactly(new Entry(8, ASKED, 101));
        assertThat(numbered(null, Message.system(""), ASKED))
                .as("an application's own")
                .hasSize(2);
    }
}
