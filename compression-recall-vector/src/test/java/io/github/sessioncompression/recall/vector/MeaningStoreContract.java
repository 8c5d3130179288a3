package io.github.sessioncompression.recall.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.vector.MeaningStore.Found;
import io.github.sessioncompression.recall.vector.MeaningStore.Passage;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of meaning stores. A test gives an empty one that embeds by {@link Matters}. */
public abstract class MeaningStoreContract {
    private static final String GROUP = PassageSync.group("chat");
    private static final String OTHER = PassageSync.group("other");

    private final SessionStore transcripts = SessionStore.inMemory();

    /** The store; always the same one in one test. */
    protected abstract MeaningStore store();

    /** The texts that were embedded since this was last asked, in any order. */
    protected abstract List<String> takeEmbedded();

    private static Passage passage(String group, long sequence, String text) {
        return new Passage(PassageSync.passageId(group, sequence, 0), group, Long.toString(sequence), text);
    }

    private List<Long> nearest(String group, String text, int limit) {
        List<Long> sequences = new ArrayList<>();
        for (Found found : store().nearest(group, text, limit)) {
            assertThat(found.group()).isEqualTo(group);
            assertThat(found.score()).isFinite();
            sequences.add(Long.parseLong(found.label()));
        }
        return sequences;
    }

    @Test
    void findsTheNearestOfAGroupFirst() {
        store().add(List.of(
                passage(GROUP, 1, "We cooked a stew."),
                passage(GROUP, 2, "The owl sat there."),
                passage(GROUP, 3, "Good morning."),
                passage(OTHER, 4, "A bird sang.")));

        assertThat(nearest(GROUP, "Which bird was it?", 10)).hasSize(3).startsWith(2L);
        assertThat(nearest(GROUP, "soup", 1)).containsExactly(1L);
        assertThat(nearest(OTHER, "soup", 10)).containsExactly(4L);
        assertThat(nearest(PassageSync.group("nobody"), "soup", 10)).isEmpty();
        List<Found> scored = store().nearest(GROUP, "Which bird was it?", 10);
        assertThat(scored.get(0).score()).isGreaterThan(scored.get(1).score());
    }

    @Test
    void replacesPassagesWithTheSameId() {
        for (int i = 0; i < 3; i++) {
            store().add(List.of(passage(GROUP, 1, "The owl sat there."), passage(GROUP, 2, "Good morning.")));
        }

        assertThat(nearest(GROUP, "bird", 10)).containsExactly(1L, 2L);
    }

    @Test
    void removesPassagesByTheirIdsAndByTheirGroup() {
        store().add(List.of(
                passage(GROUP, 1, "We cooked a stew."),
                passage(GROUP, 2, "The owl sat there."),
                passage(OTHER, 2, "The owl sat there.")));

        store().remove(List.of(PassageSync.passageId(GROUP, 2, 0), PassageSync.passageId(GROUP, 9, 0)));
        assertThat(nearest(GROUP, "bird", 10)).containsExactly(1L);
        assertThat(nearest(OTHER, "bird", 10)).containsExactly(2L);

        store().removeAll(OTHER);
        store().removeAll(OTHER);
        assertThat(nearest(OTHER, "bird", 10)).isEmpty();
        assertThat(nearest(GROUP, "bird", 10)).containsExactly(1L);
    }

    @Test
    void takesTheMostPassagesAndAnyText() {
        List<String> hostile = List.of(
                "\"'; DROP TABLE x; -- \\",
                "${jndi:x} #{T(x)} {{x}} {x}",
                "a\u0000b\n\t\r",
                "\ud83d alone",
                "<|x|>",
                "%s %n %d");
        List<Passage> passages = IntStream.rangeClosed(1, MeaningStore.MAX_PASSAGES)
                .mapToObj(i -> passage(GROUP, i, hostile.get(i % hostile.size()) + i))
                .toList();
        store().add(passages);

        assertThat(nearest(GROUP, "x".repeat(MeaningStore.MAX_CHARS), 1_000)).hasSize(MeaningStore.MAX_PASSAGES);
        for (String query : hostile) {
            assertThat(nearest(GROUP, query, 5)).hasSize(5);
        }
        store().remove(IntStream.range(0, MeaningStore.MAX_IDS)
                .mapToObj(i -> PassageSync.passageId(GROUP, i, 0))
                .toList());
        assertThat(nearest(GROUP, "x", 1_000)).isEmpty();
    }

    private MessageSearch search() {
        return new MessageSearch(transcripts, RecallOptions.defaults().withSecondSearch(VectorSearch.in(store())));
    }

    private void say(String chat, String... texts) {
        long last = transcripts.head(chat).map(head -> head.lastSequence()).orElse(0L);
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(new Entry(last + entries.size() + 1, Message.user(text), 1));
        }
        transcripts.append(chat, chat + "'s life", last, "key" + last, entries);
    }

    private static List<Long> found(MessageSearch search, String chat, String query) {
        return search.search(chat, query, 10, 600, MessageSearch.ALL).stream()
                .map(Hit::sequence)
                .toList();
    }

    @Test
    protected void findsMessagesByMeaning() {
        say("one", "The owl sat on the roof.", "How nice.", "We cooked a stew for nine.", "Delicious.");
        say("two", "The owl sat on the roof.", "A bike stood there.");
        MessageSearch search = search();

        assertThat(found(search, "one", "Which bird was it?")).startsWith(1L);
        assertThat(found(search, "one", "soup")).startsWith(3L);
        assertThat(found(search, "two", "cycling")).startsWith(2L);
        assertThat(found(search, "two", "Which bird was it?")).startsWith(1L);
    }

    @Test
    void embedsNothingAgainAfterARestart() {
        say("one", "The owl sat on the roof.", "How nice.", "We cooked a stew for nine.", "Delicious.");
        assertThat(found(search(), "one", "soup")).startsWith(3L);
        assertThat(takeEmbedded()).contains("How nice.", "Delicious.");

        MessageSearch restarted = search();
        assertThat(found(restarted, "one", "Which bird was it?")).startsWith(1L);
        assertThat(takeEmbedded()).doesNotContain("How nice.", "Delicious.");
        say("one", "Then the broth came.");
        assertThat(found(restarted, "one", "soup")).contains(3L, 5L);
        assertThat(takeEmbedded()).contains("Then the broth came.").doesNotContain("How nice.", "Delicious.");
    }

    @Test
    protected void keepsNothingErasedOrCleared() {
        say("one", "The owl sat on the roof.", "How nice.", "A bird sang.");
        say("two", "The owl sat on the roof.", "Good night.");
        MessageSearch search = search();
        assertThat(found(search, "one", "heron")).contains(1L, 3L);
        assertThat(found(search, "two", "heron")).startsWith(1L);

        transcripts.erase("one", 1);
        search.erased("one", List.of(1L));
        assertThat(nearest(PassageSync.group("one"), "heron", 10)).containsExactly(3L, 2L);
        assertThat(found(search, "one", "heron")).startsWith(3L).doesNotContain(1L);

        transcripts.delete("one");
        search.cleared("one");
        assertThat(store().nearest(PassageSync.group("one"), "heron", 10)).isEmpty();
        assertThat(found(search, "one", "heron")).isEmpty();
        assertThat(found(search(), "two", "heron")).startsWith(1L);
    }
}
