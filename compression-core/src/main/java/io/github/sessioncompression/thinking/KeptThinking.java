package io.github.sessioncompression.thinking;

import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * The rule by which a context shows a model's thinking: only behind the very messages that it was made behind.
 *
 * <p>Providers bind thinking to everything before it and refuse it behind anything else, for good. Thinking whose prefix is not known is
 * not shown. The transcript keeps all of it.
 *
 * @param refusedThrough last sequence number whose thinking is not shown because a provider refused it; 0 for none
 * @param turnFrom first sequence number of the turn under way
 * @param systemElsewhere true if the framework adds the system prompt to the returned messages
 * @param required true if the model refuses a tool loop without thinking: the turn under way keeps it in any case
 * @param plain true if nothing is done to the messages
 */
public record KeptThinking(
        long refusedThrough, long turnFrom, boolean systemElsewhere, boolean required, boolean plain) {
    /** Decision about the thinking of one message; {@code IN_TURN} ends with its turn. */
    public enum Shown {
        NO,
        IN_TURN,
        YES
    }

    /** This rule for a chat of {@code active} messages as it is now. */
    public KeptThinking now(List<Entry> active) {
        long asked = Turns.unanswered(active);
        long last = active.isEmpty() ? 0 : active.get(active.size() - 1).sequence();
        return new KeptThinking(refusedThrough, asked > 0 ? asked : last + 1, systemElsewhere, required, plain);
    }

    /**
     * Decides about the thinking of a message.
     *
     * @param sequence the message's number
     * @param here the prefix that the message has in the context, which is compared with the one that is stored with it
     */
    public Shown of(Message message, long sequence, RequestPrefix here) {
        if (sequence <= refusedThrough) {
            return Shown.NO;
        }
        if (required && sequence >= turnFrom) {
            return Shown.IN_TURN;
        }
        RequestPrefix made = RequestPrefix.of(message.thinkingPrefix());
        if (!made.isKnown()) {
            return plain ? Shown.YES : Shown.NO;
        }
        if (!made.fits(systemElsewhere ? here.withoutSystem() : here)) {
            return Shown.NO;
        }
        // The next question may come with another system prompt.
        return !made.system().isEmpty() ? Shown.YES : sequence >= turnFrom ? Shown.IN_TURN : Shown.NO;
    }

    /** A request's messages without the thinking that was made behind others. */
    public static List<Message> in(List<Message> messages, boolean systemElsewhere) {
        List<Message> kept = new ArrayList<>(messages.size());
        RequestPrefix before = RequestPrefix.START;
        for (Message message : messages) {
            RequestPrefix here = systemElsewhere ? before.withoutSystem() : before;
            boolean fits = !message.hasThinking()
                    || RequestPrefix.of(message.thinkingPrefix()).fits(here);
            kept.add(fits ? message : message.withoutThinking());
            before = before.and(kept.get(kept.size() - 1));
        }
        return List.copyOf(kept);
    }
}
