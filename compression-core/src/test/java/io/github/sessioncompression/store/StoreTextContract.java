package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names and texts with any characters, kept unchanged by a lasting store. */
public abstract class StoreTextContract extends SessionStoreContract {
    /** Something that a store must take for a text, not for a part of what it asks its server. */
    protected static final String SQL =
            "'; DROP TABLE message; --\" ` \\ %s ? ${prefix} $1 {fn now()} /* } { * [a-z] \r\n$3\r\nDEL ]] --";

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

    protected static Entry entry(long sequence, String text) {
        return new Entry(sequence, Message.user(text), 1);
    }

    protected static void begin(SessionStore store, String id, String... texts) {
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(entry(entries.size() + 1, text));
        }
        assertThat(store.append(id, "life", 0, "begin", entries)).isEqualTo(Append.ADDED);
    }

    /** A record that covers one message, with one segment. */
    protected static Commit commit(long version, String text) {
        SegmentState segment = new SegmentState(
                SegmentState.id(version, 0), 1, StateDocument.ofTexts(Map.of("logos", List.of(text))), TIME);
        CompressionRecord record = MadeRecord.of(version, 1)
                .segments(List.of(segment.id()))
                .shown(segment.document())
                .cause(Cause.OFFLINE)
                .at(TIME);
        return Commit.of("life", version - 1, record).withSegments(List.of(segment));
    }

    @Test
    void distinguishesNamesByCaseAccentAndSpace() {
        List<String> ids = List.of(
                "", " ", "A", "a", "a ", "a  ", "ä", "á", "ａ", "ß", "ss", "SS", "I", "i", "ı", "Ａ", "a\u0301", "😀",
                "😁");
        for (String id : ids) {
            begin(store, id, "of '" + id + "'");
            assertThat(store.tryLease(id, id, Duration.ofMinutes(1))).isPresent();
        }
        for (String id : ids) {
            assertThat(store.load(id, 0, 9))
                    .extracting(Entry::message)
                    .containsExactly(Message.user("of '" + id + "'"));
        }
        assertThat(store.conversations(null, 100)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(store.tryLease("a", "A", Duration.ofMinutes(1))).isEmpty();
        assertThat(store.append("a", "LIFE", 1, "k", List.of(entry(2, "two")))).isEqualTo(Append.REFUSED);
        assertThat(store.append("a", "life ", 1, "k", List.of(entry(2, "two")))).isEqualTo(Append.REFUSED);
        for (String key : List.of("BEGIN", "begin ", "begín")) {
            assertThat(store.append("a", "life", 1, key, List.of(entry(9, key))))
                    .isNotEqualTo(Append.ALREADY_THERE);
            store.delete("a");
            begin(store, "a", "again");
        }
    }

    @Test
    void takesNamesOf255CharactersOfAnyKind() {
        for (String character : List.of("x", "ÿ", "\uffff", "😀", "\udbff\udffd", "'", "\\", "%")) {
            String id = character.repeat(255);
            begin(store, id, "one");
            assertThat(store.replaceAfter(id, new Head("life", 1, 0, 0, 1), 1, id, List.of()))
                    .isTrue();
            assertThat(store.head(id).orElseThrow().incarnation()).isEqualTo(id);
            assertThat(store.tryLease(id, id, Duration.ofMinutes(1))
                            .orElseThrow()
                            .owner())
                    .isEqualTo(id);
            assertThat(store.conversations(id.substring(character.length()), 1)).containsExactly(id);
            String key = character.repeat(64 / character.length());
            assertThat(store.append(id, id, 1, key, List.of(entry(2, "two")))).isEqualTo(Append.ADDED);
            assertThat(store.append(id, id, 2, key, List.of(entry(3, "two")))).isEqualTo(Append.ALREADY_THERE);
            assertThat(store.delete(id)).isTrue();
        }
    }

    @Test
    void rejectsUnportableNamesByParameter() {
        begin(store, "chat", "one");
        for (String bad : List.of("a\0b", "a\ud800", "\udc00a", "\udc00\ud800", "x".repeat(256), "😀".repeat(256))) {
            assertRefused("conversationId", () -> store.head(bad));
            assertRefused("conversationId", () -> store.append(bad, "life", 0, "k", List.of(entry(1, "one"))));
            assertRefused("conversationId", () -> store.delete(bad));
            assertRefused("incarnation", () -> store.append("chat", bad, 1, "k", List.of(entry(2, "two"))));
            assertRefused(
                    "newIncarnation",
                    () -> store.replaceAfter("chat", new Head("life", 1, 0, 0, 1), 0, bad, List.of()));
            assertRefused("owner", () -> store.tryLease("chat", bad, Duration.ofMinutes(1)));
            assertRefused("owner", () -> store.release("chat", new Lease(bad, 1)));
            assertRefused("after", () -> store.conversations(bad, 1));
            assertRefused("key", () -> store.append("chat", "life", 1, bad, List.of(entry(2, "two"))));
        }
        assertThat(store.load("chat", 0, 10)).hasSize(1);
    }

    private static void assertRefused(String what, Runnable use) {
        assertThatThrownBy(use::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(what + " must");
    }

    @Test
    void keepsEveryTextAsItIs() {
        List<String> texts = List.of(
                "",
                " ",
                "\0",
                "a\0b",
                "\ud800",
                "\udc00\ud800 halves",
                "😀",
                "\uffff\ufffe",
                "\r\n\t\u0001\u007f\u0085\u2028",
                "\\u0000 \\",
                "null",
                "{\"version\":1}",
                "sealed:",
                SQL,
                "é e\u0301 " + "ﷺ".repeat(500));
        for (Role role : Role.values()) {
            List<Entry> entries = new ArrayList<>();
            for (String text : texts) {
                entries.add(new Entry(entries.size() + 1, message(role, text), entries.size()));
            }
            String id = role.name();
            assertThat(store.append(id, "life", 0, "begin", entries)).isEqualTo(Append.ADDED);
            assertThat(store.load(id, 0, 100)).isEqualTo(entries);
        }
    }

    private static Message message(Role role, String text) {
        Message message =
                switch (role) {
                    case SYSTEM -> Message.system(text);
                    case USER -> Message.user(text);
                    case ASSISTANT -> Message.assistant(text, List.of(new ToolCall("c" + text, "t" + text, text)));
                    case TOOL ->
                        Message.toolResult("c" + text, "t" + text, text).withError(true);
                };
        return message.withId(text).withTimestamp(TIME).withMediaCount(2).withPinned(true);
    }

    @Test
    void keepsSqlLiterallyInEveryField() {
        String name = SQL.replace("prefix", "p");
        assertThat(store.append(name, name, 0, name.substring(0, 60), List.of(entry(1, SQL))))
                .isEqualTo(Append.ADDED);
        Lease lease = store.tryLease(name, name, Duration.ofMinutes(1)).orElseThrow();
        Commit commit = commit(1, SQL);
        Commit ofThisLife = new Commit(name, 0, lease.token(), commit.record(), commit.newSegments());
        assertThat(store.commit(name, ofThisLife)).isTrue();
        store.release(name, lease);
        assertThat(store.current(name)).contains(commit.record());
        assertThat(store.segments(name, commit.record().segments())).isEqualTo(commit.newSegments());
        assertThat(store.conversations(null, 10)).containsExactly(name);
        assertThat(store.conversations(name, 10)).isEmpty();
        assertThat(store.erase(name, 1)).isTrue();
        assertThat(store.delete(name)).isTrue();
        assertThat(store.conversations(null, 10)).isEmpty();
    }

    @Test
    @Tag("landing")
    void keepsMessagesOfMegabytes() {
        int size = FuzzCases.fuzzing(200_000, 1_000_000);
        String text = "ä😀'\\ line\n".repeat(size);
        String arguments = "{\"a\":\"" + "x\\\"".repeat(3 * size) + "\"}";
        List<Entry> entries = List.of(
                entry(1, text),
                new Entry(2, Message.assistant("", List.of(new ToolCall("c", "t", arguments))), 1),
                entry(3, text + "\0"));
        assertThat(store.append("chat", "life", 0, "begin", entries)).isEqualTo(Append.ADDED);
        assertThat(store.load("chat", 0, 10).equals(entries)).isTrue();
        Commit commit = commit(1, text);
        assertThat(store.commit("chat", commit)).isTrue();
        assertThat(store.current("chat").orElseThrow().equals(commit.record())).isTrue();
    }

    @Test
    void keepsThousandsOfMessagesOfOneAppend() {
        List<Entry> entries = IntStream.rangeClosed(1, 1_234)
                .mapToObj(i -> entry(i, "message " + i))
                .toList();
        assertThat(store.append("chat", "life", 0, "begin", entries)).isEqualTo(Append.ADDED);
        assertThat(store.load("chat", 0, 10_000)).isEqualTo(entries);
        assertThat(store.load("chat", 1_000, 3)).isEqualTo(entries.subList(1_000, 1_003));
    }
}
