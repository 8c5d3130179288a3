package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Context.ContextSource;
import io.github.sessioncompression.ViewDiff.Piece;
import io.github.sessioncompression.ViewDiff.Wanted;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListDiffTest {
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

    private static final Message STATE = COMPRESSED.snapshot().get(1);
    private static final Message UNDERSTOOD = COMPRESSED.snapshot().get(2);

    private final ShownViews views = new ShownViews();
    private List<Entry> transcript = with(Contexts.entry(3, PINNED), HISTORY);
    private Context current = COMPRESSED;

    private static List<Entry> with(Entry first, List<Entry> others) {
        List<Entry> all = new ArrayList<>(List.of(first));
        all.addAll(others);
        return all;
    }

    private Wanted diff(Message... list) {
        long last = transcript.get(transcript.size() - 1).sequence();
        return ListDiff.of(
                new ChatSnapshot(
                        Contexts.RULES,
                        false,
                        views.all(current),
                        new ContextSource(CompressionRecord.none("session"), List.of(), last),
                        null,
                        transcript,
                        after -> transcript,
                        text -> false,
                        false),
                List.of(list));
    }

    private static List<Message> messages(Wanted wanted) {
        return wanted.tail().stream().map(Piece::message).toList();
    }

    @Test
    void changesNothingForWholeView() {
        Wanted wanted = diff(COMPRESSED.snapshot().toArray(new Message[0]));

        assertThat(wanted.keepThrough()).isEqualTo(10);
        assertThat(wanted.tail()).isEmpty();
        assertThat(wanted.unpinned()).isEmpty();
    }

    @Test
    void replacesFromFirstDifference() {
        Wanted wanted = diff(PINNED, STATE, UNDERSTOOD, ASKED, SAID, NEW, SAID_MORE);

        assertThat(wanted.keepThrough()).isEqualTo(8);
        assertThat(wanted.tail()).containsExactly(new Piece(NEW, 0), new Piece(SAID_MORE, 10));
    }

    @Test
    void dropsMessagesMissingFromList() {
        Wanted wanted = diff(PINNED, STATE, UNDERSTOOD, ASKED, ASKED_MORE, SAID_MORE);

        assertThat(wanted.keepThrough()).isEqualTo(7);
        assertThat(messages(wanted)).containsExactly(ASKED_MORE, SAID_MORE);
    }

    @Test
    void unpinsMessageMissingFromListButKeepsIt() {
        Wanted wanted = diff(STATE, UNDERSTOOD, ASKED, SAID, ASKED_MORE, SAID_MORE);

        assertThat(wanted.keepThrough()).isEqualTo(10);
        assertThat(wanted.unpinned()).containsExactly(3L);
    }

    @Test
    void replacesEverythingWithoutState() {
        Wanted wanted = diff(ASKED, NEW);

        assertThat(wanted.basis()).isNull();
        assertThat(wanted.keepThrough()).isZero();
        assertThat(messages(wanted)).containsExactly(ASKED, NEW);
    }

    @Test
    void takesAcknowledgementBehindMessageForSpeechWithoutState() {
        assertThat(messages(diff(ASKED, UNDERSTOOD, NEW))).containsExactly(ASKED, UNDERSTOOD, NEW);
        assertThat(messages(diff(UNDERSTOOD, ASKED, NEW))).containsExactly(ASKED, NEW);
        assertThat(UNDERSTOOD.text()).isEqualTo(StateEnvelope.ACKNOWLEDGEMENT);
    }

    @Test
    void dropsMessagesAddedAfterView() {
        Context before = Contexts.of(Contexts.entries(7, ASKED, SAID));
        views.add(before);
        current = Contexts.of(HISTORY);
        transcript = HISTORY;

        Wanted wanted = diff(ASKED, SAID);

        assertThat(wanted.keepThrough()).isEqualTo(8);
        assertThat(wanted.tail()).isEmpty();
    }

    @Test
    void keepsMessagesOfOthersBehindTheirPredecessor() {
        current = Contexts.of(HISTORY);
        views.add(current);
        views.addedByOthers(8, 10);
        transcript = HISTORY;

        Wanted wanted = diff(NEW, SAID);

        assertThat(wanted.keepThrough()).isZero();
        assertThat(messages(wanted)).containsExactly(NEW, SAID, ASKED_MORE, SAID_MORE);
    }

    @Test
    void putsMessageOfOthersWhereListHasIt() {
        current = Contexts.of(HISTORY);
        views.add(current);
        views.addedByOthers(8, 10);
        transcript = HISTORY;

        assertThat(diff(SAID_MORE, ASKED).tail())
                .containsExactly(new Piece(SAID_MORE, 10), new Piece(ASKED, 7), new Piece(ASKED_MORE, 9));
    }

    @Test
    void prefersViewHidingMoreMessages() {
        Context trimmed = Contexts.of(Contexts.STATE, 8, Contexts.entries(9, ASKED_MORE, SAID_MORE));
        views.add(COMPRESSED);
        views.add(trimmed);

        Wanted wanted = diff(STATE, UNDERSTOOD, ASKED_MORE, SAID_MORE);
        assertThat(wanted.keepThrough()).isEqualTo(10);
        assertThat(wanted.basis()).isSameAs(trimmed.basis());

        assertThat(diff(STATE, UNDERSTOOD, ASKED, SAID_MORE).basis()).isSameAs(COMPRESSED.basis());
    }

    @Test
    void findsMessagesMovedByOthers() {
        views.add(COMPRESSED);
        views.changedByOthers();
        transcript = Contexts.entries(21, SAID_MORE, Message.user("Theirs."), ASKED);
        current = Contexts.of(transcript);

        Wanted wanted = diff(STATE, UNDERSTOOD, ASKED, SAID_MORE);

        assertThat(wanted.tail())
                .containsExactly(
                        new Piece(ASKED, 23), new Piece(SAID_MORE, 21), new Piece(Message.user("Theirs."), 22));
    }
}
