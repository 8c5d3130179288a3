package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewAccountTest {
    private static final Message HELLO = Message.user("Hello.");
    private static final Message HI = Message.assistant("Hi.");
    private static final Message ASKED = Message.user("Is the kiln hot?");

    private final ViewAccount views = new ViewAccount();

    private View view(Context context) {
        return views.view(context, true);
    }

    @Test
    void viewReportsOutcomeSincePreviousView() {
        Context context = Contexts.of(Contexts.entries(1, HELLO));
        Outcome nothing = new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);
        assertThat(view(context).outcome()).isEqualTo(nothing);
        Outcome pruned = new Outcome.Pruned(4, 900, 800);
        views.happened(pruned);
        views.happened(new Outcome.Failed("TIMED_OUT"));

        View view = view(context);

        assertThat(view.outcome()).isEqualTo(pruned);
        assertThat(view.complete()).isTrue();
        assertThat(view(context).outcome()).isEqualTo(nothing);
    }

    @Test
    void aViewCountsPrunedResultsAndRewrittenStates() {
        views.happened(new Outcome.Pruned(4, 900, 800));
        views.happened(new Outcome.Pruned(2, 900, 800));
        happened(
                new Outcome.Compressed(
                        Outcome.Compressed.By.MODEL, 4, 4, 900, 800, new Coverage(1, 1, 1, 0, 0), StateShares.NONE),
                2);
        happened(new Outcome.Condensed(900, 800), 3);
        happened(new Outcome.Bridged(4, 900, 800), 4);
        happened(new Outcome.Truncated(4, 900, 800), 1);

        View view = view(Contexts.of(Contexts.entries(1, HELLO)));

        assertThat(view.prunedResults()).isEqualTo(6);
        assertThat(view.compressions()).isEqualTo(2 + 3 + 4);
    }

    private void happened(Outcome outcome, int times) {
        for (int i = 0; i < times; i++) {
            views.happened(outcome);
        }
    }

    @Test
    void aViewSaysHowMuchOfTheOneBeforeStillStands() {
        Context first = Contexts.of(Contexts.entries(1, HELLO, HI));
        assertThat(view(first).stablePrefixTokens()).isZero();
        first.append(Contexts.entry(3, ASKED), View.Kind.ORIGINAL);
        assertThat(view(first).stablePrefixTokens()).isEqualTo(22);
        assertThat(views.lastTokens()).isEqualTo(36);

        Context other = Contexts.of(Contexts.entries(1, HELLO, ASKED, HI));
        assertThat(view(other).stablePrefixTokens()).isEqualTo(11);
        Context shorter = Contexts.of(Contexts.entries(1, HELLO));
        assertThat(view(shorter).stablePrefixTokens()).isEqualTo(11);
    }

    @Test
    void aViewIsRememberedUntilTheConversationIsCleared() {
        Context context = Contexts.of(Contexts.entries(1, HELLO));
        view(context);
        views.requests().next(List.of(HELLO), new int[] {11}, 0, 0);
        views.happened(new Outcome.Condensed(900, 800));
        assertThat(views.shownViews().all(Contexts.of(List.of()))).hasSize(2);

        views.clear();

        assertThat(views.shownViews().all(Contexts.of(List.of()))).hasSize(1);
        assertThat(views.lastTokens()).isZero();
        assertThat(views.requests().next(List.of(HELLO), new int[] {11}, 0, 0).unchanged())
                .isZero();
        View view = view(context);
        assertThat(view.stablePrefixTokens()).isZero();
        assertThat(view.outcome()).isInstanceOf(Outcome.Unchanged.class);
    }
}
