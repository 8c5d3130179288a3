package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Data a list cannot hold, kept in a side store: it outlasts the process and is seen by others. */
class SideStoreTest extends SideStoreFixture {
    @Test
    void keepsRecordsOnlyInSideStore() {
        assertThat(store.keepsRecords()).isFalse();
        assertThat(process(lists).keepsRecords()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void sideStoreKeepsExtrasAcrossProcesses(Kind kind) {
        FrameworkLists shared = new FrameworkLists(kind);
        SessionStore before = process(shared);
        begin(before, TOOL_CHAT);
        Commit commit = commit(before, 4, "a");
        assertThat(before.commit(CHAT, commit)).isTrue();
        CompressionRecord off = commit.record().switched(false, NOW);
        assertThat(before.commit(CHAT, Commit.of(LIFE, 1, off))).isTrue();
        before.count(
                CHAT,
                Counters.of(Counters.Field.COMPRESSIONS, 1, 2, 3)
                        .plus(Counters.of(Counters.Field.FACTS_REQUIRED, 9, 7, 8, 1, 2)));
        SessionStore after = process(shared);
        assertThat(after.head(CHAT)).isEqualTo(before.head(CHAT));
        assertThat(messages(after)).containsExactly(TOOL_CHAT);
        assertThat(after.current(CHAT)).contains(off);
        assertThat(after.history(CHAT)).containsExactly(commit.record(), off);
        assertThat(after.segments(CHAT, off.segments())).isEqualTo(commit.newSegments());
        assertThat(Counters.Field.FAILURES.of(after.counters(CHAT))).isEqualTo(3);
        assertThat(after.counters(CHAT).facts()).isEqualTo(new Accounting.Coverage(9, 7, 8, 1, 2));
        add(after, Message.user("five"));
        assertThat(process(shared).current(CHAT)).contains(off);
        assertThat(messages(process(shared))).hasSize(9);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void listHoldsOnlyChatIfStateIsKeptInSideStore(Kind kind) {
        FrameworkLists shared = new FrameworkLists(kind);
        SessionStore here = process(shared, false);
        begin(here, Message.user("one"), Message.assistant("two"), Message.user("three"));
        assertThat(here.commit(CHAT, commit(here, 2, "a"))).isTrue();
        add(here, Message.assistant("four"));
        SessionStore there = process(shared, false);
        add(there, Message.user("five"));
        assertThat(texts(shared)).containsExactly("one", "two", "three", "four", "five");
        assertThat(there.current(CHAT).orElseThrow().injected().text("logos")).isEqualTo("a");
        assertThat(there.current(CHAT).orElseThrow().boundary()).isEqualTo(2);
    }

    @Test
    void movesStateFromListToSideStore() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        assertThat(texts(lists)).contains(envelope("a"));
        SessionStore there = process(lists, false);
        assertThat(there.current(CHAT).orElseThrow().injected().text("logos")).isEqualTo("a");
        add(there, Message.user("five"));
        assertThat(texts(lists)).containsExactly("one", "two", "three", "four", "five");
        assertThat(process(lists, false).current(CHAT).orElseThrow().boundary()).isEqualTo(2);
    }

    @Test
    void anotherProcessSeesACompressionAtOnceAndItsTokenHolds() {
        SessionStore here = process(lists);
        begin(here, Message.user("one"), Message.assistant("two"), Message.user("three"));
        SessionStore there = process(lists);
        Lease lease = here.tryLease(CHAT, "run", Duration.ofMinutes(1)).orElseThrow();
        assertThat(there.tryLease(CHAT, "other", Duration.ofMinutes(1))).isEmpty();
        Commit late = commit(there, 1, "late");
        assertThat(here.commit(CHAT, commit(here, 2, "a").under(lease))).isTrue();
        assertThat(there.commit(CHAT, late)).isFalse();
        assertThat(there.current(CHAT).orElseThrow().injected().text("logos")).isEqualTo("a");
        add(there, Message.assistant("four"));
        assertThat(texts(lists))
                .containsExactly("one", "two", envelope("a"), StateEnvelope.ACKNOWLEDGEMENT, "three", "four");
        here.release(CHAT, lease);
        assertThat(there.tryLease(CHAT, "other", Duration.ofMinutes(1))).isPresent();
    }

    @Test
    void repeatedAppendAfterRestartAddsNothing() {
        SessionStore here = process(lists);
        String key = key();
        List<Entry> entries = entries(0, Message.user("one"));
        assertThat(here.append(CHAT, LIFE, 0, key, entries)).isEqualTo(Append.ADDED);
        assertThat(process(lists).append(CHAT, LIFE, 1, key, entries(1, Message.user("one"))))
                .isEqualTo(Append.ALREADY_THERE);
        assertThat(texts(lists)).containsExactly("one");
        assertThat(loaded(process(lists))).containsExactly("1 one");
    }

    @Test
    void listsConversationsFromSideStore() {
        SessionStore here = process(lists);
        begin(here, Message.user("one"));
        assertThat(process(lists).conversations(null, 10)).containsExactly(CHAT);
        List<String> all = new ArrayList<>(process(lists).conversations(CHAT, 10));
        assertThat(all).isEmpty();
    }

    @Test
    void theStateMustBeKeptSomewhere() {
        assertThatThrownBy(() -> SideStore.none().withStateInList(false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stateInList");
    }
}
