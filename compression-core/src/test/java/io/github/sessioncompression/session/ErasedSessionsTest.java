package io.github.sessioncompression.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an earlier session leaves in the store, its earlier records and a second search once it is deleted or erased in part. */
class ErasedSessionsTest {
    private static final String CODE = "4711";

    private final SessionStore store = SessionStore.inMemory();
    private final List<String> cleared = new ArrayList<>();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .store(store)
            .recall(RecallOptions.defaults().withSecondSearch((transcripts, executor, waiting, nanos) -> new Noted()))
            .executor(Runnable::run)
            .build();
    private final Conversation chat = compressor.conversation("user-42");

    private final class Noted implements SecondSearch {
        @Override
        public Map<Long, Double> nearest(String conversationId, String query) {
            return Map.of();
        }

        @Override
        public void erased(String conversationId, List<Long> sequences) {}

        @Override
        public void cleared(String conversationId) {
            cleared.add(conversationId);
        }
    }

    @BeforeEach
    void endSessionThatWasCompressed() {
        chat.append(
                Message.user("My locker code is " + CODE + ", please keep it in mind."), Message.assistant("Noted."));
        chat.append(Message.user("My bike is locked with the number 8852."), Message.assistant("Noted, too."));
        for (int i = 0; i < 12; i++) {
            chat.append(
                    Message.user("Question " + i + "? " + "It is slow today. ".repeat(30)), Message.assistant("Yes."));
        }
        chat.compress();
        chat.sessions().startNew();
        chat.append(Message.user("Good morning!"), Message.assistant("Good morning!"));
        cleared.clear();
        assertThat(kept()).contains(CODE, "8852");
    }

    /** All texts that the store keeps: messages, the states that records show, and the states in full. */
    private String kept() {
        StringBuilder kept = new StringBuilder();
        for (String id : store.conversations(null, 100)) {
            store.load(id, 0, 1_000)
                    .forEach(entry -> kept.append(entry.message().text()));
            for (CompressionRecord each : store.history(id)) {
                kept.append(each.injected().texts());
                for (SegmentState state : store.segments(id, each.needed())) {
                    kept.append(state.document().texts());
                }
            }
        }
        return kept.toString();
    }

    @Test
    void deletedSessionIsInNoEarlierRecord() {
        assertThat(chat.sessions().delete("1")).isTrue();

        assertThat(kept()).doesNotContain(CODE, "8852");
        assertThat(cleared).contains("user-42~sessions");
    }

    @Test
    void erasedMessageOfEndedSessionIsInNoEarlierRecord() {
        Conversation ended = compressor.conversationOf(chat.sessions().list().get(0));

        assertThat(ended.erase(ended.entries().get(0).sequence())).isTrue();

        assertThat(kept()).doesNotContain(CODE).contains("8852");
        assertThat(cleared).contains("user-42~sessions");
    }
}
