package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Contract of every {@link SessionStore} for another session in the place of a conversation's. */
public abstract class StoreSwitchContract extends StoreListingContract {
    private static final String COPY = "copy";
    private static final List<Entry> PROMPT = List.of(entry(4, Message.user("message 4")));

    private Head head(String id) {
        return store.head(id).orElseThrow();
    }

    private boolean starts(Head expected, @Nullable String endsAs) {
        SegmentState parents = segment(2, "the session before");
        return store.switchSession(
                new SessionSwitch(CHAT, expected, endsAs, null, PROMPT, "life-2", record(2, 3, 2L), List.of(parents)));
    }

    @Test
    void switchMovesMessagesAndRecordsOfEndedSession() {
        append(1, 3);
        commit(LIFE, 0, record(1, 2, 1L), segment(1, "a state"));
        store.count(CHAT, counted(1));

        assertThat(starts(head(CHAT), COPY)).isTrue();
        assertThat(store.load(COPY, 0, 10)).isEqualTo(entries(1, 3));
        assertThat(store.current(COPY)).contains(record(1, 2, 1L));
        assertThat(store.segments(COPY, List.of(1L))).containsExactly(segment(1, "a state"));
        assertThat(store.counters(COPY)).isEqualTo(Counters.NONE);
        assertThat(head(COPY).lastSequence()).isEqualTo(3);
        assertThat(head(COPY).messages()).isEqualTo(3);

        assertThat(store.load(CHAT, 0, 10)).isEqualTo(PROMPT);
        assertThat(store.history(CHAT)).containsExactly(record(2, 3, 2L));
        assertThat(store.segments(CHAT, List.of(1L, 2L))).containsExactly(segment(2, "the session before"));
        assertThat(store.counters(CHAT)).isEqualTo(counted(1));
        assertThat(store.conversations(null, 10)).containsExactly(CHAT, COPY);
        assertThat(appendTo(CHAT, LIFE, 4, entries(5, 5))).isEqualTo(Append.REFUSED);
        assertThat(appendTo(CHAT, "life-2", 4, entries(5, 5))).isEqualTo(Append.ADDED);
    }

    @Test
    void switchMovesMessagesOfResumedSession() {
        append(1, 3);
        Head ended = head(CHAT);
        starts(ended, COPY);
        appendTo(CHAT, "life-2", 4, entries(5, 5));
        SessionSwitch.Resumed resumed = new SessionSwitch.Resumed(COPY, head(COPY));
        List<Entry> moved = entries(1, 3).stream()
                .map(entry -> new Entry(5 + entry.sequence(), entry.message(), entry.tokens()))
                .toList();
        SessionSwitch change = new SessionSwitch(
                CHAT, head(CHAT), "copy-2", resumed, moved, "life-3", record(3, 7, 3L), List.of(segment(3, "of old")));

        assertThat(store.switchSession(change)).isTrue();
        assertThat(store.load(CHAT, 0, 10)).isEqualTo(moved);
        assertThat(store.history(CHAT)).containsExactly(record(3, 7, 3L));
        assertThat(head(CHAT).lastSequence()).isEqualTo(8);
        assertThat(head(CHAT).messages()).isEqualTo(3);
        assertThat(store.load("copy-2", 0, 10)).isEqualTo(entries(4, 5));
        assertThat(store.head(COPY)).isEmpty();
        assertThat(store.load(COPY, 0, 10)).isEmpty();
        assertThat(store.conversations(null, 10)).containsExactly(CHAT, "copy-2");
    }

    @Test
    void refusesSwitchIfResumedSessionHasChanged() {
        append(1, 3);
        starts(head(CHAT), COPY);
        Head resumed = head(COPY);
        List<Entry> read = store.load(COPY, 0, 10).stream()
                .map(entry -> new Entry(4 + entry.sequence(), entry.message(), entry.tokens()))
                .toList();
        store.erase(COPY, 2);
        SessionSwitch change = new SessionSwitch(
                CHAT, head(CHAT), "copy-2", new SessionSwitch.Resumed(COPY, resumed), read, "life-3", null, List.of());

        assertThat(store.switchSession(change)).isFalse();
        assertThat(store.load(CHAT, 0, 10)).isEqualTo(PROMPT);
        assertThat(store.head(COPY)).isPresent();
        assertThat(store.head("copy-2")).isEmpty();
    }

    @Test
    void switchDeletesSessionThatIsNotKept() {
        append(1, 3);
        commit(LIFE, 0, record(1, 2, 1L), segment(1, "a state"));
        SessionSwitch change = new SessionSwitch(
                CHAT, head(CHAT), null, null, PROMPT, "life-2", record(2, 3, 2L), List.of(segment(2, "of parents")));

        assertThat(store.switchSession(change)).isTrue();
        assertThat(head(CHAT)).isEqualTo(change.after());
        assertThat(store.load(CHAT, 0, 10)).isEqualTo(PROMPT);
        assertThat(store.history(CHAT)).containsExactly(record(2, 3, 2L));
        assertThat(store.conversations(null, 10)).containsExactly(CHAT);
    }

    @Test
    void refusesSwitchOfConversationCompressedMeanwhile() {
        append(1, 3);
        Head before = head(CHAT);
        commit(LIFE, 0, record(1, 2, 1L), segment(1, "a state"));

        assertThat(starts(before, COPY)).isFalse();
        assertThat(store.load(CHAT, 0, 10)).isEqualTo(entries(1, 3));
        assertThat(store.current(CHAT)).contains(record(1, 2, 1L));
        assertThat(store.head(COPY)).isEmpty();
    }

    @Test
    void refusesSwitchOfChangedConversation() {
        append(1, 2);
        Head before = head(CHAT);
        append(3, 3);
        assertThat(starts(new Head(LIFE, 2, 0, before.revision(), 2), COPY)).isFalse();
        assertThat(starts(new Head("life-9", 3, 0, before.revision(), 3), COPY)).isFalse();
        assertThat(store.load(CHAT, 0, 10)).isEqualTo(entries(1, 3));
        assertThat(store.head(COPY)).isEmpty();
        assertThat(store.conversations(null, 10)).containsExactly(CHAT);

        appendTo(COPY, LIFE, 0, entries(1, 1));
        assertThat(starts(head(CHAT), COPY)).isFalse();
        assertThat(store.load(CHAT, 0, 10)).isEqualTo(entries(1, 3));
        assertThat(store.load(COPY, 0, 10)).isEqualTo(entries(1, 1));
    }
}
