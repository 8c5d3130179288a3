package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class KnownEntriesTest {
    private static final Message EARLY = Message.system("You run a pottery.");
    private static final Message LATE = Message.system("You run a forge.");
    private static final Message ASKED = Message.user("Is it hot?");
    private static final Message SAID = Message.assistant("It is.");

    private final KnownEntries known = new KnownEntries();

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::sequence).toList();
    }

    private long latestSystem() {
        return Objects.requireNonNull(known.latestSystem(Long.MAX_VALUE)).sequence();
    }

    @Test
    void listsPinnedEntriesFirst() {
        known.pin(Contexts.entries(1, EARLY, ASKED));
        known.add(Contexts.entries(7, SAID, ASKED));

        assertThat(numbers(known.all())).containsExactly(1L, 2L, 7L, 8L);
        assertThat(numbers(known.pinned())).containsExactly(1L, 2L);
        assertThat(numbers(known.active())).containsExactly(7L, 8L);
        assertThat(known.hasAll(List.of(2L, 7L))).isTrue();
        assertThat(known.hasAll(List.of(2L, 3L))).isFalse();
    }

    @Test
    void coverKeepsOnlyRequestedEntries() {
        known.pin(Contexts.entries(1, ASKED, SAID));
        known.add(Contexts.entries(4, ASKED, SAID, ASKED, SAID));

        known.cover(5, List.of(2L, 4L));

        assertThat(numbers(known.pinned())).containsExactly(2L, 4L);
        assertThat(numbers(known.active())).containsExactly(6L, 7L);
    }

    @Test
    void findsLatestSystemMessageInPinnedAndActive() {
        assertThat(known.latestSystem(Long.MAX_VALUE)).isNull();
        known.pin(Contexts.entries(1, EARLY));
        assertThat(latestSystem()).isEqualTo(1);
        known.add(Contexts.entries(2, ASKED, LATE, SAID));
        assertThat(latestSystem()).isEqualTo(3);

        known.cover(4, List.of(1L, 3L));
        assertThat(latestSystem()).isEqualTo(3);
        known.cover(4, List.of(1L));
        assertThat(latestSystem()).isEqualTo(1);
        known.cover(4, List.of());
        assertThat(known.latestSystem(Long.MAX_VALUE)).isNull();
    }

    @Test
    void findsLatestSystemMessageBehindBoundary() {
        known.add(Contexts.entries(1, EARLY, ASKED, LATE, SAID));

        known.cover(2, List.of(1L));

        assertThat(latestSystem()).isEqualTo(3);
    }

    @Test
    void forgetEverythingWhenCleared() {
        known.pin(Contexts.entries(1, EARLY));
        known.add(Contexts.entries(2, ASKED));

        known.clear();

        assertThat(known.all()).isEmpty();
        assertThat(known.latestSystem(Long.MAX_VALUE)).isNull();
    }
}
