package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps to one context for as long as a turn lasts: what is compressed meanwhile shows where the next turn begins, or where the
 * hard limit leaves no choice.
 *
 * <p>Every use is under the conversation's lock.
 */
final class SteadyContext {
    private @Nullable Context held;
    private String incarnation = "";
    /** The last sequence number when the context was handed out last. */
    private long through;

    private long prunedThrough;
    private int hidden;

    /** The context to hand out now. */
    Context of(WorkingSet set, Engine engine) {
        Context kept = kept(set, engine);
        if (kept == null) {
            kept = set.context();
            incarnation = set.incarnation();
            prunedThrough = set.prunedThrough();
            hidden = set.hiddenMessages();
        }
        held = kept;
        through = set.lastSequence();
        return kept;
    }

    private @Nullable Context kept(WorkingSet set, Engine engine) {
        Context context = held;
        if (context == null || context == set.context() || !incarnation.equals(set.incarnation())) {
            return null;
        }
        if (set.lastSequence() == through) {
            return context;
        }
        long last = Math.max(through, context.lastSequence());
        List<Entry> active = set.active();
        int next = Entry.countThrough(active, last);
        if (set.boundary() > last || turnEnded(active.subList(Entry.countThrough(active, through), active.size()))) {
            return null;
        }
        for (Entry entry : active.subList(next, active.size())) {
            context.append(engine.pruner().view(entry, prunedThrough));
        }
        boolean fits = set.meter().measure(context.tokens()) <= engine.policy().hardLimitTokens();
        return fits ? context : null;
    }

    private static boolean turnEnded(List<Entry> added) {
        for (Entry entry : added) {
            Message message = entry.message();
            if (message.role() == Role.ASSISTANT && !message.callsTools()) {
                return true;
            }
        }
        return false;
    }

    /** How many messages the context leaves out because of a truncation. */
    int hiddenMessages() {
        return hidden;
    }

    /** The next context is the one there is then: something was done on purpose. */
    void release() {
        held = null;
    }
}
