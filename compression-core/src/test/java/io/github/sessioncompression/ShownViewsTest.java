package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ShownViews.Shown;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownViewsTest {
    private final ShownViews views = new ShownViews();

    private static Context context(int number) {
        return Contexts.of(Contexts.entries(1, Message.user("Order " + number)));
    }

    @Test
    void listsContextInForceFirstThenNewest() {
        Context first = context(1);
        Context second = context(2);
        views.add(first);
        views.add(second);

        assertThat(views.all(first)).extracting(Shown::context).containsExactly(first, second);
        assertThat(views.all(context(3))).extracting(Shown::handedOut).containsExactly(false, true, true);
    }

    @Test
    void forgetsOldestOfMany() {
        for (int i = 0; i < 2 * ShownViews.MOST; i++) {
            views.add(context(i));
        }

        assertThat(views.all(context(99))).hasSize(1 + ShownViews.MOST);
    }

    @Test
    void limitsNumbersOfEarlierContextsAfterEdit() {
        Context first = context(1);
        views.add(first);
        views.cutAfter(7);
        views.cutAfter(9);

        Shown shown = views.all(context(2)).get(1);
        assertThat(shown.validThrough()).isEqualTo(7);
        assertThat(shown.isOutdated()).isFalse();
    }

    @Test
    void keepsOutdatedContextsForSomeViews() {
        views.add(context(1));
        views.changedByOthers();
        assertThat(views.all(context(2)).get(1).isOutdated()).isTrue();

        for (int i = 0; i < ShownViews.MOST_VIEWS; i++) {
            views.add(context(3));
        }

        assertThat(views.all(context(3))).noneMatch(Shown::isOutdated);
    }

    @Test
    void knowsAdditionsOfOthersUntilNextView() {
        views.addedByOthers(1, 2);
        assertThat(views.all(context(1)).get(0).unseen().has(2)).isFalse();
        views.add(context(1));
        views.addedByOthers(4, 6);
        views.addedByOthers(6, 7);
        views.addedByOthers(9, 10);

        ShownViews.Ranges unseen = views.all(context(1)).get(0).unseen();
        assertThat(List.of(4L, 5L, 7L, 8L, 9L, 10L, 11L))
                .filteredOn(unseen::has)
                .containsExactly(5L, 7L, 10L);
        views.add(context(2));
        assertThat(views.all(context(1)).get(0).unseen().has(10)).isFalse();
    }
}
