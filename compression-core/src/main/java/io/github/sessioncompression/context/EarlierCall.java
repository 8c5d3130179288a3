package io.github.sessioncompression.context;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ViewPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that was made before the last one. Its messages are found in the contexts of views returned lately, to the byte, or not at all.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Look at the context in force and those returned lately, the newest first. One of another revision, or one whose answer an edit has removed,
 *       is left out.
 *   <li>The call was sent what the context shows before the answer, if that ends with the question and a view of just that length may have been
 *       returned.
 * </ol>
 *
 * <p>What a context has shown never changes, so its first messages are still what they were at the call. <b>Threads:</b> immutable; used under the
 * chat's lock.
 *
 * @param question sequence number of the last message that it was sent
 * @param answer sequence number of the message that it returned
 */
public record EarlierCall(long question, long answer) {
    /**
     * The first {@code size} messages of a context.
     *
     * @param size number of messages that the call was sent
     */
    public record Found(Context context, int size) {
        public List<Message> messages() {
            return context.snapshot().subList(0, size);
        }

        public List<ViewPart> parts() {
            return context.parts().subList(0, size);
        }

        /** Size of the messages, in tokens. */
        public int tokens() {
            return context.tokensUpTo(size);
        }

        /** Tokens of the messages of {@code role}. */
        public int tokens(Role role) {
            List<Message> messages = messages();
            int tokens = 0;
            for (int i = 0; i < size; i++) {
                tokens += messages.get(i).role() == role ? context.tokensUpTo(i + 1) - context.tokensUpTo(i) : 0;
            }
            return tokens;
        }
    }

    /** Its messages; {@code null} if they are not known any more, or if messages were taken away or replaced since. */
    public @Nullable Found in(Chat chat) {
        if (question <= chat.views().otherThrough()) {
            return null;
        }
        for (ShownViews.Handed each : chat.views().all(chat.shown().context())) {
            boolean holds = each.handedOut()
                    && answer <= each.validThrough()
                    && each.context().basis().revision() == chat.stored().revision();
            Found found = holds ? in(each.context()) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The messages in one context; {@code null} if it has others before the answer, or a view of them was never returned. */
    private @Nullable Found in(Context context) {
        int end = context.headMessages();
        while (end < context.size() && context.sequenceAt(end) < answer) {
            end++;
        }
        boolean isShown = end > 0 && context.sequenceAt(end - 1) == question && context.wasSeen(end);
        return isShown ? new Found(context, end) : null;
    }
}
