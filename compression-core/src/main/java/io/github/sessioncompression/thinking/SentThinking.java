package io.github.sessioncompression.thinking;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.RetainedMessages;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The thinking in the requests of one call of the model: it is sent only behind the very bytes that it was made behind.
 *
 * <p>A request is seen whole here, with the framework's own messages, system prompt and tools.
 *
 * <p><b>Algorithm</b> ({@link #sendable}), for each message with thinking.
 * <ol>
 *   <li>Find the prefix that the thinking was made behind: the message's own, the context's, or one that {@link AnswerPrefixes} has of an answer with
 *       this content.
 *   <li>Keep the thinking if one of them is the prefix of the message in this request, tools included.
 *   <li>In the turn under way keep it in any case if the model refuses a tool loop without.
 *   <li>Once the provider has refused thinking of this request, drop all of it.
 * </ol>
 *
 * <p><b>Does nothing</b> to a request without thinking. <b>Threads:</b> not safe: the chat's lock protects the answers.
 *
 * @see KeptThinking
 */
public final class SentThinking {
    private final String tools;
    /** True if the provider refused thinking of this request, so that it goes without. */
    private boolean without;
    /** True if the provider missed the thinking of this request's tool loop. */
    private boolean missed;

    /** Thinking of requests with the tools of that {@linkplain RequestPrefix#tools hash}. */
    public SentThinking(String tools) {
        this.tools = tools;
    }

    /**
     * The messages without the thinking that follows other bytes than those that it was made behind.
     *
     * @param prefixes prefixes that the messages do not bring themselves
     * @param answers prefixes of the chat's answers
     * @param isRequired true if the model refuses a tool loop without thinking
     */
    public List<Message> sendable(
            List<Message> messages,
            IdentityHashMap<Message, String> prefixes,
            AnswerPrefixes answers,
            boolean isRequired) {
        answers.requested();
        if (messages.stream().noneMatch(Message::hasThinking)) {
            return messages;
        }
        RequestPrefix.Requests request = answers.requests();
        request.begin();
        String system = system(messages);
        boolean required = missed || isRequired;
        int turn = RetainedMessages.lastUser(messages);
        List<Message> sendable = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.hasThinking()
                    && (without
                            || !((required && i > turn)
                                    || fits(message, prefixes, request.here().with(system, tools), answers)))) {
                message = message.withoutThinking();
            }
            sendable.add(message);
            request.pass(message);
        }
        return List.copyOf(sendable);
    }

    /** Hash of the system messages of a request. */
    private static String system(List<Message> messages) {
        return RequestPrefix.of(messages.stream()
                        .filter(message -> message.role() == Role.SYSTEM)
                        .toList())
                .system();
    }

    /** True if one of the prefixes that are known of the message is the one it has in this request. */
    private static boolean fits(
            Message message, IdentityHashMap<Message, String> prefixes, RequestPrefix before, AnswerPrefixes answers) {
        String own = message.thinkingPrefix().isEmpty() ? prefixes.getOrDefault(message, "") : message.thinkingPrefix();
        Set<String> made = own.isEmpty() ? answers.of(message) : Set.of(own);
        return made.stream().anyMatch(prefix -> RequestPrefix.of(prefix).fits(before));
    }

    /** The model has given this answer to {@code messages}. */
    public void answered(Message answer, List<Message> messages, AnswerPrefixes answers) {
        RequestPrefix.Requests request = answers.requests();
        request.begin();
        messages.forEach(request::pass);
        RequestPrefix made = request.here();
        answers.answered(answer, made.with(made.system(), tools));
    }

    /**
     * The provider refused the thinking of a request, or {@code misses} some; each is answered once.
     *
     * @return true if the next request has other thinking
     */
    public boolean refused(List<Message> messages, boolean misses) {
        if (misses ? missed || without : without || messages.stream().noneMatch(Message::hasThinking)) {
            return false;
        }
        missed = misses;
        without = !misses;
        return true;
    }
}
