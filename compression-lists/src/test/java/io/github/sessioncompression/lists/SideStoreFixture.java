package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.MadeRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** Each store here is a process of its own over the same list and the same side store. */
abstract class SideStoreFixture extends ListStoreFixture {
    static final String BESIDE = SideStore.ID_PREFIX + CHAT;
    private static final List<ToolCall> CALLS = List.of(new ToolCall("c", "look", "{}"));
    static final Message[] TOOL_CHAT = {
        Message.user("one"),
        Message.assistant("", CALLS),
        Message.toolResult("c", "look", "found"),
        Message.assistant("two"),
        Message.user("three"),
        Message.assistant("let me see", CALLS),
        Message.toolResult("c", "look", "found more"),
        Message.assistant("four")
    };

    final FailingStore side = new FailingStore();
    /** How long a process has waited for a list that another one might be saving, in milliseconds. */
    final List<Long> waits = new CopyOnWriteArrayList<>();

    final AtomicReference<Instant> time = new AtomicReference<>(NOW);

    SessionStore process(FrameworkLists shared) {
        return process(shared, true);
    }

    SessionStore process(FrameworkLists shared, boolean stateInList) {
        return FrameworkLists.over(
                shared.inAnotherProcess(),
                (InstantSource) time::get,
                SideStore.of(side.store).withStateInList(stateInList).withWait(waits::add));
    }

    List<String> besideIt() {
        return side.store.load(BESIDE, 0, 1_000).stream()
                .map(entry -> entry.sequence() + " " + entry.message().text())
                .toList();
    }

    static Commit commit(SessionStore store, long boundary, String fact) {
        long version = head(store).recordVersion() + 1;
        SegmentState segment = new SegmentState(SegmentState.id(version, 0), boundary, state(fact + " in full"), NOW);
        CompressionRecord record = MadeRecord.of(version, boundary)
                .pruned(Pruned.through(boundary))
                .schema(SCHEMA.name())
                .segments(List.of(segment.id()))
                .shown(state(fact))
                .at(NOW);
        return Commit.of(head(store).incarnation(), version - 1, record).withSegments(List.of(segment));
    }

    static void add(SessionStore store, Message... messages) {
        long last = head(store).lastSequence();
        assertThat(store.append(CHAT, head(store).incarnation(), last, key(), entries(last, messages)))
                .isEqualTo(Append.ADDED);
    }

    static List<Message> messages(SessionStore store) {
        return store.load(CHAT, 0, 1_000).stream().map(Entry::message).toList();
    }
}
