package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Contract of every {@link SessionStore}: the lists of conversations, and their counters. */
public abstract class StoreListingContract extends StoreRecordContract {
    @Test
    void sumsCounters() {
        append(1, 1);
        store.count(CHAT, counted(3));
        store.count(CHAT, counted(4));
        assertThat(store.counters(CHAT)).isEqualTo(counted(3).plus(counted(4)));
        assertThat(store.counters("other")).isEqualTo(Counters.NONE);
        store.replaceAfter(CHAT, head(LIFE, 1, 0), 0, "life-2", List.of());
        assertThat(store.counters(CHAT)).isEqualTo(counted(3).plus(counted(4)));
        store.delete(CHAT);
        append(1, 1);
        assertThat(store.counters(CHAT)).isEqualTo(Counters.NONE);
    }

    @Test
    void losesNoCountOfManyThreads() throws Exception {
        append(1, 1);
        inParallel(8, number -> {
            for (int i = 0; i < 50; i++) {
                store.count(CHAT, counted(1));
            }
        });
        assertThat(Counters.Field.COMPRESSIONS.of(store.counters(CHAT))).isEqualTo(400);
    }

    @Test
    void listsConversationsPageByPageInTheOrderOfTheirCodePoints() {
        List<String> ids = List.of("\t", "A", "Z", "a", "a/1", "a/10", "a/2", "é", "\ufffd", "😀");
        List<String> shuffled = new ArrayList<>(ids);
        Collections.shuffle(shuffled, new Random(1));
        for (String id : shuffled) {
            appendTo(id, LIFE, 0, entries(1, 1));
        }
        assertThat(store.conversations(null, 100)).isEqualTo(ids);
        assertThat(store.conversations("no such id: behind Z", 2)).containsExactly("é", "\ufffd");
        List<String> paged = new ArrayList<>();
        List<String> page = store.conversations(null, 3);
        while (!page.isEmpty()) {
            paged.addAll(page);
            page = store.conversations(page.get(page.size() - 1), 3);
        }
        assertThat(paged).isEqualTo(ids);
        assertThat(store.overviews(ids.get(0), 3))
                .extracting(SessionStore.Overview::conversationId)
                .isEqualTo(ids.subList(1, 4));
        store.delete("a/1");
        assertThat(store.conversations("a", 1)).containsExactly("a/10");
    }

    @Test
    void overviewsHaveHeadAndCounters() {
        append(1, 2);
        store.count(CHAT, counted(7));

        assertThat(store.overviews(null, 10)).singleElement().satisfies(overview -> {
            assertThat(overview.conversationId()).isEqualTo(CHAT);
            assertThat(overview.head()).isEqualTo(store.head(CHAT).orElseThrow());
            assertThat(overview.counters()).isEqualTo(counted(7));
        });
        assertThatThrownBy(() -> store.overviews(null, 0)).hasMessageContaining("limit");
    }
}
