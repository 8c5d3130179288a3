package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Searches with an embedding model. */
class SearchByMeaningTest {
    /** Knows three matters. */
    private static final List<List<String>> MATTERS = List.of(
            List.of("heron", "bird", "owl"), List.of("bicycle", "bike", "cycling"), List.of("soup", "stew", "broth"));

    private final CountingStore messages = new CountingStore();
    private final List<String> embedded = new ArrayList<>();
    private boolean broken;
    private final MessageSearch search =
            new MessageSearch(messages.store, RecallOptions.defaults().withEmbedder(this::embed));

    private List<float[]> embed(List<String> texts) {
        assertThat(texts).isNotEmpty().hasSizeLessThanOrEqualTo(TextEmbedder.MAX_TEXTS);
        assertThat(texts).allMatch(text -> !text.isBlank() && text.length() <= TextEmbedder.MAX_CHARS);
        if (broken) {
            throw new IllegalStateException("quota for heron exceeded");
        }
        embedded.addAll(texts);
        return texts.stream().map(SearchByMeaningTest::vector).toList();
    }

    private static float[] vector(String text) {
        float[] vector = new float[MATTERS.size() + 1];
        vector[MATTERS.size()] = 0.1f;
        for (int i = 0; i < MATTERS.size(); i++) {
            vector[i] = MATTERS.get(i).stream().anyMatch(text::contains) ? 1 : 0;
        }
        return vector;
    }

    private List<Hit> find(String query) {
        return search.search("chat", query, SearchOptions.defaults(), MessageSearch.Filter.ALL);
    }

    private void chat() {
        messages.append(
                "chat",
                Message.system("You know birds."),
                Message.user("The owl sat on the roof."),
                Message.assistant("How nice."),
                Message.user(" "),
                Message.user("We cooked a stew for nine."),
                Message.assistant("Delicious."));
    }

    @Test
    void findsMessagesInOtherWords() {
        chat();

        assertThat(find("Which bird was it?").get(0).sequence()).isEqualTo(2);
        assertThat(find("soup").get(0).sequence()).isEqualTo(5);
        assertThat(new MessageSearch(messages.store, RecallOptions.defaults())
                        .search("chat", "soup", SearchOptions.defaults(), MessageSearch.Filter.ALL))
                .isEmpty();
    }

    /** Also where the question was embedded in a search before. */
    @Test
    void embedsNoSecrets() {
        chat();
        messages.append(
                "chat",
                Message.assistant("What is the password of the router?"),
                Message.user("tulips77garden"),
                Message.assistant("And what is the password of the safe?"));
        find("soup");
        messages.append("chat", Message.user("roses88cellar"));
        find("soup");

        assertThat(embedded).noneMatch(text -> text.contains("tulips77") || text.contains("roses88"));
    }

    @Test
    void embedsEachMessageOnceAndNoSystemMessage() {
        chat();
        for (int i = 0; i < 200; i++) {
            messages.append("chat", Message.user("Row " + i));
        }
        find("soup");
        find("soup");
        assertThat(embedded.stream().filter(text -> text.startsWith("Row ")))
                .hasSize(200)
                .doesNotHaveDuplicates();
        assertThat(embedded).doesNotContain("You know birds.");
        embedded.clear();

        messages.append("chat", Message.user("The broth was salty."));
        assertThat(find("stew")).extracting(Hit::sequence).contains(207L, 5L);

        assertThat(embedded).contains("The broth was salty.", "stew").noneMatch(text -> text.startsWith("Row "));
    }

    @Test
    void findsALongMessageByItsEnd() {
        String filling = "We talked for hours about nothing much at all. ".repeat(100);
        messages.append(
                "chat", Message.user(filling + "An owl sat on the roof.").withName("Tove"));
        for (int i = 0; i < 100; i++) {
            messages.append("chat", Message.user(filling));
        }

        assertThat(find("Which bird was it?").get(0).sequence()).isEqualTo(1);
        assertThat(embedded).contains("Which bird was it?").anyMatch(text -> text.endsWith("roof."));
        assertThat(embedded).filteredOn(text -> text.startsWith("Tove: ")).hasSizeGreaterThan(10);
    }

    @Test
    void searchesByWordsIfVectorLengthsDiffer() {
        chat();
        MessageSearch uneven =
                new MessageSearch(messages.store, RecallOptions.defaults().withEmbedder(texts -> texts.stream()
                        .map(text -> new float[text.length()])
                        .toList()));

        assertThat(uneven.search("chat", "owl", SearchOptions.defaults(), MessageSearch.Filter.ALL)
                        .get(0)
                        .sequence())
                .isEqualTo(2);
    }

    @Test
    void searchesByWordsAndWarnsOnceIfTheModelFails() {
        chat();
        broken = true;

        try (Warnings warnings = new Warnings()) {
            assertThat(find("owl").get(0).sequence()).isEqualTo(2);
            assertThat(find("owl").get(0).sequence()).isEqualTo(2);
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("IllegalStateException")
                    .doesNotContain("quota");
        }
        broken = false;
        assertThat(find("bird").get(0).sequence()).isEqualTo(2);
    }

    @Test
    void obeysTheFilter() {
        chat();

        assertThat(search.search("chat", "soup", SearchOptions.defaults(), (sequence, role) -> sequence != 5))
                .extracting(Hit::sequence)
                .doesNotContain(5L);
    }
}
