package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Framework stores that break the rule that neither a list nor one of its messages is null. */
@NullUnmarked
class NullsInListsTest {
    private final Map<String, List<Message>> data = new HashMap<>();

    @AutoClose
    private final Warnings warnings = new Warnings();

    private final SessionStore store = FrameworkLists.over(new Lists());

    /** Lists as they come, be they null. */
    private final class Lists implements MessageLists<Message> {
        @Override
        public List<Message> load(String conversationId) {
            return data.get(conversationId);
        }

        @Override
        public void save(String conversationId, List<Message> messages) {
            data.put(conversationId, messages);
        }

        @Override
        public void delete(String conversationId) {
            data.remove(conversationId);
        }

        @Override
        public Message read(Message message) {
            return message.withSource(message);
        }

        @Override
        public Message write(Message message) {
            return message.withSource(null);
        }

        @Override
        public Object identity() {
            return data;
        }
    }

    @Test
    void namesMissingArgument() {
        assertThatNullPointerException()
                .isThrownBy(() -> ListStores.over(null, SideStore.none()))
                .withMessage("lists");
        assertThatNullPointerException()
                .isThrownBy(() -> ListStores.over(new Lists(), null))
                .withMessage("side");
    }

    @Test
    void noListIsOneWithoutMessages() {
        assertThat(store.head("chat")).isEmpty();
        assertThat(store.delete("chat")).isFalse();
        assertThat(store.load("chat", 0, 10)).isEmpty();
        ListStoreFixture.begin(store, Message.user("one"));

        assertThat(ListStoreFixture.loaded(store)).containsExactly("1 one");
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void skipsNullsInListAndWarnsOnce() {
        data.put("chat", Arrays.asList(null, Message.user("one"), null, Message.assistant("two"), null));
        data.put("other", Arrays.asList(null, null));

        assertThat(ListStoreFixture.loaded(store)).containsExactly("1 one", "2 two");
        assertThat(ListStoreFixture.loaded(store)).containsExactly("1 one", "2 two");
        assertThat(store.head("other")).isEmpty();
        String life = store.head("chat").orElseThrow().incarnation();
        assertThat(store.append("chat", life, 2, "key", ListStoreFixture.entries(2, Message.user("three"))))
                .isEqualTo(Append.ADDED);

        assertThat(ListStoreFixture.loaded(store)).containsExactly("1 one", "2 two", "3 three");
        assertThat(data.get("chat")).extracting(Message::text).containsExactly("one", "two", "three");
        assertThat(warnings.lines()).singleElement().asString().contains("chat").contains("null");
    }

    @Test
    void continuesChatDamagedByNulls() {
        ListStoreFixture.begin(store, Message.user("one"), Message.assistant("two"));
        List<Message> damaged = new ArrayList<>(data.get("chat"));
        damaged.add(1, null);
        damaged.add(null);
        data.put("chat", damaged);

        assertThat(store.head("chat").orElseThrow().incarnation()).isEqualTo(ListStoreFixture.LIFE);
        assertThat(ListStoreFixture.loaded(store)).containsExactly("1 one", "2 two");
    }
}
