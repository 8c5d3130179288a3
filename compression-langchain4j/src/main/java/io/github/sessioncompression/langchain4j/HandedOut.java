package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which chat a message was handed out for, so that a request says by its messages which chat it is of: a request of
 * LangChain4j's names none.
 *
 * <p>By the messages' identity, and only as long as they live. Best known is the view that the thread was handed last: a request that
 * has its last message is of that chat, and so is one that has another question in its place, as retrieval puts it there. Else the
 * last message counts that was handed out by whatever thread; one that was handed out for several chats speaks for none of them.
 * Bounded; safe for use by many threads.
 */
final class HandedOut {
    private static final int MOST = 20_000;
    /** Messages at the end of a request that are looked at: those of the turn that is under way are its own. */
    private static final int LOOKED_AT = 256;
    /** Messages of a chat in which nothing was said yet: a question, and a system message. */
    private static final int MOST_OF_A_FIRST_REQUEST = 2;
    /** No conversation has this name. */
    private static final String SEVERAL = "";

    private final Cache<ChatMessage, String> owners = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(MOST)
            .executor(Runnable::run)
            .build();

    @SuppressWarnings("ThreadLocalUsage") // Each provider has chats of its own.
    private final ThreadLocal<Handed> latest = new ThreadLocal<>();

    /** The view {@code messages} was handed out for the conversation of that name. */
    void remember(String conversationId, List<ChatMessage> messages) {
        latest.set(new Handed(
                conversationId,
                messages.size(),
                new WeakReference<>(at(messages, messages.size() - 1)),
                new WeakReference<>(at(messages, messages.size() - 2))));
        for (int i = messages.size() - 1; i >= 0; i--) {
            ChatMessage message = messages.get(i);
            if (!(message instanceof SystemMessage)) {
                owners.asMap().merge(message, conversationId, (was, now) -> was.equals(now) ? was : SEVERAL);
                return;
            }
        }
    }

    /** {@code messages} were added to a conversation: where nothing had been said in it, a question is the end of its first request. */
    void added(String conversationId, List<ChatMessage> messages) {
        Handed handed = latest.get();
        if (handed == null
                || handed.size() > 0
                || messages.isEmpty()
                || !handed.conversation().equals(conversationId)) {
            return;
        }
        ChatMessage end = messages.get(messages.size() - 1);
        if (end instanceof UserMessage) {
            latest.set(new Handed(conversationId, 0, new WeakReference<>(end), new WeakReference<>(null)));
        } else {
            latest.remove();
        }
    }

    private static @Nullable ChatMessage at(List<ChatMessage> messages, int index) {
        return index < 0 ? null : messages.get(index);
    }

    /** Conversation of a request; {@code first} if nothing had been said in the chat that the request was made of. */
    record Owner(String id, boolean first) {}

    /** The conversation that a request is of; empty if that can't be said for sure. */
    Optional<Owner> of(List<ChatMessage> request) {
        Handed handed = latest.get();
        if (handed == null || handed.isGuess() || !handed.isIn(request)) {
            Optional<Owner> known = known(request);
            if (known.isPresent() || handed == null || !handed.isIn(request)) {
                return known;
            }
        }
        if (handed.size() == 0) {
            latest.remove();
        }
        return Optional.of(new Owner(handed.conversation(), handed.size() == 0));
    }

    /** The conversation that the last message was handed out for of all that were handed out. */
    private Optional<Owner> known(List<ChatMessage> request) {
        int last = Math.max(0, request.size() - LOOKED_AT);
        for (int i = request.size() - 1; i >= last; i--) {
            String owner = owners.getIfPresent(request.get(i));
            if (owner != null) {
                return owner.equals(SEVERAL) ? Optional.empty() : Optional.of(new Owner(owner, false));
            }
        }
        return Optional.empty();
    }

    /** The view that a thread was handed last. */
    private record Handed(
            String conversation, int size, WeakReference<ChatMessage> last, WeakReference<ChatMessage> before) {
        /** True if the view was empty, and no question was added since. */
        boolean isGuess() {
            return size == 0 && last.get() == null;
        }

        @SuppressWarnings("ReferenceEquality") // Equal messages are said in many chats.
        boolean isIn(List<ChatMessage> request) {
            ChatMessage end = last.get();
            if (size == 0) {
                return request.size() <= MOST_OF_A_FIRST_REQUEST
                        && (end == null || says(end, request.get(request.size() - 1)));
            }
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
