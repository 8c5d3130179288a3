package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.store.SessionStore.Commit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Handling of unreadable records and states by a lasting store. */
public abstract class StoreDamageContract extends StoreTextContract {
    /** The conversation in which something is damaged. */
    protected static final String CHAT = "chat";

    /** Texts unlike any record, state or message of this version. */
    protected static final List<String> DAMAGED = List.of(
            "",
            "{",
            "null",
            "[]",
            "{}",
            "{\"version\":2}",
            "{\"version\":99,\"role\":\"user\"}",
            "[".repeat(100_000),
            "{\"version\":1,\"role\":\"emperor\"}",
            "{\"version\":1,\"role\":\"user\",\"tool_calls\":7}",
            "{\"version\":1,\"role\":\"user\",\"tool_calls\":[{\"id\":\"1\",\"name\":\"n\",\"arguments\":\"a\"}]}",
            "{\"version\":1,\"record_version\":-1}",
            "{\"version\":1,\"id\":1048576,\"through\":-5}");

    /** A store without conversations. */
    protected abstract SessionStore storeToDamage();

    /** Puts something else into the place of a record of {@link #CHAT}. */
    protected abstract void damageRecord(long version, String payload);

    /** Puts something else into the place of a state of {@link #CHAT}. */
    protected abstract void damageSegment(long id, String payload);

    /** Takes a record of {@link #CHAT} away. */
    protected abstract void loseRecord(long version);

    @Test
    void aDamagedRecordIsUnreadableAndCanBeReplaced() {
        SessionStore store = storeToDamage();
        begin(store, CHAT, "one");
        assertThat(store.commit(CHAT, commit(1, "state"))).isTrue();
        for (String payload : DAMAGED) {
            damageRecord(1, payload);
            assertThatThrownBy(() -> store.current(CHAT))
                    .isInstanceOfSatisfying(
                            UnreadableRecordException.class,
                            unreadable -> assertThat(unreadable.version()).isEqualTo(1))
                    .hasMessageNotContaining("state");
            assertThat(store.history(CHAT)).isEmpty();
            assertThat(store.head(CHAT).orElseThrow().recordVersion()).isEqualTo(1);
            assertThat(store.load(CHAT, 0, 10)).hasSize(1);
        }
        Commit next = commit(2, "made anew");
        assertThat(store.commit(CHAT, next)).isTrue();
        assertThat(store.current(CHAT)).contains(next.record());
        assertThat(store.history(CHAT)).containsExactly(next.record());
        loseRecord(2);
        assertThatThrownBy(() -> store.current(CHAT))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void aDamagedSegmentIsLeftOut() {
        SessionStore store = storeToDamage();
        begin(store, CHAT, "one");
        Commit commit = commit(1, "state");
        assertThat(store.commit(CHAT, commit)).isTrue();
        for (String payload : DAMAGED) {
            damageSegment(commit.record().segments().get(0), payload);
            assertThat(store.segments(CHAT, commit.record().segments())).isEmpty();
        }
    }
}
