package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.junit.jupiter.api.Test;

/** The part of a long message that a hit shows. */
class ExcerptTest {
    private final CountingStore messages = new CountingStore();

    private String excerpt(String text, String query, int chars) {
        messages.store.delete("chat");
        messages.append("chat", Message.user(text));
        return new MessageSearch(messages.store, RecallOptions.defaults())
                .search("chat", query, 10, chars, MessageSearch.Filter.ALL)
                .get(0)
                .excerpt();
    }

    @Test
    void showsTheStretchWithMostOfTheWords() {
        String text = "The heron came. " + "Nothing else happened on that day. ".repeat(50)
                + "The heron nested behind the old mill. " + "Then it rained again. ".repeat(50);

        String excerpt = excerpt(text, "heron nest mill", 120);

        assertThat(excerpt)
                .contains("heron nested behind the old mill")
                .startsWith("…")
                .endsWith("…")
                .hasSizeLessThanOrEqualTo(120);
    }

    @Test
    void returnsShortMessageWhole() {
        assertThat(excerpt("The heron nested.", "heron", 20)).isEqualTo("The heron nested.");
    }

    @Test
    void neverCutsACharacterInTwo() {
        for (int chars = 20; chars < 60; chars++) {
            String excerpt = excerpt("\uD83E\uDDA2".repeat(40) + " heron " + "\uD83E\uDDA2".repeat(40), "heron", chars);
            assertThat(excerpt.codePoints())
                    .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
            assertThat(excerpt.length()).isLessThanOrEqualTo(chars);
            assertThat(excerpt).contains("heron");
        }
    }
}
