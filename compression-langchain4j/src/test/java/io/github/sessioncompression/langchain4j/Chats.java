package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.Arrays;
import java.util.List;

/** Chats and memories for tests. */
final class Chats {
    /** Small enough that a dozen turns of {@link #talk} are compressed. */
    static final CompressionPolicy SMALL = CompressionPolicy.forWindow(2_000);

    private static final MessageMapper MAPPER = new MessageMapper(CompressingChatMemory.functionalToolResults());

    private Chats() {}

    /** A compressor whose background compressions run on the thread that asks for them. */
    static SessionCompressor immediate(CompressionPolicy policy) {
        return immediate(policy, SessionStore.inMemory());
    }

    /** The same over a store. */
    static SessionCompressor immediate(CompressionPolicy policy, SessionStore store) {
        return SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(Runnable::run)
                .build();
    }

    /** A memory over a compressor. */
    static CompressingChatMemory memory(SessionCompressor compressor) {
        return CompressingChatMemory.builder().compressor(compressor).build();
    }

    /** Adds turns of about a hundred tokens each. */
    static void talk(ChatMemory memory, int from, int turns) {
        for (int i = from; i < from + turns; i++) {
            memory.add(question(i));
            memory.add(answer(i));
        }
    }

    static UserMessage question(int turn) {
        return UserMessage.from("Question " + turn + ": for the trip on day " + turn + " we decided to take the train "
                + (1_000 + turn) + " at " + (turn % 24) + ":15 and to pay " + (100 + turn)
                + " EUR at most; please keep that in mind.");
    }

    static AiMessage answer(int turn) {
        return AiMessage.from("Answer " + turn + ": noted, train " + (1_000 + turn) + " for " + (100 + turn)
                + " EUR. I will look for a hotel near the station, and I suggest that we compare three of them first.");
    }

    static AiMessage calls(String... ids) {
        return AiMessage.from(Arrays.stream(ids)
                .map(id -> ToolExecutionRequest.builder()
                        .id(id)
                        .name("lookup")
                        .arguments("{}")
                        .build())
                .toList());
    }

    static ToolExecutionResultMessage result(String id, String text) {
        return ToolExecutionResultMessage.from(id, "lookup", text);
    }

    /**
     * Fails unless any provider takes these messages, with calls in flight at the end at most. LangChain4j adds the question behind
     * what the memory has given it, so only there a user may follow a turn that failed without a word between.
     */
    static void checkValid(List<ChatMessage> messages) {
        assertThat(ValidSequence.problems(messages.stream().map(MAPPER::toCore).toList()).stream()
                        .filter(problem -> !problem.contains(": USER after "))
                        .toList())
                .isEmpty();
    }
}
