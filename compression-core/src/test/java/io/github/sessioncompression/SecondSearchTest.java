package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A second search joins the ranking by words and follows what is done with conversations. */
class SecondSearchTest {
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(4_000).withExecution(Execution.SYNC);

    @AutoClose
    private final Compressors open = new Compressors();

    private final Recorded second = new Recorded();
    private final SessionCompressor compressor = open.open(SessionCompressor.builder()
            .policy(POLICY)
            .executor(Runnable::run)
            .modelCalls(Runnable::run, new MutableTime())
            .recall(RecallOptions.defaults().withSecondSearch((transcripts, executor, waiting, nanos) -> second)));
    private final Conversation chat = compressor.conversation("chat");

    /** Returns the same scores for each query, and records the calls. */
    private static final class Recorded implements SecondSearch {
        private final List<String> calls = new ArrayList<>();
        private Map<Long, Double> scores = Map.of();

        @Override
        public Map<Long, Double> nearest(String conversationId, String query) {
            calls.add("nearest " + conversationId + " " + query);
            return scores;
        }

        @Override
        public void erased(String conversationId, List<Long> sequences) {
            calls.add("erased " + conversationId + " " + sequences);
        }

        @Override
        public void cleared(String conversationId) {
            calls.add("cleared " + conversationId);
        }
    }

    private void talk(int turns) {
        chat.append(Message.system(Chats.SYSTEM), Message.user("An owl sat on the roof."), Message.assistant("Nice."));
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.turn(i, 30));
            chat.view();
        }
    }

    private List<Long> find(String query) {
        return chat.recall().searchAll(query, 10).stream().map(Hit::sequence).toList();
    }

    @Test
    void joinsRankings() {
        talk(5);
        assertThat(find("Which bird was it?")).isEmpty();
        assertThat(find("owl")).startsWith(2L).doesNotContain(8L);

        second.scores = Map.of(2L, 0.9, 8L, 0.8, 6L, 0.1, 7L, 0.1);

        assertThat(find("Which bird was it?")).startsWith(2L).contains(8L).doesNotContain(6L, 7L);
        assertThat(find("owl")).startsWith(2L).contains(8L);
    }

    @Test
    void showsNoMessagesThatTheTranscriptLacks() {
        talk(5);
        second.scores = Map.of(99L, 0.9, 0L, 0.9, -1L, 0.8, 1L, 0.9, 2L, 0.1);

        assertThat(find("Which bird was it?")).isEmpty();
        assertThat(find("owl")).startsWith(2L);
    }

    @Test
    void isCalledBySearchesOnly() {
        talk(40);
        assertThat(chat.status().boundary()).isPositive();
        assertThat(second.calls).isEmpty();

        find("bird");

        assertThat(second.calls).containsExactly("nearest chat bird");
    }

    @Test
    void isToldOfErasedAndClearedMessages() {
        talk(5);
        second.scores = Map.of(2L, 0.9, 8L, 0.8, 6L, 0.1, 7L, 0.1);

        assertThat(chat.erase(2)).isTrue();
        assertThat(second.calls).containsExactly("erased chat [2]");
        assertThat(find("owl")).startsWith(8L).doesNotContain(2L);
        chat.clear();

        assertThat(second.calls).last().isEqualTo("cleared chat");
    }
}
