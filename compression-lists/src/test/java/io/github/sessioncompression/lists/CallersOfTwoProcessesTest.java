package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.lists.ListCopiesTest.Order;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers of two processes that add to one list for a time, with a side store that compares and sets. */
class CallersOfTwoProcessesTest extends SideStoreFixture {
    @ParameterizedTest
    @CsvSource({"LIVE,2", "TEXT_AND_ROLE,4", "NO_TOOLS,8", "METADATA,4"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void callersOfTwoProcessesKeepEachMessageOnce(Kind kind, int callers) throws Exception {
        int turns = 25;
        FrameworkLists shared = new FrameworkLists(kind);
        AtomicInteger saves = new AtomicInteger();
        List<SessionStore> nodes = List.of(mixing(shared, saves), mixing(shared, saves));
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        List<Callable<Void>> adding = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            SessionStore node = nodes.get(caller % 2);
            String name = "caller " + caller;
            for (int turn = 0; turn < turns; turn++) {
                expected.add(name + " asks " + turn);
                expected.add(name + " hears " + turn);
            }
            adding.add(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    addUntilAdded(node, Message.user(name + " asks " + turn));
                    addUntilAdded(node, Message.assistant(name + " hears " + turn));
                }
                return null;
            });
        }
        for (Future<Void> each : threads.invokeAll(adding)) {
            each.get();
        }
        threads.shutdown();
        for (SessionStore node : List.of(nodes.get(0), nodes.get(1), mixing(shared, saves))) {
            head(node);
            List<String> said = messages(node).stream().map(Message::text).toList();
            assertThat(said).containsExactlyInAnyOrderElementsOf(expected);
            for (int i = 0; i < expected.size(); i += 2) {
                assertThat(said).containsSubsequence(expected.get(i), expected.get(i + 1));
            }
        }
        assertThat(texts(shared)).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static void addUntilAdded(SessionStore store, Message message) {
        Append done;
        do {
            Head head = store.head(CHAT).orElse(new Head(key(), 0, 0, 0, 0));
            List<Entry> entries = entries(head.lastSequence(), message);
            done = store.append(CHAT, head.incarnation(), head.lastSequence(), key(), entries);
        } while (done != Append.ADDED);
    }

    /** A process over lists of which two saves at the same moment are both kept, mixed by place. */
    private SessionStore mixing(FrameworkLists shared, AtomicInteger saves) {
        FrameworkLists own = shared.inAnotherProcess();
        MessageLists<Said> mixing = new InterruptedLists(own) {
            @Override
            @SuppressWarnings("ThreadPriorityCheck") // makes two saves at the same moment likely, no more
            public void save(String conversationId, List<Said> messages) {
                int before = saves.get();
                Thread.yield();
                synchronized (saves) {
                    List<Said> other = own.stored(conversationId);
                    super.save(conversationId, messages);
                    if (saves.getAndIncrement() != before) {
                        own.store(conversationId, Order.BY_PLACE.mixed(own.stored(conversationId), other));
                    }
                }
            }
        };
        return FrameworkLists.over(mixing, () -> NOW, SideStore.of(side.store));
    }
}
