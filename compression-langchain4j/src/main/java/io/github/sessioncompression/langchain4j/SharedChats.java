package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.text.LogText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects AI services that write to the same chat: LangChain4j gives a provider the memory id and nothing of the service, and gives each
 * service a memory object of its own.
 *
 * <p>A system prompt that went back twice to the text before it, each time through another memory, is a sign, and so is the result of a tool
 * call that comes after a question through another memory. One WARN for each conversation. Bounded; safe for use by many threads.
 */
final class SharedChats {
    private static final Logger log = LoggerFactory.getLogger(SharedChats.class);
    private static final int MOST = 10_000;

    private final Cache<String, Watch> watches =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
    private final AtomicLong memories = new AtomicLong();

    /** The number of a new memory. */
    long nextMemory() {
        return memories.incrementAndGet();
    }

    /** {@code messages} were added to a conversation through a memory. */
    void added(String conversationId, long memory, List<ChatMessage> messages) {
        Watch watch = watches.get(conversationId, any -> new Watch());
        for (ChatMessage message : messages) {
            String sign = watch.sign(memory, message);
            if (sign != null) {
                log.warn(
                        "Conversation {}: {}. Several AI services seem to share this chat: each is sent what was said to the others."
                                + " Give each service its own CompressingChatMemoryProvider.forService(name), or memory ids that name the"
                                + " service (said once)",
                        LogText.name(conversationId),
                        sign);
            }
        }
    }

    /** Additions to one conversation, as far as they show who shares it. */
    private static final class Watch {
        private static final int RETURNS = 2;
        private static final int MOST_LOOPS = 16;

        private record Prompt(int length, int hash) {}

        /** Calls without a result, by memory. */
        private final Map<Long, Integer> openCalls = new HashMap<>();
        /** Memories with open calls during which a question came through another memory. */
        private final Set<Long> disturbed = new HashSet<>();

        private @Nullable Prompt prompt;
        private @Nullable Prompt promptBefore;
        private long prompting;
        private int returns;
        private boolean told;

        /** The sign that {@code message} gives; {@code null} for none, or if one was reported before. */
        synchronized @Nullable String sign(long memory, ChatMessage message) {
            String sign = null;
            if (told) {
                return null;
            } else if (message instanceof SystemMessage system) {
                sign = alternates(memory, system.text()) ? "its system prompt alternates between two texts" : null;
            } else if (message instanceof UserMessage) {
                called(memory, 0);
                disturbed.addAll(openCalls.keySet());
            } else if (message instanceof AiMessage answer) {
                called(memory, answer.toolExecutionRequests().size());
            } else if (message instanceof ToolExecutionResultMessage) {
                sign = isDisturbed(memory) ? "a question came through another memory while a tool was running" : null;
            }
            told = sign != null;
            return sign;
        }

        private boolean alternates(long memory, String text) {
            Prompt now = new Prompt(text.length(), text.hashCode());
            if (now.equals(prompt)) {
                return false;
            }
            if (now.equals(promptBefore) && memory != prompting) {
                returns++;
            }
            promptBefore = prompt;
            prompt = now;
            prompting = memory;
            return returns >= RETURNS;
        }

        private void called(long memory, int calls) {
            disturbed.remove(memory);
            openCalls.remove(memory);
            if (openCalls.size() >= MOST_LOOPS) {
                openCalls.clear();
            }
            if (calls > 0) {
                openCalls.put(memory, calls);
            }
        }

        /** A result was added; those that come after a question in their own memory belong to no call that is watched. */
        private boolean isDisturbed(long memory) {
            boolean isOpen = openCalls.containsKey(memory);
            openCalls.computeIfPresent(memory, (key, open) -> open == 1 ? null : open - 1);
            return isOpen && disturbed.contains(memory);
        }
    }
}
