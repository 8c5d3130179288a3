package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.context.ShownChat;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes views of one conversation.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Read what others have written, and follow what was learnt of the model.
 *   <li>Ask {@link RoomDecision} whether room must be made, and have it made.
 *   <li>Bring back archived messages if the question asks for it ({@link MessageExpander}).
 *   <li>What is still above the hard limit gives way, what gave way before comes back if there is room, and the context is returned as a
 *       {@link View}.
 * </ol>
 *
 * <p><b>Does nothing</b> of 2 and 3 if there is no need: the lock is taken once then, else once more. <b>Threads:</b> safe for use by many. <b>On
 * failure</b> of the store the view is of what is known here, and not {@linkplain View#complete complete}.
 *
 * @param steady true if the framework must not be kept waiting and keeps to one context throughout a turn
 */
record ViewMaker(ConversationParts parts, boolean steady) {
    /**
     * A first look at the chat.
     *
     * @param view the view, if nothing had to be done; else {@code null}
     */
    private record Look(boolean complete, RoomDecision.Need need, Reason reason, @Nullable View view) {}

    /** Takes the next view; makes room without the lock if the first look asks for it. */
    View take() {
        Look look = parts.chats().get(this::look);
        View view = look.view();
        if (view == null) {
            parts.room().evenIfTheStoreFails(() -> parts.room().relieve(look.need(), look.reason()));
            new MessageExpander(parts).expand();
            view = parts.chats().get(chat -> {
                if (look.need() == RoomDecision.Need.NOW || look.need() == RoomDecision.Need.AFTER_PAUSE) {
                    chat.shown().release();
                }
                return view(chat, look.complete());
            });
        }
        parts.reporter().flush();
        return view;
    }

    /** Looks at the chat under its lock; takes the view at once if no room must be made and nothing must come back. */
    private Look look(Chat chat) {
        boolean complete = parts.room().evenIfTheStoreFails(chat::sync);
        parts.heed(chat, chat.model());
        RoomDecision.Need need = parts.room().beforeCall(chat);
        Reason reason = parts.room().reason(chat);
        boolean done = need == RoomDecision.Need.NONE && !new MessageExpander(parts).isDue(chat);
        return new Look(complete, need, reason, done ? view(chat, complete) : null);
    }

    /**
     * The view of the context as it is, which is noted as returned: for the account, for edits of its list, and for the thinking of the next answer.
     */
    private View view(Chat chat, boolean complete) {
        parts.room().evenIfTheStoreFails(() -> parts.room().giveWay(chat));
        parts.room().evenIfTheStoreFails(() -> parts.room().giveBack(chat));
        ShownChat shown = chat.shown();
        Context context = steady ? shown.steady() : shown.context();
        if (context == shown.context()) {
            shown.meter().sent(context.tokens());
        }
        View view = parts.reporter().views().next(context, complete);
        chat.views().add(context);
        chat.calls().called(parts.shared().clock().instant(), view.stablePrefixTokens());
        chat.handedOut(context);
        parts.reporter().viewed(chat, view);
        return view;
    }

    /** The ordinary view without its oldest turns, so that it takes at most {@code maxTokens}; the last turn always stays. */
    View within(int maxTokens) {
        View ordinary = take();
        int budget = parts.chats().get(chat -> {
            int hardLimit = chat.rules().policy().hardLimitTokens();
            return chat.shown().meter().counted(Math.min(hardLimit, maxTokens));
        });
        return within(ordinary, budget);
    }

    /**
     * Leaves out turns from the oldest on until the view fits. A context is made for each try, because its size follows only from all of it: what is
     * pinned and what keeps the order valid changes with the first turn.
     */
    private View within(View ordinary, int budget) {
        if (ordinary.tokens() <= budget) {
            return ordinary;
        }
        return parts.chats().get(chat -> {
            List<Entry> active = chat.stored().active();
            int next = Entry.countThrough(active, chat.shown().leftOutThrough());
            int start;
            Context made;
            do {
                start = next;
                made = chat.shown().maker().from(start, chat.shown().state());
                int excess = made.tokens() - budget;
                next = excess > 0 ? nextStart(active, start, excess) : start;
            } while (next > start);
            chat.handedOut(made);
            chat.views().otherThrough(chat.stored().lastSequence());
            return View.of(
                    made,
                    ordinary.complete(),
                    made.tokensSharedWith(ordinary.messages()),
                    ordinary.prunedResults(),
                    ordinary.compressions(),
                    ordinary.outcome());
        });
    }

    /** Index of the turn from which on there are {@code excess} tokens less than from {@code start} on; the last turn if there is none. */
    private static int nextStart(List<Entry> active, int start, int excess) {
        int last = start;
        long saved = 0;
        for (int i = start; i < active.size(); i++) {
            if (active.get(i).message().role() == Role.USER) {
                if (saved >= excess) {
                    return i;
                }
                last = i;
            }
            saved += active.get(i).tokens();
        }
        return last;
    }
}
