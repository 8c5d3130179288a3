package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Views set by an application after a newer one was taken. */
class ConversationStaleViewTest extends HandedBackFixture {
    /** A chat whose view of before a compression is still around: that, and all it shows. */
    private List<Message> stale(Conversation chat, Consumer<Conversation> compression) {
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; background.isEmpty(); i++) {
            fill(chat, i, i + 1);
        }
        List<Message> stale = chat.view().messages();
        assertThat(stale.subList(1, stale.size())).isEqualTo(chat.transcript().subList(1, stale.size()));
        compression.accept(chat);
        assertThat(chat.record().orElseThrow().boundary()).isBetween(10L, stale.size() - 2L);
        return new ArrayList<>(stale);
    }

    private void inBackground(Conversation chat) {
        assertThat(background).isNotEmpty();
        runBackground();
    }

    @Test
    void aViewFromBeforeACompressionChangesNothing() {
        Conversation chat = chat(SMALL);
        List<Message> stale = stale(chat, this::inBackground);
        List<Message> transcript = chat.transcript();
        List<Message> view = chat.view().messages();
        String incarnation = store.head("chat").orElseThrow().incarnation();

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        assertThat(store.head("chat").orElseThrow().incarnation()).isEqualTo(incarnation);
    }

    @Test
    void editBehindBoundaryOfStaleViewKeepsState() {
        Conversation chat = chat(SMALL);
        List<Message> stale = stale(chat, this::inBackground);
        List<Message> transcript = new ArrayList<>(chat.transcript());
        CompressionRecord record = chat.record().orElseThrow();
        stale.set(stale.size() - 2, Message.user("What I meant to ask."));
        stale.add(Message.user("And one more."));
        transcript.set(transcript.size() - 2, Message.user("What I meant to ask."));
        transcript.add(Message.user("And one more."));

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record()).contains(record);
        assertThat(chat.view().messages().get(1).text())
                .satisfies(text -> assertThat(StateEnvelope.holds(text)).isTrue());
    }

    @Test
    void editOfCoveredMessageInStaleViewRevertsCompression() {
        Conversation chat = chat(SMALL);
        List<Message> stale = stale(chat, this::inBackground);
        List<Message> transcript = new ArrayList<>(chat.transcript());
        stale.set(3, Message.user("What I meant to ask first."));
        transcript.set(3, Message.user("What I meant to ask first."));

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record().orElseThrow().boundary()).isZero();
        assertThat(chat.record().orElseThrow().injected().isEmpty()).isTrue();
        assertThat(chat.view().messages()).contains(Message.user("What I meant to ask first."));
        ValidSequence.check(chat.view().messages());
    }

    @Test
    void editAfterEarlierStateRevertsToIt() {
        Conversation chat = compressed(SMALL);
        List<Message> stale = new ArrayList<>(chat.view().messages());
        List<Message> transcript = new ArrayList<>(chat.transcript());
        CompressionRecord earlier = chat.record().orElseThrow();
        fill(chat, 24, 25);
        chat.compress();
        List<Message> newer = chat.view().messages();
        assertThat(chat.record().orElseThrow().boundary()).isGreaterThan(earlier.boundary() + 2);
        stale.set(3, Message.user("Another question."));
        transcript.set((int) earlier.boundary(), Message.user("Another question."));
        background.clear();

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(stale);
        assertThat(chat.record().orElseThrow().boundary()).isEqualTo(earlier.boundary());
        sameAfterRestart(chat, SMALL);

        // The state that was undone covers what is not there any more: it says nothing, and nothing gets lost by it.
        chat.framework().set(newer);

        assertThat(chat.transcript()).containsAll(transcript).noneMatch(message -> StateEnvelope.holds(message.text()));
        assertThat(chat.record().orElseThrow().boundary()).isEqualTo(earlier.boundary());
    }

    @Test
    void unknownOldStateLosesNothing() {
        Conversation chat = compressed(SMALL);
        List<Message> stale = chat.view().messages();
        for (int i = 24; i < 34; i += 2) {
            fill(chat, i, i + 2);
            chat.compress();
            chat.view();
        }
        List<Message> transcript = chat.transcript();
        background.clear();

        chat.framework().set(new ArrayList<>(stale));

        assertThat(chat.transcript()).containsAll(transcript).noneMatch(message -> StateEnvelope.holds(message.text()));
        assertThat(chat.status().state()).isPresent();
    }

    @Test
    void keepsStateWithoutAcknowledgement() {
        Conversation chat = compressed(SMALL);
        List<Message> view = new ArrayList<>(chat.view().messages());
        List<Message> transcript = chat.transcript();
        assertThat(StateEnvelope.isAcknowledgement(view.remove(2))).isTrue();

        chat.framework().set(view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.status().state()).isPresent();
    }

    @Test
    void storesNoAcknowledgementWithoutState() {
        Conversation chat = compressed(SMALL);
        List<Message> view = new ArrayList<>(chat.view().messages());
        view.remove(1);

        chat.framework().set(view);

        assertThat(chat.transcript())
                .noneMatch(StateEnvelope::isAcknowledgement)
                .hasSize(view.size() - 1);
    }

    @Test
    void insertedMessageKeepsPinsInPlace() {
        Conversation chat = withPinsAndRepairs();
        List<Message> transcript = new ArrayList<>(chat.transcript());
        List<Message> view = new ArrayList<>(chat.view().messages());
        CompressionRecord record = chat.record().orElseThrow();
        int at = view.indexOf(Chats.question(701, 5).withPinned(true));
        view.add(at, Message.user("Put in between."));

        chat.framework().set(view);

        transcript.add((int) record.boundary(), Message.user("Put in between."));
        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record()).contains(record);
    }
}
