package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of a side store, and their handling if another process is faster. */
class SideStoreWorkTest extends SideStoreFixture {
    private final FrameworkLists shared = new FrameworkLists(Kind.LIVE);
    private final SessionStore here = process(shared);
    private final SessionStore there = process(shared);

    /** Messages of a process after it has read the store. */
    private static List<Message> seen(SessionStore process) {
        head(process);
        return messages(process);
    }

    private void begun() {
        begin(here, TOOL_CHAT);
        assertThat(seen(there)).containsExactly(TOOL_CHAT);
        side.calls();
    }

    @Test
    void aMessageMoreIsOneAppend() {
        begun();

        add(here, Message.user("five"));

        assertThat(side.calls()).containsExactly("append 1");
    }

    @Test
    void aCompressionIsOneCommit() {
        begun();

        assertThat(here.commit(CHAT, commit(here, 4, "a"))).isTrue();

        assertThat(side.calls()).containsExactly("commit");
    }

    @Test
    void otherProcessReadsOnlyChanges() {
        begun();
        add(here, Message.user("five"));
        side.calls();

        assertThat(seen(there)).hasSize(9);
        assertThat(side.calls()).containsExactly("load 1");
        assertThat(seen(there)).hasSize(9);
        assertThat(side.calls()).isEmpty();

        here.commit(CHAT, commit(here, 4, "a"));
        side.calls();
        head(there);
        assertThat(there.current(CHAT).orElseThrow().injected().text("logos")).isEqualTo("a");
        assertThat(side.calls()).containsExactly("history", "segments");
    }

    @Test
    void otherProcessRereadsRestAfterErasure() {
        begun();

        assertThat(here.erase(CHAT, 5)).isTrue();
        side.calls();

        assertThat(seen(there)).hasSize(7).doesNotContain(TOOL_CHAT[4]);
        assertThat(side.calls()).contains("load 7");
    }

    @Test
    void readsMessagesAddedDuringReading() {
        begun();
        add(here, Message.user("five"));
        side.calls();
        side.onceSeen(() -> add(here, Message.assistant("six")));

        assertThat(seen(there)).hasSize(10).endsWith(Message.user("five"), Message.assistant("six"));
        assertThat(there.head(CHAT)).isEqualTo(here.head(CHAT));
        assertThat(side.calls()).doesNotContain("delete", "erase");
    }

    /** Otherwise a conversation with many callers would count as a side store that fails. */
    @Test
    void readsSideStoreThatGrowsDuringEachReading() {
        begun();
        Runnable grows = new Runnable() {
            @Override
            public void run() {
                long last = side.store.load(BESIDE, 0, 1_000).size();
                side.store.append(BESIDE, LIFE, last, key(), entries(last, Message.user("more " + last)));
                side.onceSeen(this);
            }
        };
        grows.run();

        try (Warnings warnings = new Warnings()) {
            assertThat(head(there).lastSequence()).isGreaterThan(TOOL_CHAT.length);
            assertThat(messages(there)).startsWith(TOOL_CHAT).contains(Message.user("more 8"));
            assertThat(warnings.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void keepsResultAddedDuringReading(Kind kind) {
        FrameworkLists list = new FrameworkLists(kind);
        SessionStore writer = process(list);
        SessionStore reader = process(list);
        begin(writer, TOOL_CHAT);
        seen(reader);
        add(writer, Message.user("five"));
        side.onceSeen(() -> add(writer, TOOL_CHAT[5], TOOL_CHAT[6], Message.assistant("six")));

        seen(reader);

        assertThat(seen(process(list)))
                .extracting(Message::text)
                .hasSize(12)
                .endsWith("five", "let me see", "found more", "six");
    }

    @Test
    void takesMessagesFromListIfSideStoreLosesThem() {
        begun();
        add(here, Message.user("five"));
        side.onceSeen(() -> side.store.delete(BESIDE));

        assertThat(seen(there)).extracting(Message::text).hasSize(9).endsWith("four", "five");
        assertThat(seen(process(shared))).hasSize(9);
        assertThat(besideIt()).hasSize(9);
    }

    @Test
    void refusesCompressionCommittedSecond() {
        begun();
        side.onceSeen(() -> here.commit(CHAT, commit(here, 4, "first")));

        boolean second = there.commit(CHAT, commit(there, 2, "second"));

        String shown = second ? "second" : "first";
        for (SessionStore each : List.of(here, there, process(shared))) {
            head(each);
            assertThat(each.current(CHAT).orElseThrow().injected().text("logos"))
                    .isEqualTo(shown);
        }
    }

    @Test
    void replacesForeignChatInSideStore() {
        begun();
        side.store.delete(BESIDE);
        side.store.append(BESIDE, "another life", 0, "key", entries(0, Message.user("else")));

        add(here, Message.user("five"));

        assertThat(besideIt()).hasSize(9).last().isEqualTo("9 five");
        assertThat(side.calls()).containsSubsequence("delete", "append 8", "append 1");
    }
}
