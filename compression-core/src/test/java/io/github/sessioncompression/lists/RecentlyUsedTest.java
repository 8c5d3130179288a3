package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentlyUsedTest {
    private final RecentlyUsed<String, Integer> used = new RecentlyUsed<>(10, Integer::longValue);

    private Iterable<String> keys() {
        return used.entries().stream().map(Map.Entry::getKey).toList();
    }

    @Test
    void keepsEntriesOfExactWeight() {
        used.put("a", 4);
        used.put("b", 6);
        assertThat(keys()).containsExactly("a", "b");
        used.put("c", 1);
        assertThat(keys()).containsExactly("b", "c");
    }

    @Test
    void forgetsLeastRecentlyUsed() {
        used.put("a", 4);
        used.put("b", 4);
        assertThat(used.get("a")).isEqualTo(4);
        used.put("c", 4);
        assertThat(keys()).containsExactly("a", "c");
    }

    @Test
    void keepsLastEntryAtAnyWeight() {
        used.put("a", 4);
        used.put("b", 50);
        assertThat(keys()).containsExactly("b");
        used.put("c", 2);
        assertThat(keys()).containsExactly("c");
    }

    @Test
    void replacedAndRemovedEntriesWeighNothing() {
        for (int i = 0; i < 5; i++) {
            used.put("a", 5);
        }
        used.put("b", 5);
        assertThat(keys()).containsExactly("a", "b");
        used.remove("a");
        used.remove("a");
        used.put("c", 5);
        assertThat(keys()).containsExactly("b", "c");
        used.put("d", 1);
        assertThat(keys()).containsExactly("c", "d");
    }
}
