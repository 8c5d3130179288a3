package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ShownBefore.Remembered;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownBeforeTest {
    private final ShownBefore shownBefore = new ShownBefore();

    /** A context that covers everything up to {@code headThrough}. */
    private static Context context(long headThrough) {
        return Contexts.of(Contexts.STATE, headThrough, Contexts.entries(headThrough + 1, Message.user("Is it hot?")));
    }

    private List<Context> from(Context current) {
        return shownBefore.from(current).stream().map(Remembered::context).toList();
    }

    @Test
    void namesTheContextInForceFirstAndThenTheNewest() {
        Context first = context(1);
        Context second = context(2);
        Context current = context(3);
        shownBefore.add(first);
        shownBefore.add(second);

        assertThat(from(current)).containsExactly(current, second, first);
        assertThat(shownBefore.from(current)).extracting(Remembered::current).containsExactly(true, false, false);
        assertThat(from(second)).containsExactly(second, first);
    }

    @Test
    void remembersAContextOnceAndTheOneShownLastAsTheNewest() {
        Context first = context(1);
        Context second = context(2);
        Context current = context(3);
        shownBefore.add(first);
        shownBefore.add(second);
        shownBefore.add(first);
        shownBefore.add(first);

        assertThat(from(current)).containsExactly(current, first, second);
    }

    @Test
    void remembersAFewOnly() {
        List<Context> contexts = new ArrayList<>();
        for (int i = 0; i <= ShownBefore.MOST; i++) {
            contexts.add(context(i + 1));
            shownBefore.add(contexts.get(i));
        }
        Context current = context(9);

        assertThat(from(current)).hasSize(1 + ShownBefore.MOST).doesNotContain(contexts.get(0));
    }

    @Test
    void knowsWhichOfThemCoverWhatIsGone() {
        Context within = context(5);
        Context beyond = context(6);
        shownBefore.add(within);
        shownBefore.add(beyond);

        shownBefore.cutAfter(5);
        shownBefore.cutAfter(8);

        Context current = context(9);
        assertThat(from(current)).containsExactly(current, beyond, within);
        assertThat(shownBefore.from(current)).extracting(Remembered::isDead).containsExactly(false, true, false);
        assertThat(shownBefore.from(current).get(1).validThrough()).isEqualTo(5);
    }

    @Test
    void forgetsWhatOthersHaveChangedSinceAfterSomeViews() {
        Context old = context(1);
        shownBefore.add(old);
        shownBefore.addedByOthers(3, 5);
        shownBefore.changedByOthers();
        assertThat(shownBefore.unseen().isEmpty()).isTrue();
        assertThat(shownBefore.handedOut()).isEmpty();

        Context now = context(2);
        for (int i = 1; i < ShownBefore.MOST_VIEWS; i++) {
            shownBefore.add(now);
        }
        assertThat(shownBefore.outdated())
                .extracting(ShownBefore.Outdated::context)
                .containsExactly(old);
        assertThat(shownBefore.outdated().get(0).unseen().has(4)).isTrue();

        shownBefore.add(now);

        assertThat(shownBefore.outdated()).isEmpty();
        assertThat(shownBefore.handedOut()).containsExactly(now);
    }

    @Test
    void eachChangeByOthersIsRememberedAnewAndTheLastFewOnly() {
        for (int i = 0; i <= ShownBefore.MOST; i++) {
            shownBefore.add(context(i + 1));
            shownBefore.changedByOthers();
        }

        assertThat(shownBefore.outdated())
                .extracting(each -> each.context().basis().headThrough())
                .containsExactly(5L, 4L, 3L, 2L);
    }

    @Test
    void whatOthersAddIsUnseenUntilAViewIsTaken() {
        shownBefore.addedByOthers(1, 2);
        assertThat(shownBefore.unseen().isEmpty()).as("nothing was shown yet").isTrue();
        shownBefore.add(context(1));
        shownBefore.addedByOthers(2, 4);
        assertThat(shownBefore.unseen().has(3)).isTrue();

        shownBefore.add(context(1));

        assertThat(shownBefore.unseen().isEmpty()).isTrue();
    }

    @Test
    void forgetsAllWhenCleared() {
        shownBefore.add(context(1));
        shownBefore.changedByOthers();
        shownBefore.add(context(2));
        shownBefore.addedByOthers(2, 3);

        shownBefore.clear();

        assertThat(from(context(3))).hasSize(1);
        assertThat(shownBefore.outdated()).isEmpty();
        assertThat(shownBefore.unseen().isEmpty()).isTrue();
    }
}
