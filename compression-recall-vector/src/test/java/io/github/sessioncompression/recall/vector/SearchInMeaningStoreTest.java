package io.github.sessioncompression.recall.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.search.MessageSearch;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Searches with a meaning store, and the passages they add to it. */
class SearchInMeaningStoreTest extends MeaningStoreFixture {
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
        assertThat(store.size()).as("with the progress").isEqualTo(202);
    }

    /** Also where the question stands at the end of a page, or was added by a search before. */
    @Test
    void addsNoSecrets() {
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
    void findsALongMessageByItsEnd() {
        String filling = "We talked for hours about nothing much at all. ".repeat(100);
        say(filling + "An owl sat on the roof.");
        IntStream.range(0, 100).forEach(i -> say(filling));

        assertThat(find("Which bird was it?")).startsWith(1L);
    }

    @Test
    void findsPassagesAfterARestart() {
        chat();
        find("soup");
        store.takeAdded();

        assertThat(find(new MessageSearch(transcripts, options), "soup")).startsWith(3L);

        assertThat(store.takeAdded()).isEmpty();
    }

    @Test
    void showsNothingOfOtherGroups() {
        chat();
        find("soup");
        transcripts.append("other", "life", 0, "key", entries(0, "Good morning.", "A heron stood there."));
        search.search("other", "soup", 10, 600, MessageSearch.ALL);
        store.heedless();

        assertThat(find("soup")).startsWith(3L).doesNotContain(2L);
        assertThat(find("bird")).startsWith(1L);
    }

    @Test
    void addsAnEditedConversationAnew() {
        say(rows(0, 100));
        say("The owl sat there.", "Regenerate me.");
        find("bird");
        store.takeAdded();

        transcripts.replaceAfter(
                "chat",
                transcripts.head("chat").orElseThrow(),
                101,
                "second life",
                entries(102, "A stew it was.", "Fine."));
        assertThat(find("bird")).startsWith(101L);
        assertThat(find("soup")).startsWith(103L);

        assertThat(store.texts()).hasSize(103).doesNotContain("Regenerate me.");
        store.takeAdded();
        assertThat(find(new MessageSearch(transcripts, options), "bird")).startsWith(101L);
        assertThat(store.takeAdded()).isEmpty();
    }

    @Test
    void reAddsPassagesLostByStore() {
        chat();
        find("soup");
        store.removeAll(PassageSync.group("chat"));

        find("soup");
        assertThat(find("soup")).startsWith(3L);
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

    @Test
    void findsMessagesInOtherWords() {
        chat();

        assertThat(find("Which bird was it?")).startsWith(1L);
        assertThat(find(new MessageSearch(transcripts, RecallOptions.defaults()), "soup"))
                .isEmpty();
    }

    @Test
    void obeysTheFilter() {
        chat();

        assertThat(search.search("chat", "soup", 10, 600, sequence -> sequence != 3))
                .extracting(Hit::sequence)
                .doesNotContain(3L);
    }
}
