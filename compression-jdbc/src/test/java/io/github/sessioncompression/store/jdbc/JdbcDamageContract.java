package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.MadeRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Handling of unreadable rows, on each database. */
abstract class JdbcDamageContract extends JdbcFaultContract {
    private void damage(String table, String payload) {
        pool().execute("UPDATE " + PREFIX + table + " SET payload = '" + payload + "'");
    }

    @Override
    protected SessionStore storeToDamage() {
        return emptyStore();
    }

    @Override
    protected void damageRecord(long version, String payload) {
        damage("record", payload);
    }

    @Override
    protected void damageSegment(long id, String payload) {
        damage("segment", payload);
    }

    @Override
    protected void loseRecord(long version) {
        pool().execute("DELETE FROM " + PREFIX + "record WHERE version = " + version);
    }

    @Test
    void showsRoleAndTextOfDamagedMessage() {
        for (String payload : DAMAGED) {
            SessionStore store = emptyStore();
            List<Message> messages = List.of(
                    Message.user("uttered"),
                    Message.assistant("my secret", List.of(new ToolCall("c", "t", "{}"))),
                    Message.toolResult("c", "t", "result"));
            store.append(
                    CHAT,
                    "life",
                    0,
                    "k",
                    List.of(
                            new Entry(1, messages.get(0), 1),
                            new Entry(2, messages.get(1), 2),
                            new Entry(3, messages.get(2), 3)));
            damage("message", payload);
            try (Warnings warnings = new Warnings()) {
                assertThat(store.load(CHAT, 0, 10))
                        .containsExactly(
                                new Entry(1, Message.user("uttered"), 1),
                                new Entry(2, Message.assistant("my secret"), 2),
                                new Entry(
                                        3, Message.toolResult("", "t", "result").withName(null), 3));
                assertThat(store.load(CHAT, 0, 10)).hasSize(3);
                assertThat(warnings.lines())
                        .singleElement()
                        .asString()
                        .contains("Message 1")
                        .contains("'chat'")
                        .doesNotContain("uttered");
            }
        }
    }

    @Test
    void logsIdOfDamagedMessageOnOneLine() {
        SessionStore store = emptyStore();
        begin(store, "two\nlines", "one");
        damage("message", "");
        try (Warnings warnings = new Warnings()) {
            assertThat(store.load("two\nlines", 0, 10)).hasSize(1);
            assertThat(warnings.lines()).singleElement().asString().contains("'two?lines'");
        }
    }

    @Test
    void readsRowsWithImpossibleValues() {
        SessionStore store = emptyStore();
        begin(store, CHAT, "one");
        pool().execute(
                        "UPDATE " + PREFIX + "message SET role = 'emperor', tokens = -7, payload = ''",
                        "UPDATE " + PREFIX + "conversation SET compressions = -7");
        assertThat(store.load(CHAT, 0, 10)).containsExactly(new Entry(1, Message.user("one"), 0));
        assertThat(Counters.Field.COMPRESSIONS.of(store.counters(CHAT))).isZero();
    }

    @Test
    void keepsSegmentsOfUnreadableRecord() {
        dropTables();
        SessionStore store = builder().keepRecords(90).build();
        begin(store, CHAT, "one");
        SegmentState first = commit(1, "first").newSegments().get(0);
        assertThat(store.commit(CHAT, commit(1, "first"))).isTrue();
        for (long version = 2; version <= 120; version++) {
            CompressionRecord record = commit(version, "x").record();
            CompressionRecord versioned = MadeRecord.of(version, 1)
                    .segments(version < 60 ? List.of(first.id()) : record.segments())
                    .shown(record.injected())
                    .cause(record.cause())
                    .at(Instant.EPOCH);
            List<SegmentState> added =
                    version < 60 ? List.of() : commit(version, "x").newSegments();
            assertThat(store.commit(CHAT, new Commit("life", version - 1, 0, versioned, added)))
                    .isTrue();
        }
        pool().execute("UPDATE " + PREFIX + "record SET payload = 'of a newer version' WHERE version < 60");
        for (long version = 121; version <= 150; version++) {
            assertThat(store.commit(CHAT, commit(version, "y"))).isTrue();
        }
        assertThat(store.segments(CHAT, List.of(first.id()))).containsExactly(first);
        assertThat(pool().rows("SELECT COUNT(*) FROM " + PREFIX + "record").get(0))
                .isEqualTo("104");
    }
}
