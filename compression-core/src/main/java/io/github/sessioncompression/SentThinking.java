package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.thinking.RequestPrefix;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The thinking in the requests of one call of the model: it is sent only behind the very bytes that it was made behind.
 *
 * <p>A request is seen whole here, with the framework's own messages, system prompt and tools. Not safe for use by many threads.
 */
final class SentThinking {
    private final ConversationParts parts;
    private final String tools;
    /** True if the provider refused thinking of this request, so that it goes without. */
    private boolean without;
    /** True if the provider missed the thinking of this request's tool loop. */
    private boolean missed;

    /** Thinking of requests with the tools of that {@linkplain RequestPrefix#tools hash}. */
    SentThinking(ConversationParts parts, String tools) {
        this.parts = parts;
        this.tools = tools;
    }

    /**
     * The messages without the thinking that follows other bytes than those that it was made behind.
     *
     * @param prefixes prefixes that the messages do not bring themselves
     */
    List<Message> sendable(List<Message> messages, IdentityHashMap<Message, String> prefixes) {
        if (messages.stream().noneMatch(Message::hasThinking)) {
            parts.chats().run(chat -> chat.answers().requested());
            return messages;
        }
        return parts.chats().get(chat -> {
            chat.answers().requested();
            return sendable(messages, prefixes, chat);
        });
    }

    private List<Message> sendable(List<Message> messages, IdentityHashMap<Message, String> prefixes, Chat chat) {
        RequestPrefix.Requests request = chat.answers().requests();
        request.begin();
        String system = system(messages);
        boolean required = missed || chat.shown().requiresThinking();
        int turn = turn(messages);
        List<Message> sendable = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.hasThinking()
                    && (without
                            || !((required && i > turn)
                                    || fits(message, prefixes, request.here().with(system, tools), chat)))) {
                message = message.withoutThinking();
            }
            sendable.add(message);
            request.pass(message);
        }
        return List.copyOf(sendable);
    }

    private static String system(List<Message> messages) {
        return RequestPrefix.of(messages.stream()
                        .filter(message -> message.role() == Role.SYSTEM)
                        .toList())
                .system();
    }

    private static boolean fits(
            Message message, IdentityHashMap<Message, String> prefixes, RequestPrefix before, Chat chat) {
        String own = message.thinkingPrefix().isEmpty() ? prefixes.getOrDefault(message, "") : message.thinkingPrefix();
        Set<String> made = own.isEmpty() ? chat.answers().of(message) : Set.of(own);
        return made.stream().anyMatch(prefix -> RequestPrefix.of(prefix).fits(before));
    }

    /** Index of the last user message; -1 if there is none. */
    private static int turn(List<Message> messages) {
        int index = messages.size() - 1;
        while (index >= 0 && messages.get(index).role() != Role.USER) {
            index--;
        }
        return index;
    }

    /** The model has given this answer to {@code messages}. */
    void answered(Message answer, List<Message> messages) {
        if (answer.hasThinking()) {
            parts.chats().run(chat -> {
                RequestPrefix.Requests request = chat.answers().requests();
                request.begin();
                messages.forEach(request::pass);
                RequestPrefix made = request.here();
                chat.answers().answered(answer, made.with(made.system(), tools));
            });
        }
    }

    /**
     * The provider refused the thinking of a request, or {@code misses} some; each is answered once.
     *
     * @return true if the next request has other thinking
     */
    boolean refused(List<Message> messages, boolean misses, Function<Chat, String> model) {
        if (misses ? missed || without : without || messages.stream().noneMatch(Message::hasThinking)) {
            return false;
        }
        missed = misses;
        without = !misses;
        parts.chats().run(chat -> {
            String name = model.apply(chat);
            parts.shared().models().requiresThinking(name, misses);
            Log.refusesThinking(parts.id(), name, misses);
            chat.shown().requiresThinking(misses);
            if (!misses) {
                chat.shown().dropThinking();
            }
        });
        return true;
    }
}
