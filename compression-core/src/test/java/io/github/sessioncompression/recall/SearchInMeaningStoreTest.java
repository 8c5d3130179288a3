package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a search finds by a meaning store, and what it puts there. */
class SearchInMeaningStoreTest extends MeaningStoreFixture {
    @Test
    void anEmbedderAndAMeaningStoreExcludeEachOther() {
        TextEmbedder embedder = texts -> List.of();

        assertThatThrownBy(() -> options.withEmbedder(embedder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("embedder and meaningStore exclude each other");
        assertThatThrownBy(() -> RecallOptions.defaults().withEmbedder(embedder).withMeaningStore(store))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("embedder and meaningStore exclude each other");
    }

    @Test
    void addsEachMessageOnceButNoSystemMessage() {
        transcripts.append("chat", "life", 0, "system", List.of(new Entry(1, Message.system("You know birds."), 1)));
        say(rows(0, 200));
        find("soup");
        find("soup");
        assertThat(store.takeAdded()).hasSize(200).doesNotHaveDuplicates().doesNotContain("You know birds.");

        say("The broth was salty.");
        assertThat(find("stew")).contains(202L);

        assertThat(store.takeAdded()).containsExactly("The broth was salty.");
        assertThat(store.size()).as("with one that says how far it is").isEqualTo(202);
    }

    /** Also where the question stands at the end of a page, or was added by a search before. */
    @Test
    void addsNoSecretThatIsAnAnswer() {
        for (int page = 60; page < 70; page++) {
            say(rows(0, 1 + page % 3));
            say("What is the password of the router?", "tulips77garden");
        }
        say("And what is the password of the safe?");
        find("soup");
        say("tulips88cellar");
        find("soup");

        assertThat(store.takeAdded()).isNotEmpty().noneMatch(text -> text.contains("tulips"));
    }

    @Test
    void findsALongMessageByWhatItSaysAtItsEnd() {
        String filling = "We talked for hours about nothing much at all. ".repeat(100);
        say(filling + "An owl sat on the roof.");
        IntStream.range(0, 100).forEach(i -> say(filling));

        assertThat(find("Which bird was it?")).startsWith(1L);
    }

    @Test
    void findsWhatTheIndexOfThisProcessForgot() {
        chat();
        find("soup");
        search.forget("chat");
        store.takeAdded();

        assertThat(find("soup")).startsWith(3L);

        assertThat(store.takeAdded()).isEmpty();
    }

    @Test
    void showsNothingOfAnotherConversationThoughTheStoreLooksIntoAllGroups() {
        chat();
        transcripts.append(
                "other", "life", 0, "key", entries(0, "Good morning.", "A heron stood there.", "We cooked a stew."));
        find("soup");
        search.search("other", "soup", SearchOptions.defaults(), Searched.ALL);
        store.heedless();
        store.takeAdded();

        MessageSearch restarted = new MessageSearch(transcripts, options);
        assertThat(find(restarted, "soup")).startsWith(3L).doesNotContain(2L);
        assertThat(find(restarted, "bird")).startsWith(1L);
        assertThat(store.takeAdded())
                .as("their own account of how far they are")
                .isEmpty();
    }

    @Test
    void addsNothingThatAnotherProcessHasAdded() {
        MessageSearch elsewhere = new MessageSearch(transcripts, options);
        chat();
        find("soup");
        say(rows(0, 100));
        find(elsewhere, "soup");
        say("The broth was salty.");
        store.takeAdded();

        assertThat(find("soup")).contains(3L, 105L);

        assertThat(store.takeAdded()).containsExactly("The broth was salty.");
        assertThat(store.size()).as("with one that says how far it is").isEqualTo(106);
    }

    @Test
    void knowsWhatTheLatestEditsLeft() {
        say(rows(0, 100));
        say("The owl sat there.", "Regenerate me.");
        find("bird");
        store.takeAdded();

        transcripts.replaceAfter("chat", "life", 102, 101, "second life", entries(102, "A stew it was.", "Fine."));
        assertThat(find("bird")).startsWith(101L);
        assertThat(find("soup")).startsWith(103L);

        assertThat(store.takeAdded()).containsExactlyInAnyOrder("A stew it was.", "Fine.");
        assertThat(store.texts()).hasSize(103).doesNotContain("Regenerate me.");
        MessageSearch restarted = new MessageSearch(transcripts, options);
        assertThat(find(restarted, "bird")).startsWith(101L);
        assertThat(store.takeAdded()).isEmpty();
    }

    @Test
    void embedsNothingAgainAfterAnEditFarBack() {
        say(rows(0, 400));
        find("bird");
        store.takeAdded();

        transcripts.replaceAfter("chat", "life", 400, 300, "second life", entries(400, "The owl sat there."));
        new MessageSearch(transcripts, options).search("chat", "bird", SearchOptions.defaults(), Searched.ALL);
        assertThat(find("bird")).startsWith(401L);

        assertThat(store.takeAdded()).containsExactly("The owl sat there.");
        assertThat(store.texts()).hasSize(301).contains("Row 0", "Row 299").doesNotContain("Row 300", "Row 399");
    }

    @Test
    void beginsAnewForAnotherChatUnderTheSameName() {
        chat();
        find("soup");
        transcripts.delete("chat");
        sayIn("second life", "Good morning.", "A heron stood there.", "Indeed.", "Delicious.");
        store.takeAdded();

        assertThat(find("owl")).startsWith(2L);
        assertThat(store.takeAdded()).hasSize(4);
        assertThat(store.texts()).hasSize(4).doesNotContain("We cooked a stew for nine.");
        assertThat(find(new MessageSearch(transcripts, options), "owl")).startsWith(2L);
        assertThat(store.takeAdded()).isEmpty();
    }
}
