package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.MadeRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes at one list, by turns and at random, with restarts: nothing is lost, doubled or covered by mistake. */
class ListSessionStoreFuzzTest {
    private static final String CHAT = "chat";
    private static final StateSchema SCHEMA = StateSchema.session();

    @ParameterizedTest
    @EnumSource(Kind.class)
    void twoProcessesAgreeOnListContents(Kind kind) {
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("ListSessionStoreFuzzTest " + kind + " seed " + seed);
        Random random = new Random(seed);
        FrameworkLists lists = new FrameworkLists(kind);
        SessionStore[] processes = {over(lists), over(lists)};
        List<String> expected = new ArrayList<>();
        String covered = "";
        for (int step = 1; step <= FuzzCases.LIST_SESSION_STORE.count(); step++) {
            int which = random.nextInt(2);
            SessionStore store = processes[which];
            Head head = store.head(CHAT).orElse(new Head("life" + step, 0, 0, 0, 0));
            assertThat(head.lastSequence() > 0 || head.recordVersion() > 0).isEqualTo(!expected.isEmpty());
            switch (random.nextInt(12)) {
                case 0 -> processes[which] = over(lists);
                case 1 -> {
                    if (random.nextInt(4) == 0) {
                        assertThat(store.delete(CHAT)).isEqualTo(!expected.isEmpty());
                        expected.clear();
                        covered = "";
                    }
                }
                case 2, 3 -> {
                    List<Entry> plain = plain(store);
                    if (!plain.isEmpty()) {
                        Entry last = plain.get(random.nextInt(plain.size()));
                        covered = "fact " + step;
                        assertThat(store.commit(
                                        CHAT,
                                        Commit.of(
                                                head.incarnation(), head.recordVersion(), record(head, last, covered))))
                                .isTrue();
                    }
                }
                default -> {
                    List<Entry> batch = batch(expected.isEmpty() ? 4 : random.nextInt(5), head.lastSequence(), step);
                    assertThat(store.append(
                                    CHAT,
                                    head.incarnation(),
                                    head.lastSequence(),
                                    UUID.randomUUID().toString(),
                                    batch))
                            .isEqualTo(Append.ADDED);
                    batch.stream()
                            .map(Entry::message)
                            .filter(ListSessionStoreFuzzTest::isPlain)
                            .forEach(message -> expected.add(message.text()));
                }
            }
            for (SessionStore each : processes) {
                String fact = each.current(CHAT)
                        .map(record -> record.injected().text("logos"))
                        .orElse("");
                assertThat(fact).isEqualTo(covered);
                assertThat(plain(each))
                        .extracting(entry -> entry.message().text())
                        .isEqualTo(expected);
                assertThat(coveredTexts(each)).isEqualTo(coveredTexts(processes[0]));
            }
            long bare = lists.stored(CHAT).stream()
                    .map(Said::text)
                    .filter(StateEnvelope::holds)
                    .count();
            assertThat(bare).isEqualTo(covered.isEmpty() ? 0 : 1);
        }
    }

    private static SessionStore over(FrameworkLists lists) {
        return FrameworkLists.over(lists.inAnotherProcess());
    }

    private static List<Entry> batch(int what, long after, int step) {
        List<Message> messages = new ArrayList<>();
        List<ToolCall> calls = List.of(new ToolCall("c" + step, "look", "{}"));
        switch (what) {
            case 0 ->
                messages.addAll(
                        List.of(Message.assistant("", calls), Message.toolResult("c" + step, "look", "found " + step)));
            case 1 ->
                messages.addAll(List.of(
                        Message.user(StateEnvelope.wrap(SCHEMA, document("typed " + step))),
                        Message.assistant(StateEnvelope.ACKNOWLEDGEMENT)));
            case 2 -> messages.add(Message.user("the same words"));
            default -> messages.addAll(List.of(Message.user("question " + step), Message.assistant("answer " + step)));
        }
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(new Entry(after + entries.size() + 1, message, 1));
        }
        return entries;
    }

    private static boolean isPlain(Message message) {
        return message.role() != Role.TOOL
                && !message.callsTools()
                && !message.text().isEmpty();
    }

    private static List<Entry> plain(SessionStore store) {
        return store.load(CHAT, 0, 10_000).stream()
                .filter(entry -> isPlain(entry.message()))
                .toList();
    }

    private static List<String> coveredTexts(SessionStore store) {
        long boundary = store.current(CHAT).map(CompressionRecord::boundary).orElse(0L);
        return plain(store).stream()
                .filter(entry -> entry.sequence() <= boundary)
                .map(entry -> entry.message().text())
                .toList();
    }

    private static StateDocument document(String fact) {
        return StateDocument.ofTexts(Map.of("logos", List.of(fact)));
    }

    private static CompressionRecord record(Head head, Entry last, String fact) {
        CompressionRecord none = CompressionRecord.none(SCHEMA.name());
        CompressionRecord first = none.replaced(last.sequence(), List.of(), List.of(), document(fact), Instant.EPOCH);
        return MadeRecord.of(head.recordVersion() + 1, first.boundary())
                .pinned(first.pinned())
                .schema(first.schema())
                .segments(first.segments())
                .shown(first.injected())
                .cause(first.cause())
                .accounting(first.accounting())
                .at(first.createdAt());
    }
}
