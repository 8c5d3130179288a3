package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.edit.Shown;
import io.github.sessioncompression.message.Entry;
import java.util.List;

/**
 * The question of a turn, looked for under the lock of a chat.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>In the incarnation that the turn knows, the question is at its place or covered.
 *   <li>Else at its place if an equal message is there.
 *   <li>Else it is the last equal message, but only in its own session or after edits by this process: in another chat an equal question is somebody
 *       else's.
 * </ol>
 *
 * <p>From then on the turn has the new numbers. <b>Threads:</b> not safe. <b>On failure</b> of the store its exception is thrown.
 */
final class TurnQuestion {
    private final boolean isInSession;
    private TurnHandle turn;

    /**
     * The question of a turn.
     *
     * @param isInSession true if the chat is known to be the question's session, in which the question may have another number
     */
    TurnQuestion(TurnHandle turn, boolean isInSession) {
        this.turn = turn;
        this.isInSession = isInSession;
    }

    /** The turn, with the numbers that its question has where it was found last. */
    TurnHandle turn() {
        return turn;
    }

    /** True if the chat has the question; reads what others wrote if its incarnation is not the turn's. */
    boolean isIn(Chat chat) {
        StoredChat stored = chat.stored();
        long place = turn.question();
        if (stored.incarnation().equals(turn.incarnation())) {
            return place <= stored.boundary() ? isAt(stored, place) : place(stored.active()) == place;
        }
        chat.sync();
        long now = isAt(stored, place)
                ? place
                : isInSession || chat.isEditOf(turn.incarnation()) ? last(stored.active()) : 0;
        if (now > 0) {
            turn = turn.at(stored.incarnation(), now);
        }
        return now > 0;
    }

    /** The number of the last active entry up to the question's. */
    private long place(List<Entry> active) {
        int count = Entry.countThrough(active, turn.question());
        return count == 0 ? 0 : active.get(count - 1).sequence();
    }

    /** True if the store has an equal message under that number. */
    private boolean isAt(StoredChat stored, long place) {
        return stored.between(place - 1, place).stream().anyMatch(this::isSame);
    }

    /** The number of the last equal message; 0 if there is none. */
    private long last(List<Entry> active) {
        return active.stream()
                .filter(this::isSame)
                .mapToLong(Entry::sequence)
                .max()
                .orElse(0);
    }

    private boolean isSame(Entry entry) {
        return Shown.same(entry.message(), turn.messages().get(0));
    }
}
