package io.github.sessioncompression.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.edit.Shown.Ranges;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListDiffTest {
    private static final Message PINNED =
            Message.user("I am allergic to cobalt.").withPinned(true);
    private static final Message STATE = Message.user("<session_state>The kiln is new.</session_state>");
    private static final Message UNDERSTOOD = Message.assistant(StateEnvelope.ACKNOWLEDGEMENT);
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message ASKED_MORE = Message.user("And the glaze?");
    private static final Message SAID_MORE = Message.assistant("It is dry.");
    private static final Message NEW = Message.user("Something else.");

    private static final Entry PIN = new Entry(3, PINNED, 5);
    private static final List<Entry> HISTORY = entries(7, ASKED, SAID, ASKED_MORE, SAID_MORE);
    private static final CompressionRecord NONE = CompressionRecord.none("session");
    private static final CompressionRecord RECORD = record(6);

    /** Shows a state for six messages, of which the third is pinned, and four messages behind them. */
    private static final Shown COMPRESSED = shown(RECORD, List.of(PIN), HISTORY);

    private List<Shown> views = List.of(COMPRESSED);
    private CompressionRecord record = RECORD;
    private List<Entry> transcript = HISTORY;

    private static CompressionRecord record(long boundary) {
        return NONE.replaced(boundary, List.of(), List.of(), StateDocument.EMPTY, Instant.EPOCH);
    }

    private static List<Entry> entries(long from, Message... messages) {
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(new Entry(from + entries.size(), message, 5));
        }
        return entries;
    }

    private static Shown shown(CompressionRecord record, List<Entry> pins, List<Entry> history) {
        List<Message> messages = new ArrayList<>();
        List<Long> sequences = new ArrayList<>();
        pins.forEach(pin -> messages.add(pin.message()));
        pins.forEach(pin -> sequences.add(pin.sequence()));
        List<Message> state = record.version() == 0 ? List.of() : List.of(STATE, UNDERSTOOD);
        messages.addAll(state);
        state.forEach(message -> sequences.add(0L));
        history.forEach(entry -> messages.add(entry.message()));
        history.forEach(entry -> sequences.add(entry.sequence()));
        long through = history.get(history.size() - 1).sequence();
        return new Shown(
                messages,
                sequences,
                0,
                state,
                "",
                record,
                history.get(0).sequence() - 1,
                through,
                true,
                Long.MAX_VALUE,
                new Ranges());
    }

    /** The view after another process has rewritten the messages. */
    private static Shown outdated(Shown view) {
        return new Shown(
                view.messages(),
                view.sequences(),
                0,
                view.stateMessages(),
                "",
                view.record(),
                view.headThrough(),
                view.through(),
                true,
                -1,
                new Ranges());
    }

    private Edit diff(Message... list) {
        long last = transcript.get(transcript.size() - 1).sequence();
        return ListDiff.of(
                new ChatSnapshot(
                        StateOptions.defaults(),
                        Entry::message,
                        false,
                        views,
                        record,
                        last,
                        null,
                        transcript.stream()
                                .filter(entry -> entry.sequence() > record.boundary())
                                .toList(),
                        after -> transcript,
                        text -> false,
                        version -> false),
                List.of(list));
    }

    private void uncompressed() {
        record = NONE;
        views = List.of(shown(NONE, List.of(), HISTORY));
    }

    @Test
    void unpinsMessageMissingFromListButKeepsIt() {
        Edit edit = diff(STATE, UNDERSTOOD, ASKED, SAID, ASKED_MORE, SAID_MORE);

        assertThat(edit.keepThrough()).isEqualTo(10);
        assertThat(edit.unpinned()).containsExactly(3L);
    }

    @Test
    void replacesEverythingWithoutState() {
        Edit edit = diff(ASKED, NEW);

        assertThat(edit.record()).isNull();
        assertThat(edit.keepThrough()).isZero();
        assertThat(edit.messages()).containsExactly(ASKED, NEW);
    }

    @Test
    void takesAcknowledgementBehindMessageForSpeechWithoutState() {
        assertThat(diff(ASKED, UNDERSTOOD, NEW).messages()).containsExactly(ASKED, UNDERSTOOD, NEW);
        assertThat(diff(UNDERSTOOD, ASKED, NEW).messages()).containsExactly(ASKED, NEW);
    }

    @Test
    void dropsMessagesAddedAfterView() {
        uncompressed();
        views = List.of(views.get(0), shown(NONE, List.of(), HISTORY.subList(0, 2)));

        Edit edit = diff(ASKED, SAID);

        assertThat(edit.keepThrough()).isEqualTo(8);
        assertThat(edit.messages()).isEmpty();
    }

    @Test
    void keepsMessagesOfOthersBehindTheirPredecessor() {
        uncompressed();
        views.get(0).unseen().add(8, 10);

        Edit edit = diff(NEW, SAID);

        assertThat(edit.keepThrough()).isZero();
        assertThat(edit.messages()).containsExactly(NEW, SAID, ASKED_MORE, SAID_MORE);
    }

    @Test
    void putsMessageOfOthersAtItsPlaceInTheList() {
        uncompressed();
        views.get(0).unseen().add(8, 10);

        assertThat(diff(SAID_MORE, ASKED).messages()).containsExactly(SAID_MORE, ASKED, ASKED_MORE);
    }

    @Test
    void prefersViewHidingMoreMessages() {
        CompressionRecord later = record(8);
        views = List.of(shown(later, List.of(), HISTORY.subList(2, 4)), COMPRESSED);
        record = later;

        Edit edit = diff(STATE, UNDERSTOOD, ASKED_MORE, SAID_MORE);
        assertThat(edit.keepThrough()).isEqualTo(10);
        assertThat(edit.record()).isSameAs(later);

        assertThat(diff(STATE, UNDERSTOOD, ASKED, SAID_MORE).record()).isSameAs(RECORD);
    }

    @Test
    void keepsStateMadeSinceTheViewForChangeBehindIt() {
        transcript = entries(1, ASKED, SAID, ASKED_MORE, SAID_MORE);
        record = record(2);
        views = List.of(
                shown(record, List.of(), transcript.subList(2, 4)), shown(NONE, List.of(), transcript.subList(0, 4)));

        Edit behind = diff(ASKED, SAID, ASKED_MORE);
        assertThat(behind.keepThrough()).isEqualTo(3);
        assertThat(behind.record()).isSameAs(record);

        Edit before = diff(ASKED, NEW, ASKED_MORE, SAID_MORE);
        assertThat(before.record()).isNull();
        assertThat(before.messages()).containsExactly(NEW, ASKED_MORE, SAID_MORE);
    }

    @Test
    void findsMessagesMovedByOthers() {
        views = List.of(
                shown(NONE, List.of(), entries(21, SAID_MORE, Message.user("Theirs."), ASKED)), outdated(COMPRESSED));
        record = NONE;
        transcript = entries(21, SAID_MORE, Message.user("Theirs."), ASKED);

        assertThat(diff(STATE, UNDERSTOOD, ASKED, SAID_MORE).messages())
                .containsExactly(ASKED, SAID_MORE, Message.user("Theirs."));
    }

    @Test
    void beginsWithoutStateIfEditIsBeforeTheBoundary() {
        transcript = entries(21, ASKED, SAID, ASKED_MORE, SAID_MORE);
        record = record(22);
        views = List.of(shown(record, List.of(), transcript.subList(2, 4)), outdated(COMPRESSED));

        Edit edit = diff(PINNED, STATE, UNDERSTOOD, SAID, ASKED, ASKED_MORE, SAID_MORE);

        assertThat(edit.record()).isNull();
        assertThat(edit.keepThrough()).isZero();
        assertThat(edit.messages()).contains(ASKED, SAID, ASKED_MORE, SAID_MORE);
    }
}
