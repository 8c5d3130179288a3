package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ShownBefore.Remembered;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownMatchTest {
    private static final Message PINNED =
            Message.user("I am allergic to cobalt.").withPinned(true);
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message ASKED_MORE = Message.user("And the glaze?");
    private static final Message SAID_MORE = Message.assistant("It is dry.");
    private static final Message NEW = Message.user("Something else.");

    private static final List<Entry> HISTORY = Contexts.entries(7, ASKED, SAID, ASKED_MORE, SAID_MORE);

    /** Shows a state for six messages, of which the third is pinned, and four messages behind them. */
    private static final Context COMPRESSED = Contexts.of(Contexts.STATE, 6, with(Contexts.entry(3, PINNED), HISTORY));

    private static final Message STATE = COMPRESSED.snapshot().get(0);
    private static final Message UNDERSTOOD = COMPRESSED.snapshot().get(1);

    private static List<Entry> with(Entry first, List<Entry> others) {
        List<Entry> all = new ArrayList<>(List.of(first));
        all.addAll(others);
        return all;
    }

    private static ShownMatch match(Context context, Message... list) {
        return new ShownMatch(new Remembered(context, true, Long.MAX_VALUE), List.of(list), false);
    }

    private static ShownMatch former(Context context, Message... list) {
        return new ShownMatch(new Remembered(context, false, Long.MAX_VALUE), List.of(list), false);
    }

    @Test
    void aWholeViewKeepsEverything() {
        ShownMatch match = match(COMPRESSED, COMPRESSED.snapshot().toArray(new Message[0]));

        assertThat(match.findsAny()).isTrue();
        assertThat(match.hasHistory()).isTrue();
        assertThat(match.common()).isEqualTo(4);
        assertThat(match.keepThrough(match.remembered(), 12)).isEqualTo(12);
        assertThat(match.wanted(List.of(1L, 3L))).containsExactly(1L, 3L);
        assertThat(match.tail(HISTORY, 12, false)).isEmpty();
    }

    @Test
    void whatDiffersIsReplacedFromThereOn() {
        ShownMatch match = match(COMPRESSED, STATE, UNDERSTOOD, PINNED, ASKED, SAID, NEW, SAID_MORE);

        assertThat(match.common()).isEqualTo(2);
        assertThat(match.keepThrough(match.remembered(), 10)).isEqualTo(8);
        assertThat(match.tail(HISTORY, 8, false)).containsExactly(NEW, SAID_MORE);
    }

    @Test
    void whatIsLeftOutIsReplacedByWhatFollows() {
        ShownMatch match = match(COMPRESSED, STATE, UNDERSTOOD, PINNED, ASKED, ASKED_MORE, SAID_MORE);

        assertThat(match.common()).isEqualTo(1);
        assertThat(match.keepThrough(match.remembered(), 10)).isEqualTo(7);
        assertThat(match.tail(HISTORY, 7, false)).contains(ASKED_MORE, SAID_MORE);
    }

    @Test
    void aPinThatIsLeftOutIsNotWantedAnyMore() {
        ShownMatch match = match(COMPRESSED, STATE, UNDERSTOOD, ASKED, SAID, ASKED_MORE, SAID_MORE);

        assertThat(match.wanted(List.of(1L, 3L))).containsExactly(1L);
        assertThat(match.common()).isEqualTo(4);
    }

    @Test
    void aPinAloneIsFoundToo() {
        assertThat(match(COMPRESSED, PINNED).findsAny()).isTrue();
        assertThat(match(COMPRESSED, ASKED).findsAny()).isTrue();
        assertThat(match(COMPRESSED, STATE, UNDERSTOOD, NEW).findsAny()).isFalse();
    }

    @Test
    void anAcknowledgementWithoutItsStateIsSomethingSaid() {
        assertThat(match(COMPRESSED, UNDERSTOOD, ASKED, SAID).common()).isZero();
        assertThat(match(COMPRESSED, UNDERSTOOD, ASKED, SAID).tail(HISTORY, 6, false))
                .startsWith(UNDERSTOOD, ASKED);
        assertThat(match(COMPRESSED, STATE, UNDERSTOOD, ASKED, SAID).common()).isEqualTo(2);
        assertThat(UNDERSTOOD.text()).isEqualTo(StateEnvelope.ACKNOWLEDGEMENT);
    }

    @Test
    void aStateThatIsNotTheContextsStandsForWhatComesBeforeTheFirstMessageFound() {
        Remembered current = new Remembered(COMPRESSED, true, Long.MAX_VALUE);

        ShownMatch later = new ShownMatch(current, List.of(ASKED_MORE, SAID_MORE, NEW), true);
        assertThat(later.common()).isEqualTo(4);
        assertThat(later.tail(HISTORY, 10, false)).containsExactly(NEW);
        ShownMatch nothing = new ShownMatch(current, List.of(NEW), true);
        assertThat(nothing.common()).isEqualTo(4);
        assertThat(nothing.tail(HISTORY, 10, false)).containsExactly(NEW);
        assertThat(new ShownMatch(current, List.of(ASKED_MORE, SAID_MORE, NEW), false).common())
                .isZero();
    }

    @Test
    void whatCameAfterAFormerViewIsNotWanted() {
        Context before = Contexts.of(Contexts.entries(1, ASKED, SAID));
        Context now = Contexts.of(Contexts.entries(1, ASKED, SAID, ASKED_MORE, SAID_MORE));
        Remembered current = new Remembered(now, true, Long.MAX_VALUE);

        assertThat(former(before, ASKED, SAID).keepThrough(current, 4)).isEqualTo(2);
        assertThat(former(before, ASKED).keepThrough(current, 4)).isEqualTo(1);
    }

    @Test
    void whatTheCurrentViewDoesNotShowBehindAFormerOneStays() {
        Context before = Contexts.of(Contexts.entries(1, ASKED, SAID));
        Context now =
                Contexts.of(List.of(Contexts.entry(1, ASKED), Contexts.entry(2, SAID), Contexts.entry(5, ASKED_MORE)));

        assertThat(former(before, ASKED, SAID).keepThrough(new Remembered(now, true, Long.MAX_VALUE), 5))
                .isEqualTo(4);
        assertThat(former(before, ASKED, SAID)
                        .keepThrough(
                                new Remembered(Contexts.of(Contexts.entries(1, ASKED, SAID)), true, Long.MAX_VALUE), 2))
                .isEqualTo(2);
    }

    @Test
    void aFormerViewThatTheCurrentOneCoversEndsWhereItEnded() {
        Context before = Contexts.of(Contexts.entries(1, ASKED, SAID));

        assertThat(former(before, ASKED, SAID).keepThrough(new Remembered(COMPRESSED, true, Long.MAX_VALUE), 10))
                .isEqualTo(2);
        Context onlyState = Contexts.of(Contexts.STATE, 2, List.of());
        assertThat(former(onlyState, STATE, UNDERSTOOD)
                        .keepThrough(new Remembered(COMPRESSED, true, Long.MAX_VALUE), 10))
                .isEqualTo(2);
        assertThat(former(onlyState, STATE).hasHistory()).isFalse();
    }

    @Test
    void aListThatReplacesEverythingSaysAllButWhatAViewMadeUp() {
        assertThat(match(COMPRESSED, STATE, UNDERSTOOD, PINNED, NEW, ASKED)
                        .all(with(Contexts.entry(3, PINNED), HISTORY)))
                .containsExactly(PINNED, NEW, ASKED);
    }
}
