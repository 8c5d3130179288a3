package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.guardrail.OutputGuardrailExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Removal of an answer that an output guardrail has refused. LangChain4j's {@link OutputGuardrailExecutor} reads a memory, clears it, and adds all
 * messages except the last answer again, one by one, on one thread.
 *
 * <p>Algorithm:
 * <ol>
 *   <li>The list that the executor reads is remembered for its thread.
 *   <li>When the executor clears the memory, the chat is set to its messages without that list's last answer: one edit, which keeps the state and all
 *       that it covers. If the store fails, nothing has changed.
 *   <li>The messages that the executor adds again are in the chat already.
 * </ol>
 *
 * <p>Does nothing for any other caller: an application that clears a memory deletes the chat, whatever it adds then. Safe for use by many
 * threads.
 */
final class RemovedAnswers {
    @SuppressWarnings("ThreadLocalUsage") // Each provider has chats of its own.
    private final ThreadLocal<Reading> latest = new ThreadLocal<>();

    /** Messages of a conversation that the executor has read; after a clear, those it has not added again yet. */
    private record Reading(String conversation, Deque<ChatMessage> messages) {}

    /** Records that {@code messages} were returned for a conversation. */
    void read(String conversationId, List<ChatMessage> messages) {
        if (ServiceCalls.isAnswerRemoval()) {
            latest.set(new Reading(conversationId, new ArrayDeque<>(messages)));
        } else {
            latest.remove();
        }
    }

    /**
     * Messages of a conversation that stay after the executor has cleared it; empty if another caller clears it. If the executor has read a copy of them,
     * such as the one in which Quarkus keeps a turn until its end, all stay: the answer is in the copy alone.
     *
     * @param now the messages by now: other threads may have added some since the executor has read them
     */
    List<ChatMessage> cleared(String conversationId, Supplier<List<ChatMessage>> now) {
        if (!ServiceCalls.isAnswerRemoval()) {
            return List.of();
        }
        Reading reading = latest.get();
        if (reading == null || !reading.conversation().equals(conversationId)) {
            List<ChatMessage> all = now.get();
            latest.set(new Reading(conversationId, new ArrayDeque<>(all)));
            return all;
        }
        List<ChatMessage> again = new ArrayList<>(reading.messages());
        ChatMessage answer = removeLastAnswer(again);
        latest.set(new Reading(conversationId, new ArrayDeque<>(again)));
        List<ChatMessage> kept = now.get();
        int at = kept.lastIndexOf(answer);
        if (at < 0) {
            return again;
        }
        kept.remove(at);
        return kept;
    }

    private static @Nullable ChatMessage removeLastAnswer(List<ChatMessage> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i) instanceof AiMessage) {
                return messages.remove(i);
            }
        }
        return null;
    }

    /** True if the executor adds a message that the conversation has kept. */
    boolean isKept(String conversationId, ChatMessage message) {
        Reading reading = latest.get();
        if (reading == null
                || !reading.conversation().equals(conversationId)
                || !reading.messages().contains(message)
                || !ServiceCalls.isAnswerRemoval()) {
            return false;
        }
        // A memory of the application's own around this one may have hidden messages: those stay.
        ChatMessage kept = reading.messages().remove();
        while (!kept.equals(message)) {
            kept = reading.messages().remove();
        }
        return true;
    }
}
