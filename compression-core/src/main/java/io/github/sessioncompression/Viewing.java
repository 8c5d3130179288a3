package io.github.sessioncompression;

import io.github.sessioncompression.event.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Takes views of one conversation: looks whether room is to be made first, has it made, and hands out what is shown then.
 *
 * <p>The lock is taken once where there is nothing to make room for, else once more.
 */
final class Viewing {
    private final Workings workings;
    /** Whether the framework must not be kept waiting and wants the same context throughout a turn. */
    private final boolean steady;

    private final Expanding expanding;

    Viewing(Workings workings, boolean steady) {
        this.workings = workings;
        this.expanding = new Expanding(workings);
        this.steady = steady;
    }

    /** What a look at a conversation shows: a view, or what has to be done before there is one. */
    private record Look(boolean complete, Relief.Need need, Reason reason, @Nullable View view) {}

    /** Takes a view. */
    View take() {
        Look look = workings.chats().get(this::look);
        View view = look.view();
        if (view == null) {
            evenIfTheStoreFails(() -> workings.relief().relieve(look.need(), look.reason()));
            expanding.expand();
            view = workings.chats().get(chat -> {
                if (look.need() == Relief.Need.NOW) {
                    chat.shown().release();
                }
                return view(chat, look.complete());
            });
        }
        workings.reporter().flush();
        return view;
    }

    private Look look(Chat chat) {
        boolean complete = evenIfTheStoreFails(chat::sync);
        workings.heed(chat);
        Relief.Need need = workings.relief().beforeCall(chat);
        Reason reason = workings.relief().reason(chat);
        boolean done = need == Relief.Need.NONE && !expanding.isDue(chat);
        return new Look(complete, need, reason, done ? view(chat, complete) : null);
    }

    private View view(Chat chat, boolean complete) {
        PendingClear.end(workings.shared().cleared(), workings.id());
        evenIfTheStoreFails(() -> workings.relief().giveWay(chat));
        evenIfTheStoreFails(() -> workings.relief().giveBack(chat));
        ShownChat shown = chat.shown();
        Context context = steady ? shown.steady() : shown.context();
        if (context == shown.context()) {
            shown.meter().sent(context.tokens());
        }
        View view = chat.views().view(context, steady ? shown.steadyLeftOut() : shown.leftOut(), complete);
        workings.reporter().viewed(chat, view);
        return view;
    }

    /** Whether the store did not fail. */
    private boolean evenIfTheStoreFails(Runnable step) {
        try {
            step.run();
            return true;
        } catch (CompressionFailedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            workings.reporter().storeFailed(e);
            return false;
        }
    }
}
