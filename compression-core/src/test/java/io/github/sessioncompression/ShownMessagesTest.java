package io.github.sessioncompression;

import static io.github.sessioncompression.ShownMessages.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ShownBefore.Remembered;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownMessagesTest {
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message HELLO = Message.user("Hello.");
    private static final Message HI = Message.assistant("Hi.");
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message NEW = Message.user("Something else.");

    private static Remembered current(Context context) {
        return new Remembered(context, true, Long.MAX_VALUE);
    }

    private static Remembered former(Context context, long validThrough) {
        return new Remembered(context, false, validThrough);
    }

    private static ShownMessages shown(Message... history) {
        return new ShownMessages(current(Contexts.of(Contexts.entries(1, history))));
    }

    @Test
    void findsAMessageWhereItStandsBehindTheSystemPrompt() {
        ShownMessages shown = shown(SYSTEM, HELLO, HI, ASKED);

        assertThat(shown.find(HI)).isEqualTo(1);
        assertThat(shown.find(ASKED)).isEqualTo(2);
        assertThat(shown.find(NEW)).isEqualTo(UNKNOWN);
        assertThat(shown.find(SYSTEM)).isEqualTo(UNKNOWN);
        assertThat(shown.sequence(1)).isEqualTo(3);
    }

    @Test
    void findsEachMessageOnceAndOfEqualOnesTheNext() {
        ShownMessages shown = shown(HELLO, HI, HELLO, HI, HELLO);

        assertThat(shown.knows(HELLO)).isTrue();
        assertThat(shown.find(HI)).isEqualTo(1);
        assertThat(shown.find(HELLO)).isEqualTo(2);
        assertThat(shown.find(HELLO)).isEqualTo(4);
        assertThat(shown.find(HELLO)).isZero();
        assertThat(shown.find(HELLO)).isEqualTo(UNKNOWN);
        assertThat(shown.knows(HELLO)).isFalse();
        assertThat(shown.knows(HI)).isTrue();
        assertThat(shown.knows(NEW)).isFalse();
    }

    @Test
    void matchesAListFromBothEnds() {
        ShownMessages shown = shown(HELLO, HI, HELLO, HI, ASKED, SAID);

        assertThat(shown.findAll(List.of(HELLO, HI, NEW, ASKED, SAID))).containsExactly(0, 1, UNKNOWN, 4, 5);
        assertThat(shown.find(HELLO)).isEqualTo(2);
    }

    @Test
    void matchesWhatStandsBetweenInItsOrder() {
        assertThat(shown(HELLO, ASKED, HI, SAID).findAll(List.of(HELLO, HI, ASKED, NEW)))
                .containsExactly(0, 2, 1, UNKNOWN);
        assertThat(shown(HELLO, HI).findAll(List.of(HELLO, HI, ASKED))).containsExactly(0, 1, UNKNOWN);
        assertThat(shown(HELLO, HI, ASKED).findAll(List.of(ASKED))).containsExactly(2);
        assertThat(shown(HELLO, HELLO, ASKED).findAll(List.of(HELLO, ASKED))).containsExactly(0, 2);
        assertThat(shown(HELLO).findAll(List.of())).isEmpty();
    }

    @Test
    void findsAMessageByWhatIsSaidAlone() {
        Message pinned = HELLO.withPinned(true);

        assertThat(shown(pinned).find(HELLO)).isZero();
        assertThat(ShownMessages.same(pinned, HELLO)).isTrue();
        assertThat(ShownMessages.same(HELLO, NEW)).isFalse();
        assertThat(ShownMessages.same(HELLO, Message.assistant("Hello."))).isFalse();
        Object source = new Object();
        assertThat(ShownMessages.same(HELLO.withSource(source), NEW.withSource(source)))
                .isTrue();
        assertThat(ShownMessages.same(HELLO.withSource(source), NEW.withSource(new Object())))
                .isFalse();
    }

    @Test
    void doesNotFindWhatIsNoMoreInTheTranscript() {
        Context context = Contexts.of(Contexts.entries(1, HELLO, HI, ASKED, SAID));
        ShownMessages shown = new ShownMessages(former(context, 2));

        assertThat(shown.findAll(List.of(HELLO, HI, ASKED, SAID))).containsExactly(0, 1, UNKNOWN, UNKNOWN);
        assertThat(shown.history()).containsExactly(1L, 2L);
    }

    @Test
    void findsWhatWasSaidInThePlaceOfWhatIsShown() {
        Message result = Message.toolResult("g1", "glazes", "a long list of glazes");
        Message placeholder = Message.toolResult("g1", "glazes", "[left out]");
        Context context = Contexts.of(Contexts.entries(1, HELLO, placeholder, SAID));
        List<Entry> said = Contexts.entries(1, HELLO, result, SAID);

        assertThat(new ShownMessages(current(context), said).find(result)).isEqualTo(1);
        assertThat(new ShownMessages(current(context)).find(result)).isEqualTo(UNKNOWN);
        ShownMessages once = new ShownMessages(current(context), said);
        assertThat(once.find(placeholder)).isEqualTo(1);
        assertThat(once.find(result)).isEqualTo(UNKNOWN);
    }

    @Test
    void tellsStateAndPinsFromTheHistory() {
        Context context = Contexts.of(
                Contexts.STATE,
                6,
                List.of(
                        Contexts.entry(1, SYSTEM),
                        Contexts.entry(3, HELLO),
                        Contexts.entry(6, HI),
                        Contexts.entry(7, ASKED),
                        Contexts.entry(8, SAID)));
        ShownMessages shown = new ShownMessages(current(context));

        assertThat(shown.find(context.snapshot().get(1))).isZero();
        assertThat(shown.isSynthetic(0)).isTrue();
        assertThat(shown.isSynthetic(1)).isTrue();
        assertThat(shown.isSynthetic(2)).isFalse();
        assertThat(shown.isPinned(1)).isFalse();
        assertThat(shown.isPinned(2)).isTrue();
        assertThat(shown.isPinned(3)).isTrue();
        assertThat(shown.isPinned(4)).isFalse();
        assertThat(shown.pinned()).containsExactly(3L, 6L);
        assertThat(shown.history()).containsExactly(7L, 8L);
    }

    @Test
    void givesOutWithAMessageWhatItsViewDidNotShowAroundIt() {
        Message lost = Message.toolResult("x", "kilns", "a result without its call");
        List<Entry> said = Contexts.entries(1, HELLO, lost, HI, SYSTEM, ASKED, lost);
        Context context = Contexts.of(List.of(said.get(0), said.get(2), said.get(4)));

        ShownMessages shown = new ShownMessages(current(context));
        assertThat(shown.original(0, said, false)).containsExactly(HELLO, lost);
        assertThat(shown.original(1, said, false)).containsExactly(HI);
        assertThat(shown.original(2, said, false)).containsExactly(ASKED, lost);

        ShownMessages backwards = new ShownMessages(current(context));
        assertThat(backwards.original(1, said, true)).containsExactly(lost, HI, SYSTEM);
        assertThat(backwards.given()).isEqualTo(4);
        assertThat(backwards.original(0, said, true)).containsExactly(HELLO);
    }

    @Test
    void givesOutNothingBehindTheLastMessageOfAFormerView() {
        List<Entry> said = Contexts.entries(1, HELLO, HI, ASKED);
        Context context = Contexts.of(said.subList(0, 1));

        assertThat(new ShownMessages(former(context, Long.MAX_VALUE)).original(0, said, false))
                .containsExactly(HELLO);
        assertThat(new ShownMessages(current(context)).original(0, said, false)).containsExactly(HELLO, HI, ASKED);
    }

    @Test
    void givesOutNothingThatWasErasedSince() {
        List<Entry> said = Contexts.entries(1, HELLO, HI);

        assertThat(shown(HELLO, HI).original(0, said.subList(1, 2), false)).isEmpty();
    }

    @Test
    void givesOutNothingThatIsToBeSkipped() {
        List<Entry> said = Contexts.entries(1, HELLO, HI, ASKED);
        ShownMessages shown = new ShownMessages(current(Contexts.of(said.subList(2, 3))));
        shown.skip(2);
        shown.skip(1);

        assertThat(shown.given()).isEqualTo(2);
        assertThat(shown.original(0, said, false)).containsExactly(ASKED);
    }

    @Test
    void tellsWhatIsShownNext() {
        List<Entry> said = Contexts.entries(1, HELLO, HI, ASKED, SAID);
        Context context = Contexts.of(List.of(said.get(1), said.get(3)));
        ShownMessages shown = new ShownMessages(former(context, Long.MAX_VALUE));

        assertThat(shown.nextShown(0)).isEqualTo(2);
        assertThat(shown.nextShown(2)).isEqualTo(4);
        assertThat(shown.nextShown(4)).isEqualTo(5);
        assertThat(new ShownMessages(current(context)).nextShown(4)).isEqualTo(Long.MAX_VALUE);
    }
}
