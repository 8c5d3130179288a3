package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Contract of every {@link SessionStore} for records, segments and leases. */
abstract class StoreRecordContract extends StoreContractFixture {
    @Test
    void replacesTheRecordOnlyIfNothingCameBetween() {
        append(1, 2);
        assertThat(commit(CHAT, LIFE, 0, record(1, 1))).isTrue();
        assertThat(commit(CHAT, LIFE, 0, record(1, 2))).isFalse();
        assertThat(commit(CHAT, "other life", 1, record(2, 2))).isFalse();
        assertThat(commit("no chat", LIFE, 0, record(1, 1))).isFalse();
        assertThat(commit(CHAT, LIFE, 1, record(2, 2))).isTrue();
        assertThat(store.current(CHAT)).contains(record(2, 2));
        assertThat(store.history(CHAT)).containsExactly(record(1, 1), record(2, 2));
        assertThat(store.head(CHAT)).contains(head(LIFE, 2, 2));
    }

    @Test
    void keepsEveryPartOfARecord() {
        append(1, 3);
        CompressionRecord record = MadeRecord.of(1, 2)
                .pinned(List.of(1L))
                .pruned(Pruned.through(2))
                .segments(List.of(4L, 9L))
                .shown(document("shown </session_state> 'quoted' 😀"))
                .enabled(false)
                .accounting(new Accounting(
                        2,
                        300,
                        40,
                        500,
                        60,
                        new Accounting.Coverage(9, 7, 8, 1, 2),
                        new StateShares(20, 12, 8),
                        70,
                        2,
                        Duration.ofMillis(1_234)))
                .bridge(new Bridge(3, document("shown of it"), document("all of it")))
                .at(Instant.parse("2026-01-02T03:04:05.678Z"));
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record))).isTrue();
        assertThat(store.current(CHAT)).contains(record);
    }

    @Test
    void keepsLargeBridgeThatIsShownWhole() {
        append(1, 3);
        StateDocument all = document("Order 1000 is noted. ".repeat(500));
        CompressionRecord record = CompressionRecord.none("session")
                .bridged(new Bridge(3, all, all), Instant.parse("2026-01-02T03:04:05Z"));

        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record))).isTrue();

        assertThat(store.current(CHAT)).contains(record);
    }

    @Test
    void keepsChosenPins() {
        append(1, 5);
        ChosenPins pins =
                ChosenPins.NONE.with(5, true).with(2, true).with(4, false).with(2, true);
        CompressionRecord record = record(1, 1).choosing(pins);

        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record))).isTrue();

        assertThat(pins).isEqualTo(new ChosenPins(List.of(2L, 5L), List.of(4L)));
        assertThat(store.current(CHAT).orElseThrow().chosen()).isEqualTo(pins);
    }

    @Test
    void keepsSegmentSharedByRecordsOnce() {
        append(1, 4);
        SegmentState one = segment(SegmentState.id(1, 0), "one");
        SegmentState two = segment(SegmentState.id(2, 0), "two </session_state> 'quoted' 😀");
        SegmentState three = segment(SegmentState.id(2, 1), "three");
        assertThat(commit(LIFE, 0, record(1, 1, one.id()), one)).isTrue();
        assertThat(commit(LIFE, 0, record(1, 1, two.id()), two))
                .as("not in force")
                .isFalse();
        assertThat(store.segments(CHAT, List.of(two.id()))).isEmpty();
        assertThat(commit(LIFE, 1, record(2, 2, one.id(), two.id(), three.id()), two, three))
                .isTrue();
        assertThat(store.segments(CHAT, List.of(three.id(), 5L, one.id(), two.id())))
                .containsExactly(three, one, two);
        assertThat(commit(LIFE, 2, record(3, 2, one.id()), segment(one.id(), "another")))
                .isTrue();
        assertThat(store.segments(CHAT, List.of(one.id()))).containsExactly(one);
        assertThat(store.segments("other", List.of(one.id()))).isEmpty();
        store.delete(CHAT);
        append(1, 1);
        assertThat(store.segments(CHAT, List.of(one.id()))).isEmpty();
    }

    @Test
    void laterErasureRemovesOlderRecords() {
        append(1, 3);
        SegmentState one = segment(SegmentState.id(2, 0), "one");
        SegmentState two = segment(SegmentState.id(3, 0), "two");
        assertThat(commit(LIFE, 0, record(1, 1))).isTrue();
        assertThat(store.erase(CHAT, 3)).isTrue();
        assertThat(commit(LIFE, 1, record(2, 2, one.id()), one)).isTrue();
        assertThat(commit(LIFE, 2, record(3, 2, two.id()), two)).isTrue();
        Head before = store.head(CHAT).orElseThrow();

        assertThat(store.erase(CHAT, 3)).isFalse();

        assertThat(store.history(CHAT)).containsExactly(record(3, 2, two.id()));
        assertThat(store.segments(CHAT, List.of(one.id(), two.id()))).containsExactly(two);
        Head after = store.head(CHAT).orElseThrow();
        assertThat(after.revision()).isNotEqualTo(before.revision());
        assertThat(after).isEqualTo(new Head(LIFE, 3, 3, after.revision(), 2));
        assertThat(store.load(CHAT, 0, 10)).hasSize(2);
        assertThat(store.erase(CHAT, 3)).isFalse();
        assertThat(store.head(CHAT)).contains(after);
    }

    @Test
    void keepsSegmentSummariesAsLongAsRecordsNameThem() {
        append(1, 4);
        SegmentState state = segment(SegmentState.id(1, 0), "one");
        SegmentState told = told(SegmentState.id(1, 1), "two </session_state> 'quoted' 😀");
        SegmentState later = told(SegmentState.id(2, 0), "three");
        CompressionRecord first = recordTelling(1, 1, List.of(state.id()), List.of(told.id()));
        assertThat(commit(LIFE, 0, first, state, told)).isTrue();
        CompressionRecord second = recordTelling(2, 2, List.of(state.id()), List.of(told.id(), later.id()));
        assertThat(commit(LIFE, 1, second, later)).isTrue();
        assertThat(store.current(CHAT)).contains(second);
        assertThat(store.history(CHAT)).startsWith(first);
        assertThat(store.segments(CHAT, second.needed())).containsExactly(state, told, later);
        store.erase(CHAT, 4);
        assertThat(store.segments(CHAT, second.needed())).containsExactly(state, told, later);
        assertThat(commit(LIFE, 2, recordTelling(3, 2, List.of(state.id()), List.of(later.id()))))
                .isTrue();
        store.erase(CHAT, 3);
        assertThat(store.segments(CHAT, second.needed())).containsExactly(state, later);
    }

    @Test
    void keepsTheSegmentsOfItsHistoryHoweverLong() {
        append(1, 1);
        long before = 0;
        for (int version = 1; version <= 250; version++) {
            SegmentState segment = segment(SegmentState.id(version, 0), "state " + version);
            assertThat(commit(LIFE, before, record(version, 1, segment.id()), segment))
                    .isTrue();
            before = version;
        }
        List<CompressionRecord> history = store.history(CHAT);
        assertThat(history).hasSizeGreaterThan(1).endsWith(record(250, 1, SegmentState.id(250, 0)));
        for (CompressionRecord record : history) {
            assertThat(store.segments(CHAT, record.segments())).hasSize(1);
        }
    }

    @Test
    void refusesCommitUnderLostLease() {
        append(1, 2);
        Lease slow = store.tryLease(CHAT, "slow", MINUTE).orElseThrow();
        clock.advance(MINUTE);
        Lease fast = store.tryLease(CHAT, "fast", MINUTE).orElseThrow();
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 1)).under(slow)))
                .isFalse();
        assertThat(store.head(CHAT)).contains(head(LIFE, 2, 0));
        store.release(CHAT, fast);
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 1)).under(slow)))
                .as("given back")
                .isFalse();
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 1)).under(fast)))
                .isTrue();
        assertThat(commit(CHAT, LIFE, 1, record(2, 2))).as("without a lease").isTrue();
    }

    @Test
    void aVersionMaySkipNumbersButNeverGoesBack() {
        append(1, 1);
        assertThat(commit(CHAT, LIFE, 0, record(7, 1))).isTrue();
        assertThat(store.head(CHAT)).contains(head(LIFE, 1, 7));
        assertThatThrownBy(() -> Commit.of(LIFE, 7, record(7, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("7");
        assertThat(commit(CHAT, LIFE, 7, record(8, 1))).isTrue();
    }

    @Test
    void leasesToOneRunAtATimeUntilItIsGivenBackOrRunsOut() {
        append(1, 1);
        Lease first = store.tryLease(CHAT, "a", Duration.ofSeconds(10)).orElseThrow();
        assertThat(first.owner()).isEqualTo("a");
        assertThat(store.tryLease(CHAT, "b", Duration.ofSeconds(10))).isEmpty();
        clock.advance(Duration.ofSeconds(6));
        assertThat(store.tryLease(CHAT, "a", Duration.ofSeconds(10)))
                .as("extended")
                .contains(first);
        clock.advance(Duration.ofSeconds(6));
        store.release(CHAT, new Lease("b", first.token()));
        store.release(CHAT, new Lease("a", first.token() + 1));
        assertThat(store.tryLease(CHAT, "b", Duration.ofSeconds(10))).isEmpty();
        store.release(CHAT, first);
        Lease second = store.tryLease(CHAT, "b", Duration.ofSeconds(10)).orElseThrow();
        assertThat(second.token()).as("survives release").isGreaterThan(first.token());
        store.release(CHAT, first);
        assertThat(store.tryLease(CHAT, "a", Duration.ofSeconds(10))).isEmpty();
        clock.advance(Duration.ofSeconds(10));
        Lease third = store.tryLease(CHAT, "a", Duration.ofSeconds(10)).orElseThrow();
        assertThat(third.token()).as("survives expiry").isGreaterThan(second.token());
        assertThat(store.tryLease("no chat", "a", MINUTE)).isEmpty();
    }

    @Test
    void grantsLeaseBeyondAllClocks() {
        append(1, 1);
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);

        Lease lease = store.tryLease(CHAT, "a", longest).orElseThrow();

        assertThat(store.tryLease(CHAT, "a", longest)).contains(lease);
        assertThat(store.tryLease(CHAT, "b", longest)).isEmpty();
    }

    @Test
    void onlyOneOfManyThreadsGetsTheLease() throws Exception {
        append(1, 1);
        AtomicInteger granted = new AtomicInteger();
        inParallel(8, number -> store.tryLease(CHAT, "run " + number, MINUTE)
                .ifPresent(lease -> granted.incrementAndGet()));
        assertThat(granted).hasValue(1);
    }

    @Test
    void onlyOneOfManyThreadsReplacesARecord() throws Exception {
        append(1, 1);
        AtomicInteger winners = new AtomicInteger();
        inParallel(8, number -> winners.addAndGet(commit(CHAT, LIFE, 0, record(1, number)) ? 1 : 0));
        assertThat(winners).hasValue(1);
        assertThat(store.history(CHAT)).hasSize(1);
    }
}
