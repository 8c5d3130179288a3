package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.MadeRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two processes at one list and one side store, by turns and at random, with restarts: all that a store in memory would hold is there,
 * in both processes, whatever the framework's store loses.
 */
class SideStoreFuzzTest extends ListStoreFixture {
    @ParameterizedTest
    @CsvSource({
        "LIVE,true",
        "TEXT_AND_ROLE,false",
        "NO_TOOLS,true",
        "NO_TOOLS,false",
        "NO_EMPTY_TEXTS,true",
        "METADATA,false",
        "SWAPPED_PAIR,true"
    })
    void twoProcessesAgreeOnEverything(Kind kind, boolean stateInList) {
        long seed = Long.getLong("fuzz.seed", FuzzCases.seed());
        System.out.println("SideStoreFuzzTest " + kind + " -Dfuzz.seed=" + seed);
        Random random = new Random(seed);
        FrameworkLists shared = new FrameworkLists(kind);
        SessionStore side = SessionStore.inMemory();
        SessionStore model = SessionStore.inMemory();
        SessionStore[] processes = {over(shared, side, stateInList), over(shared, side, stateInList)};
        for (int step = 1; step <= FuzzCases.LIST_SESSION_STORE.count(); step++) {
            int which = random.nextInt(2);
            int what = random.nextInt(14);
            if (what == 0) {
                processes[which] = over(shared, side, stateInList);
            } else {
                long choice = random.nextLong();
                String key = key();
                String here = step(processes[which], what, new Random(choice), step, key);
                assertThat(here).isEqualTo(step(model, what, new Random(choice), step, key));
            }
            for (SessionStore each : processes) {
                assertThat(everything(each)).as("step %s", step).isEqualTo(everything(model));
            }
            long states = shared.stored(CHAT).stream()
                    .filter(said -> StateEnvelope.holds(said.text()))
                    .count();
            assertThat(states).isLessThanOrEqualTo(stateInList ? 1 : 0);
        }
    }

    private static SessionStore over(FrameworkLists shared, SessionStore side, boolean stateInList) {
        return FrameworkLists.over(
                shared.inAnotherProcess(), () -> NOW, SideStore.of(side).withStateInList(stateInList));
    }

    private static String step(SessionStore store, int what, Random random, int step, String key) {
        Head head = store.head(CHAT).orElse(new Head("life " + step, 0, 0, 0, 0));
        long last = head.lastSequence();
        return switch (what) {
            case 1 -> random.nextInt(5) == 0 ? "deleted " + store.delete(CHAT) : "";
            case 2 -> last < 3 ? "" : "erased " + store.erase(CHAT, 2 + random.nextInt((int) last - 2));
            case 3 -> {
                long keep = last == 0 ? 0 : last - random.nextInt((int) Math.min(last, 4));
                yield last == 0
                        ? ""
                        : "replaced " + store.replaceAfter(CHAT, head, keep, "life " + step, batch(random, last, step));
            }
            case 4, 5, 6 ->
                last == 0
                        ? ""
                        : "committed " + store.commit(CHAT, commit(store, head, random.nextInt((int) last), step));
            default -> {
                Append done = store.append(CHAT, head.incarnation(), last, key, batch(random, last, step));
                yield done + " " + store.append(CHAT, head.incarnation(), last, key, batch(random, last, step));
            }
        };
    }

    private static Commit commit(SessionStore store, Head head, int through, int step) {
        CompressionRecord before = store.current(CHAT).orElse(CompressionRecord.none(SCHEMA.name()));
        long version = head.recordVersion() + 1;
        SegmentState segment =
                new SegmentState(SegmentState.id(version, 0), 1 + through, state("in full " + step), NOW);
        CompressionRecord next = step % 3 == 0
                ? before.switched(!before.enabled(), NOW)
                : MadeRecord.of(version, 1 + through)
                        .pinned(List.of(1L))
                        .pruned(Pruned.through(through))
                        .schema(SCHEMA.name())
                        .segments(List.of(segment.id()))
                        .shown(state("fact " + step))
                        .enabled(before.enabled())
                        .cause(step % 2 == 0 ? CompressionRecord.Cause.MODEL : CompressionRecord.Cause.REPLACED)
                        .at(NOW);
        Commit commit = Commit.of(head.incarnation(), head.recordVersion(), next);
        return step % 3 == 0 ? commit : commit.withSegments(List.of(segment));
    }

    private static List<Entry> batch(Random random, long after, int step) {
        List<ToolCall> calls = List.of(new ToolCall("c" + step, "look", "{}"));
        Message[] messages =
                switch (after == 0 ? 3 : random.nextInt(4)) {
                    case 0 ->
                        new Message[] {
                            Message.assistant("", calls), Message.toolResult("c" + step, "look", "found " + step)
                        };
                    case 1 ->
                        new Message[] {
                            Message.user(StateEnvelope.wrap(SCHEMA, state("typed " + step))),
                            Message.assistant(StateEnvelope.ACKNOWLEDGEMENT)
                        };
                    case 2 -> new Message[] {Message.user("the same words")};
                    default -> new Message[] {Message.user("question " + step), Message.assistant("answer " + step)};
                };
        return entries(after, messages);
    }

    /** All that a store tells; the revision is only compared for equality, so its number is the store's own business. */
    private static List<Object> everything(SessionStore store) {
        List<Object> all = new ArrayList<>();
        store.head(CHAT)
                .ifPresent(head -> all.add(
                        List.of(head.incarnation(), head.lastSequence(), head.recordVersion(), head.messages())));
        for (Entry entry : store.load(CHAT, 0, 10_000)) {
            Message message = entry.message();
            all.add(entry.sequence() + " " + entry.tokens() + message.role() + message.text() + message.toolCalls()
                    + message.toolCallId());
        }
        List<CompressionRecord> history = store.history(CHAT);
        all.addAll(history);
        history.forEach(record -> all.addAll(store.segments(CHAT, record.segments())));
        return all;
    }
}
