package io.github.sessioncompression;

import static io.github.sessioncompression.ShownMessages.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ShownBefore.Remembered;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShownSourceTest {
    private static final StateDocument EARLIER =
            StateDocument.ofTexts(Map.of("logos", List.of("the pot is still green")));

    /** Eight messages, each another. */
    private static final List<Entry> SAID = Contexts.entries(
            1,
            Message.user("Is the kiln hot?"),
            Message.assistant("It is."),
            Message.user("And the glaze?"),
            Message.assistant("It is dry."),
            Message.user("Which pot is left?"),
            Message.assistant("The blue one."),
            Message.user("Then fire it."),
            Message.assistant("I fire it."));

    private static final Context WHOLE = Contexts.of(SAID.subList(0, 4));
    private static final Context COMPRESSED = Contexts.of(EARLIER, 2, SAID.subList(2, 6));
    private static final Context LATER = Contexts.of(Contexts.STATE, 4, SAID.subList(4, 8));
    /** Shows the same state as the one before, but less behind it. */
    private static final Context TRIMMED = Contexts.of(Contexts.STATE, 6, SAID.subList(6, 8));

    private static ShownSource source(Context... contexts) {
        List<Remembered> before = new ArrayList<>();
        for (Context context : contexts) {
            before.add(new Remembered(context, before.isEmpty(), Long.MAX_VALUE));
        }
        return new ShownSource(before, SAID);
    }

    private static Message said(int sequence) {
        return SAID.get(sequence - 1).message();
    }

    private static Message state(Context context) {
        return Objects.requireNonNull(context.stateMessage());
    }

    private static Context chosen(ShownSource source) {
        return Objects.requireNonNull(source.remembered()).context();
    }

    @Test
    void takesWhatSharesNothingForNothing() {
        ShownSource source = source(LATER, COMPRESSED);

        source.choose(List.of(Message.user("Good morning.")));

        assertThat(source.remembered()).isNull();
        assertThat(source.shown()).isNull();
        assertThat(source.find(said(5))).isEqualTo(UNKNOWN);
        assertThat(source.isOwnState(state(LATER))).isFalse();
        assertThat(source.isSettled()).isFalse();
    }

    @Test
    void choosesByTheState() {
        ShownSource source = source(LATER, COMPRESSED, WHOLE);

        source.choose(List.of(state(COMPRESSED), said(5)));

        assertThat(chosen(source)).isSameAs(COMPRESSED);
        assertThat(source.isSettled()).isTrue();
        assertThat(source.isOwnState(state(COMPRESSED))).isTrue();
        assertThat(source.isOwnState(state(LATER))).isFalse();
        assertThat(source.isState(state(LATER))).isTrue();
        assertThat(source.isState(said(5))).isFalse();
    }

    @Test
    void choosesByWhatComesFirstWhereNoStateIsTold() {
        ShownSource source = source(LATER, COMPRESSED, WHOLE);

        source.choose(List.of(said(3), said(4)));
        assertThat(chosen(source)).isSameAs(COMPRESSED);

        source.choose(List.of(said(5), said(6)));
        assertThat(chosen(source))
                .as("once chosen, only a state tells otherwise")
                .isSameAs(COMPRESSED);
        source.choose(List.of(state(LATER)));
        assertThat(chosen(source)).isSameAs(LATER);
    }

    @Test
    void prefersTheContextWithoutAStateWhereBothBeginAlike() {
        Context plain = Contexts.of(SAID.subList(2, 6));
        ShownSource source = source(COMPRESSED, plain);

        source.choose(List.of(said(3), said(4)));

        assertThat(chosen(source)).isSameAs(plain);
    }

    @Test
    void startsFromTheOneThatHidesMostAndGoesBackWhereAMessageOnlyFitsThere() {
        ShownSource source = source(TRIMMED, LATER);
        source.choose(List.of(state(LATER)));
        assertThat(chosen(source)).isSameAs(TRIMMED);
        assertThat(source.isSettled()).isFalse();

        assertThat(source.find(said(5))).isEqualTo(2);

        assertThat(chosen(source)).isSameAs(LATER);
        assertThat(source.isSettled()).isTrue();
    }

    @Test
    void staysWithTheOneThatHidesMostOnceWhatComesBehindItsHeadFits() {
        ShownSource source = source(TRIMMED, LATER);
        source.choose(List.of(state(LATER)));

        assertThat(source.find(said(7))).isEqualTo(2);

        assertThat(chosen(source)).isSameAs(TRIMMED);
        assertThat(source.isSettled()).isTrue();
        assertThat(source.find(said(5))).isEqualTo(UNKNOWN);
    }

    @Test
    void staysOpenWhereNothingIsFound() {
        ShownSource source = source(TRIMMED, LATER);
        source.choose(List.of(state(LATER)));

        assertThat(source.find(Message.user("Good morning."))).isEqualTo(UNKNOWN);

        assertThat(source.isSettled()).isFalse();
    }

    @Test
    void knowsWhatAnyContextHasShownBehindItsState() {
        ShownSource source = source(LATER, COMPRESSED);

        assertThat(source.isShown(said(3))).isTrue();
        assertThat(source.isShown(said(8))).isTrue();
        assertThat(source.isShown(said(1))).isFalse();
        assertThat(source.isShown(state(LATER))).isFalse();
    }
}
