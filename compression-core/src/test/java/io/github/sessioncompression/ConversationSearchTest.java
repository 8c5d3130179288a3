package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.store.WatchedStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Searches find messages outside the context, and only those. */
class ConversationSearchTest extends TalkFixture {

    private static List<Long> sequences(List<Hit> hits) {
        return hits.stream().map(Hit::sequence).toList();
    }

    @Test
    void findsMessagesCoveredByState() {
        Conversation chat = chat();
        talk(chat, 6);
        assertThat(chat.recall().search("door code", 5)).isEmpty();

        chat.compress();

        assertThat(chat.recall().search("What is the door code?", 5).get(0).excerpt())
                .isEqualTo(SECRET);
        assertThat(chat.recall().search("door", 2)).hasSize(2);
    }

    @Test
    void omitsMessagesShownInEveryViewUnlessAskedForAll() {
        Conversation chat = chat();
        chat.append(Message.user("Never order from Brunner.").withPinned(true), Message.assistant("Never."));
        talk(chat, 6);
        chat.compress();
        chat.append(Message.user("Who is Brunner, and where is the door?"));
        long last = chat.status().messages();

        Set<Long> shown = chat.view().parts().stream().map(ViewPart::sequence).collect(Collectors.toSet());

        assertThat(sequences(chat.recall().search("Brunner", 10))).doesNotContain(1L, last);
        assertThat(sequences(chat.recall().searchAll("Brunner", 10))).contains(1L, last);
        assertThat(shown).contains(1L, last);
    }

    @Test
    void findsToolResultShownAsPlaceholder() {
        Conversation chat = chat();
        ToolCall call = new ToolCall("c1", "harbour_lookup", "{}");
        chat.append(
                Message.user("Who owns the boat?"),
                Message.assistant("", List.of(call)),
                Message.toolResult(
                        "c1", "harbour_lookup", "The owner is Lindqvist. " + "Row of the register. ".repeat(200)),
                Message.assistant("Somebody."));
        for (int i = 0; i < 4; i++) {
            chat.append(Chats.toolTurn(i, 200));
        }
        assertThat(chat.recall().search("Lindqvist", 5)).isEmpty();

        chat.prune();

        assertThat(text(chat.view())).doesNotContain("Lindqvist");
        assertThat(sequences(chat.recall().search("Lindqvist", 5)))
                .startsWith(3L)
                .doesNotContain(1L);
    }

    @Test
    void findsNothingOfAnotherConversation() {
        SessionCompressor compressor = compressor(POLICY);
        Conversation mine = compressor.conversation("mine");
        Conversation yours = compressor.conversation("yours");
        talk(mine, 6);
        yours.append(Chats.turn(40, 30));
        mine.compress();
        yours.compress();

        assertThat(mine.recall().searchAll("door code", 10)).isNotEmpty();
        assertThat(yours.recall().searchAll("door code 918273", 10))
                .noneMatch(hit -> hit.excerpt().contains("918273"));
        assertThat(compressor.conversation("nobody").recall().searchAll("door code", 10))
                .isEmpty();
    }

    @Test
    void indexesConversationAtFirstSearchOnly() {
        AtomicInteger loads = new AtomicInteger();
        Conversation chat = open.open(SessionCompressor.builder().policy(POLICY).store(WatchedStore.of(store, call -> {
                    loads.addAndGet(call.name().equals("load") ? 1 : 0);
                    return call.proceed();
                })))
                .conversation("chat");
        talk(chat, 6);
        chat.compress();
        chat.view();
        loads.set(0);

        chat.recall().segments();
        assertThat(loads).hasPositiveValue();
        loads.set(0);

        chat.recall().segments();
        assertThat(loads).hasValue(0);
    }

    @Test
    void forgetsAnErasedMessageAtOnceAndInAllProcesses() {
        SessionCompressor compressor = compressor(POLICY);
        Conversation chat = compressor.conversation("chat");
        talk(chat, 6);
        chat.compress();
        Conversation elsewhere = compressor(POLICY).conversation("chat");
        assertThat(elsewhere.recall().search("door code", 5)).isNotEmpty();
        for (Hit hit : chat.recall().searchAll("door code 918273", 10)) {
            if (hit.excerpt().contains("918273")) {
                chat.erase(hit.sequence());
            }
        }

        assertThat(chat.recall().searchAll("918273", 10)).isEmpty();
        assertThat(elsewhere.recall().searchAll("918273", 10)).isEmpty();
    }

    @Test
    void findsNothingOfAClearedChat() {
        SessionCompressor compressor = compressor(POLICY);
        Conversation chat = compressor.conversation("chat");
        talk(chat, 6);
        chat.compress();
        assertThat(chat.recall().search("door code", 5)).isNotEmpty();

        chat.clear();

        assertThat(chat.recall().searchAll("door code", 10)).isEmpty();
    }

    @Test
    void rejectsLimitOutOfRange() {
        Conversation chat = chat();

        assertThatThrownBy(() -> chat.recall().search("door", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("k must be")
                .hasMessageContaining("1 to 100");
    }
}
