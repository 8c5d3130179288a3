package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.TokenCountEstimator;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out of the views of one memory what a {@link ChatWindow} has no room for.
 *
 * <p>Walks back from the end of a view until the window is full, so it reads no more than the window holds; counts are
 * kept while their messages live. Safe for use by many threads.
 */
final class Eviction {
    private final ChatWindow window;
    private final Object memoryId;
    private final MessageMapper mapper;
    private final @Nullable MessageTokens tokens;
    private final Cache<Message, Integer> counts =
            Caffeine.newBuilder().weakKeys().build();
    private volatile int requestTokens = -1;

    Eviction(ChatWindow window, Object memoryId, MessageMapper mapper, CompressionPolicy policy) {
        this.window = window;
        this.memoryId = memoryId;
        this.mapper = mapper;
        TokenCountEstimator estimator = window.estimator();
        this.tokens = estimator == null
                ? null
                : new MessageTokens(
                        TokenCountEstimators.asMessageCounter(estimator, mapper),
                        TokenCounter.o200k(),
                        policy.tokens().withSafetyFactor(TokenOptions.DEFAULT_SAFETY_FACTOR));
        window.limit(memoryId);
    }

    /** Number of messages before those that can be left out. */
    static int head(List<Message> view) {
        return !view.isEmpty() && view.get(0).role() == Role.SYSTEM ? 1 : 0;
    }

    /** The place of the first message after the {@link #head} that is shown. */
    int start(List<Message> view) {
        int head = head(view);
        int start = tokens == null
                ? Math.max(head, view.size() - Math.max(0, window.limit(memoryId) - head))
                : startByTokens(tokens, view, head);
        // The view is a repaired one: results at its start belong to a message that is left out.
        while (start > head && start < view.size() && view.get(start).role() == Role.TOOL) {
            start++;
        }
        return start;
    }

    /** Adds the messages that the window left out of the list that was returned: they are not meant to be deleted. */
    List<Message> withEvicted(Conversation conversation, List<Message> wanted) {
        List<Message> view = conversation.view().messages();
        if (conversation.enabled()) {
            return wanted;
        }
        int first = head(view);
        int start = start(view);
        int at = head(wanted);
        boolean follows = start < view.size()
                && at < wanted.size()
                && mapper.fromCore(view.get(start)).equals(mapper.fromCore(wanted.get(at)));
        if (!follows) {
            return wanted;
        }
        List<Message> all = new ArrayList<>(wanted);
        all.addAll(at, view.subList(first, start));
        return all;
    }

    private int startByTokens(MessageTokens counter, List<Message> view, int head) {
        long room = (long) window.limit(memoryId) - requestTokens();
        for (Message message : view.subList(0, head)) {
            room -= counts.get(message, counter::count);
        }
        int start = view.size();
        while (start > head) {
            room -= counts.get(view.get(start - 1), counter::count);
            if (room < 0) {
                break;
            }
            start--;
        }
        return start;
    }

    /** Tokens that the estimator adds for a request as such. */
    private int requestTokens() {
        TokenCountEstimator estimator = window.estimator();
        if (requestTokens < 0 && estimator != null) {
            UserMessage any = UserMessage.from("a");
            try {
                int alone = estimator.estimateTokenCountInMessage(any);
                requestTokens = Math.max(0, estimator.estimateTokenCountInMessages(List.of(any)) - alone);
            } catch (RuntimeException unable) {
                // The first message logs it: that is counted by the same estimator.
                requestTokens = 0;
            }
        }
        return requestTokens;
    }
}
