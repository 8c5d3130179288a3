package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for which chat a message was returned, so that a request's chat is known by its messages: a request of
 * LangChain4j's names none.
 *
 * <p>By the messages' identity, and only while they live. Surest is the view that the thread got last: a request that
 * has its last message at its place is of that chat, and so is one that has another question there, as retrieval puts it there. Else the
 * last message counts that was returned to any thread, if the request has as many messages before it as the view had; one that was returned
 * for several chats identifies none of them.
 *
 * <p>While a chat has no messages its view is empty. Its first request is the one of the very question that was added to it then, alone; or
 * one around that text that an AI service sends next on the same thread ({@link ServiceCalls}), because a transformer of requests or retrieval
 * may have changed it. Anything else that is sent in between is of no chat. Bounded; safe for use by many threads.
 */
final class HandedOut {
    private static final int MOST = 20_000;
    /** Messages at the end of a request that are looked at: those of the turn that is under way are its own. */
    private static final int LOOKED_AT = 256;
    /** No conversation has this name. */
    private static final String SEVERAL = "";

    /** Conversations by the last message of their views, and by their first question. */
    private final Cache<ChatMessage, Place> owners = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(MOST)
            .executor(Runnable::run)
            .build();

    /** Conversations whose last view was empty, and to which nothing was added since. */
    private final Cache<String, Boolean> empty =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    @SuppressWarnings("ThreadLocalUsage") // Each provider has chats of its own.
    private final ThreadLocal<Handed> latest = new ThreadLocal<>();

    /**
     * Place of a message.
     *
     * @param index number of messages before it in its view; -1 for a first question
     */
    private record Place(String conversation, int index) {}

    /** Records that the view {@code messages} was returned for the conversation of that name. */
    void remember(String conversationId, List<ChatMessage> messages) {
        latest.set(new Handed(
                conversationId,
                messages.size(),
                new WeakReference<>(at(messages, messages.size() - 1)),
                new WeakReference<>(at(messages, messages.size() - 2))));
        if (messages.isEmpty()) {
            empty.put(conversationId, true);
        }
        for (int i = messages.size() - 1; i >= 0; i--) {
            ChatMessage message = messages.get(i);
            if (!(message instanceof SystemMessage)) {
                Place place = new Place(conversationId, i);
                owners.asMap()
                        .merge(
                                message,
                                place,
                                (was, now) -> was.conversation().equals(now.conversation())
                                        ? now
                                        : new Place(SEVERAL, now.index()));
                return;
            }
        }
    }

    /** Records that {@code messages} were added to a conversation: if it was empty, a question is the end of its first request. */
    void added(String conversationId, List<ChatMessage> messages) {
        if (messages.isEmpty()) {
            return;
        }
        boolean begins = empty.asMap().remove(conversationId) != null;
        Handed handed = latest.get();
        boolean isLatest =
                handed != null && handed.size() == 0 && handed.conversation().equals(conversationId);
        ChatMessage end = messages.get(messages.size() - 1);
        if (begins && end instanceof UserMessage) {
            owners.put(end, new Place(conversationId, -1));
        }
        if (isLatest && begins && end instanceof UserMessage) {
            latest.set(new Handed(conversationId, 0, new WeakReference<>(end), new WeakReference<>(null)));
        } else if (isLatest) {
            latest.remove();
        }
    }

    private static @Nullable ChatMessage at(List<ChatMessage> messages, int index) {
        return index < 0 ? null : messages.get(index);
    }

    /** Conversation of a request; {@code first} if the chat was empty when the request was made. */
    record Owner(String id, boolean first) {}

    /** The conversation that a request is of; empty if that is uncertain. */
    Optional<Owner> of(List<ChatMessage> request) {
        Handed handed = latest.get();
        if (handed != null && handed.size() > 0 && handed.isIn(request)) {
            return Optional.of(new Owner(handed.conversation(), false));
        }
        Optional<Owner> known = known(request);
        if (known.isEmpty() && handed != null && handed.isFirstRequest(request)) {
            latest.remove();
            return Optional.of(new Owner(handed.conversation(), true));
        }
        return known;
    }

    /** Index after the last message of a request that was the end of a view; 0 if there is none. */
    int newFrom(List<ChatMessage> request) {
        int index = request.size() - 1;
        while (index >= 0 && !isEndOfView(request.get(index))) {
            index--;
        }
        return index + 1;
    }

    private boolean isEndOfView(ChatMessage message) {
        Place place = owners.getIfPresent(message);
        return place != null && place.index() >= 0;
    }

    /** The conversation that the last message was returned for, of all returned messages. */
    private Optional<Owner> known(List<ChatMessage> request) {
        int last = Math.max(0, request.size() - LOOKED_AT);
        for (int i = request.size() - 1; i >= last; i--) {
            Place place = owners.getIfPresent(request.get(i));
            if (place != null) {
                boolean first = place.index() < 0;
                boolean isThere = first ? request.size() == 1 : i >= place.index();
                return !isThere || place.conversation().equals(SEVERAL)
                        ? Optional.empty()
                        : Optional.of(new Owner(place.conversation(), first));
            }
        }
        return Optional.empty();
    }

    /** The view that a thread was handed last. */
    private record Handed(
            String conversation, int size, WeakReference<ChatMessage> last, WeakReference<ChatMessage> before) {
        @SuppressWarnings("ReferenceEquality") // Many chats have equal messages.
        boolean isIn(List<ChatMessage> request) {
            ChatMessage end = last.get();
            if (end == null || request.size() < size) {
                return false;
            }
            ChatMessage there = request.get(size - 1);
            return there == end || (request.size() == size && isAugmented(request, end, there));
        }

        /** True if the request has another question in the place of the last. */
        private boolean isAugmented(List<ChatMessage> request, ChatMessage end, ChatMessage there) {
            if (!(end instanceof UserMessage) || !(there instanceof UserMessage)) {
                return false;
            }
            return size > 1 ? request.get(size - 2).equals(before.get()) : says(end, there);
        }

        /** True for the request that an AI service makes of the first question, with or without text put around it. */
        boolean isFirstRequest(List<ChatMessage> request) {
            ChatMessage question = last.get();
            return size == 0
                    && question != null
                    && request.stream().noneMatch(AiMessage.class::isInstance)
                    && request.stream().anyMatch(message -> says(question, message))
                    && ServiceCalls.isOneNow();
        }

        /** True if {@code there} is the question, or one with more around it. */
        @SuppressWarnings("ReferenceEquality") // As above.
        private static boolean says(ChatMessage end, ChatMessage there) {
            return there == end
                    || (end instanceof UserMessage question
                            && there instanceof UserMessage augmented
                            && question.hasSingleText()
                            && augmented.hasSingleText()
                            && augmented.singleText().contains(question.singleText()));
        }
    }
}
