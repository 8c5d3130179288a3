package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.message.AwkwardMessages;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationExportTest {
    private static final MessageCodec CODEC = MessageCodec.neutral();
    private static final String CHAT = "chat";

    private final Random random;
    private final AwkwardMessages messages;

    ConversationExportTest() {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("ConversationExportTest seed " + seed);
        random = new Random(seed);
        messages = new AwkwardMessages(random);
    }

    /** A store with one conversation of any shape. */
    private SessionStore filled() {
        SessionStore store = SessionStore.inMemory();
        int size = 1 + random.nextInt(20);
        List<Entry> entries = new ArrayList<>();
        long sequence = 0;
        for (int i = 0; i < size; i++) {
            sequence += 1 + random.nextInt(2);
            entries.add(new Entry(sequence, messages.next(), random.nextInt(1_000)));
        }
        store.append(CHAT, "life", 0, "key", entries);
        for (int i = random.nextInt(4); i > 0; i--) {
            store.erase(CHAT, 1 + random.nextInt((int) sequence));
        }
        for (int version = 1, last = random.nextInt(3); version <= last; version++) {
            SegmentState segment =
                    new SegmentState(SegmentState.id(version, 0), version, document(), Instant.ofEpochMilli(version));
            SegmentState told = SegmentState.told(
                    SegmentState.id(version, 1),
                    version,
                    List.of(new SegmentSummary(
                            List.of(1L), messages.text(), messages.text(), "", List.of(messages.text()))),
                    Instant.ofEpochMilli(version));
            assertThat(store.commit(
                            CHAT,
                            Commit.of("life", version - 1, record(version, List.of(told.id()), segment.id()))
                                    .withSegments(List.of(segment, told))))
                    .isTrue();
        }
        Counters most = Counters.of(Counters.Field.CHAT_CACHE_CREATION_TOKENS, Long.MAX_VALUE);
        store.count(CHAT, StoreContractFixture.counted(1).plus(most));
        return store;
    }

    private StateDocument document() {
        return StateDocument.ofTexts(Map.of("logos", List.of("fact", messages.text() + "!"), "pathos", List.of()));
    }

    private CompressionRecord record(long version, List<Long> tellings, long segment) {
        return MadeRecord.of(version, 2)
                .pinned(List.of(1L))
                .pruned(Pruned.through(1))
                .schema(messages.text())
                .segments(List.of(segment))
                .tellings(tellings)
                .shown(document())
                .enabled(random.nextBoolean())
                .accounting(new Accounting(
                        1,
                        2,
                        3,
                        4,
                        5,
                        new Accounting.Coverage(9, 7, 8, 1, 2),
                        new StateShares(20, 12, 8),
                        0,
                        0,
                        Duration.ZERO))
                .at(Instant.parse("2026-01-02T03:04:05.678Z"));
    }

    @Test
    void importEqualsExport() {
        for (int i = 0; i < 200; i++) {
            SessionStore from = filled();
            ConversationExport export = ConversationExport.of(from, CHAT).orElseThrow();
            byte[] bytes = export.write(CODEC).getBytes(StandardCharsets.UTF_8);
            ConversationExport read = ConversationExport.read(new String(bytes, StandardCharsets.UTF_8), CODEC);
            assertThat(read).isEqualTo(export);

            SessionStore to = SessionStore.inMemory();
            assertThat(read.into(to, "copy", "life-2")).isTrue();
            Head was = from.head(CHAT).orElseThrow();
            Head is = to.head("copy").orElseThrow();
            assertThat(is)
                    .isEqualTo(
                            new Head("life-2", was.lastSequence(), was.recordVersion(), is.revision(), was.messages()));
            assertThat(to.load("copy", 0, 100)).isEqualTo(from.load(CHAT, 0, 100));
            assertThat(to.current("copy")).isEqualTo(from.current(CHAT));
            assertThat(to.counters("copy")).isEqualTo(from.counters(CHAT));
            assertThat(ConversationExport.of(to, "copy")).contains(export);
            assertThat(read.into(to, "copy", "life-3")).as("there already").isFalse();
            assertThat(to.head("copy")).contains(is);
        }
    }

    @Test
    void importIsAtomic() {
        ConversationExport export = new ConversationExport(
                9, Entries.of(List.of(Message.user("one"))), record(1, List.of(), 7), List.of(), Counters.NONE);
        for (String call : List.of("append", "erase", "commit", "count")) {
            for (boolean lateOnly : new boolean[] {false, true}) {
                SessionStore to = SessionStore.inMemory();
                SessionStore failing = WatchedStore.of(to, made -> {
                    Object answer = lateOnly || !made.name().equals(call) ? made.proceed() : null;
                    if (made.name().equals(call)) {
                        throw new IllegalStateException("connection reset");
                    }
                    return answer;
                });

                assertThatIllegalStateException().isThrownBy(() -> export.into(failing, "copy", "life-2"));

                assertThat(to.head("copy")).as(call).isEmpty();
                assertThat(export.into(to, "copy", "life-3")).isTrue();
            }
        }
    }

    /** Processes over one list derive the same incarnation from it. */
    @ParameterizedTest
    @ValueSource(strings = {"theirs", "life-2"})
    void importKeepsConversationStartedConcurrently(String incarnation) {
        SessionStore to = SessionStore.inMemory();
        ConversationExport export = ConversationExport.of(filled(), CHAT).orElseThrow();
        SessionStore shared = WatchedStore.of(to, made -> {
            if (made.name().equals("append")) {
                to.append("copy", incarnation, 0, "key", Entries.of(List.of(Message.user("theirs"))));
            }
            return made.proceed();
        });

        assertThat(export.into(shared, "copy", "life-2")).isFalse();

        assertThat(to.head("copy").orElseThrow().incarnation()).isEqualTo(incarnation);
        assertThat(to.load("copy", 0, 10)).hasSize(1);
    }

    @Test
    void refusedCommitOfImportLeavesNothing() {
        SessionStore to = SessionStore.inMemory();
        ConversationExport export = new ConversationExport(
                1, Entries.of(List.of(Message.user("one"))), record(1, List.of(), 7), List.of(), Counters.NONE);
        SessionStore shared = WatchedStore.of(to, made -> made.name().equals("commit") ? false : made.proceed());

        assertThat(export.into(shared, "copy", "life-2")).isFalse();

        assertThat(to.head("copy")).isEmpty();
    }

    @Test
    void rejectsUnorderedMessages() {
        List<Entry> entries = List.of(new Entry(2, Message.user("two"), 1), new Entry(1, Message.user("one"), 1));

        assertThatThrownBy(() -> new ConversationExport(2, entries, null, List.of(), Counters.NONE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConversationExport(1, entries.subList(0, 1), null, List.of(), Counters.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lastSequence");
    }

    /** A store whose conversation is changed each of the first {@code times} times that its messages were read. */
    private SessionStore changing(int times) {
        SessionStore store = filled();
        AtomicInteger changes = new AtomicInteger();
        return WatchedStore.of(store, made -> {
            Object answer = made.proceed();
            if (made.name().equals("counters") && changes.incrementAndGet() <= times) {
                Head head = store.head(CHAT).orElseThrow();
                Entry next = new Entry(head.lastSequence() + 1, Message.user("more"), 1);
                store.append(CHAT, "life", head.lastSequence(), "key" + changes, List.of(next));
            }
            return answer;
        });
    }

    @Test
    void givesUpAfterTenConcurrentChanges() {
        assertThat(ConversationExport.of(changing(9), CHAT).orElseThrow().entries())
                .extracting(entry -> entry.message().text())
                .endsWith("more", "more", "more", "more", "more", "more", "more", "more", "more");

        SessionStore restless = changing(10);
        assertThatIllegalStateException().isThrownBy(() -> ConversationExport.of(restless, CHAT));
    }

    @Test
    void aRecordWithoutTellingsIsWrittenAsBeforeThereWereAny() {
        CompressionRecord without = record(3, List.of(), 7);
        SegmentState state = new SegmentState(7, 1, document(), Instant.EPOCH);

        assertThat(StoreJson.write(without)).doesNotContainKey("tellings");
        assertThat(StoreJson.write(state)).containsOnlyKeys("version", "id", "through", "document", "created_at");
        assertThat(StoreJson.readRecord(JsonFields.parse("record", Json.write(StoreJson.write(without)))))
                .isEqualTo(without);
        assertThat(StoreJson.readSegment(JsonFields.parse("segment", Json.write(StoreJson.write(state)))))
                .isEqualTo(state);
    }

    @Test
    void readsCountersWithoutFacts() {
        Counters counters = filled().counters(CHAT);
        Map<String, Object> older = StoreJson.write(counters);
        older.remove("facts");

        Counters read = StoreJson.readCounters(JsonFields.parse("counters", Json.write(older)));

        assertThat(read.facts()).isEqualTo(Accounting.Coverage.NONE);
        assertThat(read.plus(Counters.of(
                        Counters.Field.FACTS_REQUIRED,
                        counters.facts().required(),
                        counters.facts().held(),
                        counters.facts().shown(),
                        counters.facts().leftOut(),
                        counters.facts().invented())))
                .isEqualTo(counters);
    }

    @Test
    void keepsNumbersOfErasedLastMessages() {
        SessionStore from = SessionStore.inMemory();
        from.append(
                CHAT,
                "life",
                0,
                "key",
                List.of(new Entry(1, Message.user("one"), 1), new Entry(2, Message.user("two"), 1)));
        from.erase(CHAT, 1);
        from.erase(CHAT, 2);
        SessionStore to = SessionStore.inMemory();
        assertThat(ConversationExport.of(from, CHAT).orElseThrow().into(to, CHAT, "life"))
                .isTrue();
        Head head = to.head(CHAT).orElseThrow();
        assertThat(head).isEqualTo(new Head("life", 2, 0, head.revision(), 0));
        assertThat(to.load(CHAT, 0, 10)).isEmpty();
    }

    @Test
    void missingConversationHasNoExport() {
        assertThat(ConversationExport.of(SessionStore.inMemory(), CHAT)).isEmpty();
    }

    @Test
    void refusesOtherDocumentsAndNewerVersionsByName() {
        String json = ConversationExport.of(filled(), CHAT).orElseThrow().write(CODEC);
        assertThatThrownBy(() -> ConversationExport.read(
                        json.replace("-conversation\",\"version\":1", "-conversation\",\"version\":9"), CODEC))
                .isInstanceOf(JsonFormatException.class)
                .hasMessage("conversation has format version 9, but the newest one known here is 1");
        for (String other : List.of("", "{}", "[]", "{\"format\":\"secret\"}", json.substring(0, json.length() - 1))) {
            assertThatThrownBy(() -> ConversationExport.read(other, CODEC))
                    .isInstanceOf(JsonFormatException.class)
                    .hasMessageContaining("conversation")
                    .hasMessageNotContaining("secret");
        }
        assertThatThrownBy(
                        () -> ConversationExport.read(json.replace("\"last_sequence\":", "\"last_sequence\":-"), CODEC))
                .isInstanceOf(JsonFormatException.class)
                .hasMessageContaining("conversation.last_sequence");
    }
}
