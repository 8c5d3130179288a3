package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.RecallAcross.Found;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.SearchOptions.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What left several contexts is found together, and nothing of any other conversation. */
class RecallAcrossTest extends TalkFixture {
    private static final SearchOptions ALL = SearchOptions.defaults().withScope(Scope.ALL);

    private final SessionCompressor compressor = compressor(POLICY);

    private Conversation chat(String id, String... said) {
        Conversation chat = compressor.conversation(id);
        for (int i = 0; i < said.length; i++) {
            chat.append(Message.user(said[i]).withTimestamp(Instant.ofEpochSecond(1_000L * (i + 1))));
            chat.append(Message.assistant("All right."));
        }
        return chat;
    }

    @Test
    void findsTheBestOfAllConversationsAndSaysWhichEachIsIn() {
        Conversation boats = chat("boats", "The boat is at quay four.", "We paint it on Friday.");
        Conversation bread = chat("bread", "The dough needs salt.", "Lindqvist wants the boat of bread by Friday.");
        chat("other", "Lindqvist owns a boat, and nobody else may know.");

        List<Found> found = RecallAcross.of(List.of(boats, bread, boats)).search("Who is Lindqvist?", ALL);

        assertThat(found).isNotEmpty();
        assertThat(found.get(0).conversationId()).isEqualTo("bread");
        assertThat(found.get(0).hit().excerpt()).contains("Lindqvist wants");
        assertThat(found).extracting(Found::conversationId).doesNotContain("other");
        List<Found> both = RecallAcross.of(List.of(boats, bread)).search("boat Friday", ALL);
        assertThat(both).extracting(Found::conversationId).contains("boats", "bread");
        assertThat(both).doesNotHaveDuplicates();
        assertThat(both).extracting(each -> -each.hit().score()).isSorted();
    }

    @Test
    void givesNoMoreThanAskedForAndByDefaultOnlyWhatIsArchived() {
        Conversation first = chat("first");
        Conversation second = chat("second");
        talk(first, 6);
        talk(second, 6);
        RecallAcross across = RecallAcross.of(List.of(first, second));

        assertThat(across.search("door code", 5)).isEmpty();
        first.compress();

        assertThat(across.search("door code", 1)).hasSize(1);
        assertThat(across.search("door code", 5))
                .extracting(Found::conversationId)
                .containsOnly("first");
        assertThat(RecallAcross.of(List.of()).search("door code", 5)).isEmpty();
    }

    @Test
    void ofEquallyGoodOnesTheLatestIsFirstAndOneWithoutATimeLast() {
        Conversation unknown = compressor.conversation("unknown");
        unknown.append(Message.user("Lindqvist owns a boat."), Message.assistant("All right."));
        Conversation early = chat("early", "Lindqvist owns a boat.");
        Conversation late = compressor.conversation("late");
        late.append(
                Message.user("Lindqvist owns a boat.").withTimestamp(Instant.ofEpochSecond(9_000)),
                Message.assistant("All right."));

        List<Found> found = RecallAcross.of(List.of(unknown, early, late)).search("Lindqvist", ALL.withLimit(3));

        assertThat(found).extracting(Found::conversationId).containsExactly("late", "early", "unknown");
    }

    @Test
    void looksIntoAHundredAtMost() {
        List<Conversation> many = new ArrayList<>();
        for (int i = 0; i <= RecallAcross.MAX_CONVERSATIONS; i++) {
            many.add(chat("chat" + i));
        }

        assertThat(RecallAcross.of(many.subList(1, many.size())).search("boat", 5))
                .isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecallAcross.of(many))
                .withMessage("conversations must be 100 at most, but were 101");
    }
}
