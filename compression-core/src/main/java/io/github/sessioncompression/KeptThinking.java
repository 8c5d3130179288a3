package io.github.sessioncompression;

import io.github.sessioncompression.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.List;

/**
 * The thinking of models that a context keeps.
 *
 * <p>Providers bind thinking to everything that came before it, and refuse it behind a changed prefix. So it goes from all messages of
 * turns that had begun when the context was rewritten; the transcript keeps it. Within the turn under way it stays, because other
 * providers refuse a tool loop without it, unless the model is known to bind it.
 *
 * @param from the first sequence number whose thinking stays
 * @param inTurn true if the turn under way had begun before the rewrite, so that its thinking goes when it ends
 */
record KeptThinking(long from, boolean inTurn) {
    static final KeptThinking ALL = new KeptThinking(0, false);

    /** The thinking that a context of {@code active} keeps, whose prefix changed when message {@code rewrittenAt} was the last one. */
    static KeptThinking of(long rewrittenAt, boolean binds, List<Entry> active) {
        if (rewrittenAt == 0) {
            return ALL;
        }
        long asked = 0;
        for (int i = active.size() - 1; i >= 0 && (asked == 0 || active.get(i).sequence() > rewrittenAt); i--) {
            if (active.get(i).message().role() == Role.USER) {
                asked = active.get(i).sequence();
            }
        }
        if (asked > rewrittenAt) {
            return new KeptThinking(asked, false);
        }
        if (!Turns.awaitsAnswer(active)) {
            long last = active.isEmpty() ? 0 : active.get(active.size() - 1).sequence();
            return new KeptThinking(Math.max(rewrittenAt, last) + 1, false);
        }
        return new KeptThinking(binds ? rewrittenAt + 1 : asked, true);
    }

    /** The entry as the context shows it. */
    @SuppressWarnings("ReferenceEquality") // A message without thinking stays the same instance.
    Entry shown(Entry entry) {
        Message message = entry.sequence() < from ? entry.message().withoutThinking() : entry.message();
        return message == entry.message() ? entry : new Entry(entry.sequence(), message, entry.tokens());
    }

    /** True if the turn that kept thinking ends with the last entry, its answer or the next question. */
    boolean endsWith(List<Entry> active) {
        int last = active.size() - 1;
        Message message = active.get(last).message();
        if (!inTurn || (message.role() != Role.USER && !Turns.isAnswered(active))) {
            return false;
        }
        for (int i = last; i >= 0 && active.get(i).sequence() >= from; i--) {
            if (active.get(i).message().hasThinking()) {
                return true;
            }
        }
        return false;
    }
}
