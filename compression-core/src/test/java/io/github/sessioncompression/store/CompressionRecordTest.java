package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each change of a record, and what stays as it was. */
class CompressionRecordTest {
    private static final Instant NOW = Instant.ofEpochSecond(5);
    private static final StateDocument STATE = StateDocument.ofTexts(Map.of("logos", List.of("the pot is blue")));
    private static final StateDocument OTHER = StateDocument.ofTexts(Map.of("logos", List.of("the pot is red")));
    private static final CompressionRecord RECORD = record(
            3, Cause.MODEL, new Accounting(9, 900, 90, 5, 6, Coverage.NONE, StateShares.NONE, 0, 1, Duration.ZERO));

    private static CompressionRecord record(long version, Cause cause, Accounting accounting) {
        return MadeRecord.of(version, 40)
                .pinned(List.of(2L, 7L))
                .pruned(Pruned.through(30))
                .segments(List.of(11L))
                .tellings(List.of(12L))
                .shown(STATE)
                .enabled(false)
                .cause(cause)
                .accounting(accounting)
                .at(NOW);
    }

    private static CompressionRecord next(Cause cause) {
        return record(4, cause, Accounting.NONE);
    }

    private static Map<String, Object> parts(CompressionRecord record) {
        return Map.of(
                "boundary", record.boundary(),
                "pinned", record.pinned(),
                "pruned", record.pruned(),
                "segments", record.segments(),
                "tellings", record.tellings(),
                "injected", record.injected(),
                "enabled", record.enabled());
    }

    /** Checks that a change makes the next version for its cause, and that the parts named are other ones. */
    private static void changes(CompressionRecord changed, Cause cause, String... names) {
        CompressionRecord same = next(cause);
        assertThat(changed.version()).isEqualTo(4);
        assertThat(changed.cause()).isEqualTo(cause);
        assertThat(changed.createdAt()).isEqualTo(NOW);
        assertThat(changed.accounting()).isEqualTo(Accounting.NONE);
        assertThat(changed.schema()).isEqualTo("session");
        Map<String, Object> before = parts(same);
        parts(changed).forEach((name, part) -> assertThat(part.equals(before.get(name)))
                .as(name)
                .isEqualTo(!List.of(names).contains(name)));
    }

    @Test
    void eachChangeLeavesTheRestAsItWas() {
        changes(RECORD.pruned(Pruned.through(35), NOW), Cause.PRUNED, "pruned");
        changes(RECORD.resized(OTHER, NOW), Cause.RESIZED, "injected");
        changes(RECORD.switched(true, NOW), Cause.SWITCHED, "enabled");
        changes(RECORD.unpinned(List.of(2L), NOW), Cause.REPLACED, "pinned");
        changes(
                RECORD.replaced(20, List.of(7L), List.of(9L), OTHER, NOW),
                Cause.REPLACED,
                "boundary",
                "pinned",
                "pruned",
                "segments",
                "tellings",
                "injected");
        changes(
                RECORD.erased(List.of(7L), List.of(9L), List.of(), OTHER, NOW),
                Cause.ERASED,
                "pinned",
                "segments",
                "tellings",
                "injected");
    }

    @Test
    void anEarlierRecordComesBackAsANewVersionButStaysSwitchedAsItIs() {
        CompressionRecord earlier = CompressionRecord.none("session", 1).resized(OTHER, Instant.EPOCH);

        ChosenPins pins = ChosenPins.NONE.with(5, true);
        CompressionRecord back = RECORD.choosing(pins).rolledBack(earlier, List.of(), NOW);

        assertThat(back.version()).isEqualTo(4);
        assertThat(back.cause()).isEqualTo(Cause.ROLLED_BACK);
        assertThat(back.injected()).isEqualTo(OTHER);
        assertThat(back.boundary()).isZero();
        assertThat(back.pinned()).isEmpty();
        assertThat(back.segments()).isEmpty();
        assertThat(back.enabled()).isFalse();
        assertThat(back.chosen()).isEqualTo(pins);
    }

    @Test
    void restoredTakesBoundaryAndShownStateOfEarlierRecord() {
        CompressionRecord earlier = CompressionRecord.none("session", 1).resized(OTHER, Instant.EPOCH);

        CompressionRecord restored = RECORD.restored(earlier, 8, List.of(5L), List.of(6L), earlier.injected(), NOW);

        assertThat(restored.version()).isEqualTo(4);
        assertThat(restored.boundary()).isEqualTo(8);
        assertThat(restored.pinned()).containsExactly(5L);
        assertThat(restored.segments()).containsExactly(6L);
        assertThat(restored.injected()).isEqualTo(OTHER);
        assertThat(restored.enabled()).isTrue();
        assertThat(restored.cause().isTheApplications()).isTrue();
    }

    @Test
    void onlyApplicationCausesAreItsOwn() {
        assertThat(List.of(Cause.values()).stream().filter(Cause::isTheApplications))
                .containsExactly(Cause.REPLACED, Cause.ERASED, Cause.ROLLED_BACK, Cause.CONTINUED);
    }

    @Test
    void shareIsRelativeToRequiredAndAtMostOne() {
        assertThat(Coverage.NONE.share()).isEqualTo(1);
        assertThat(new Coverage(8, 1, 2, 0, 0).share()).isEqualTo(0.25);
        assertThat(new Coverage(8, 1, 9, 0, 0).share()).isEqualTo(1);
        assertThat(new Coverage(8, 0, 0, 8, 0).share()).isZero();
    }

    @Test
    void keepsPaidTokensWhileBoundaryStays() {
        Accounting paid =
                new Accounting(9, 900, 90, 0, 0, Accounting.Coverage.NONE, StateShares.NONE, 1_234, 0, Duration.ZERO);
        CompressionRecord extract = record(3, Cause.OFFLINE, paid);

        CompressionRecord pruned = extract.pruned(Pruned.through(35), NOW);
        assertThat(pruned.accounting().paidTokens()).isEqualTo(1_234);
        assertThat(pruned.accounting().spanTokens()).isZero();
        assertThat(pruned.bridged(Bridge.NONE, NOW).accounting().paidTokens()).isEqualTo(1_234);
        assertThat(extract.begun(60, NOW).accounting()).isEqualTo(Accounting.NONE);
    }
}
