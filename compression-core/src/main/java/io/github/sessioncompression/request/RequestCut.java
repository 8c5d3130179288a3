package io.github.sessioncompression.request;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.request.RequestMatch.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shortens the largest messages of a request until it has its room, each in its middle: the last resort, once nothing of the chat can give way any
 * more.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>System messages and the state stay whole. So do tool results at the end, which the model has not read yet.
 *   <li>Find the largest share such that all other messages, none above it, fit into what is left.
 *   <li>If the share is below {@value #SMALLEST} tokens, the results at the end share as well, and each message keeps {@value #SMALLEST}.
 *   <li>A message above the share loses its middle, with a note how much; a smaller one is the same instance as before.
 * </ol>
 *
 * <p><b>Does nothing</b> to a request that fits. Many small messages may still exceed the room: none is dropped. <b>Threads:</b> safe for use by
 * many.
 *
 * @see ValidRequest
 */
public record RequestCut(MessageForm form) {
    /** Tokens that each message keeps at least. */
    private static final int SMALLEST = 48;

    /**
     * A request's pieces after a cut.
     *
     * @param messages number of messages that lost their middle
     * @param before tokens of these messages before it
     * @param after tokens of them after it
     */
    public record Cut(List<Piece> pieces, int messages, long before, long after) {}

    /** The pieces within {@code room} counted tokens, the largest messages without their middles. */
    public Cut within(List<Piece> pieces, long room) {
        int read = read(pieces);
        long share = share(pieces, read, room);
        if (share < SMALLEST) {
            read = pieces.size();
            share = Math.max(SMALLEST, share(pieces, read, room));
        }
        List<Piece> within = new ArrayList<>(pieces.size());
        int messages = 0;
        long before = 0;
        long after = 0;
        for (Piece piece : pieces) {
            boolean whole = within.size() >= read || isWhole(piece) || piece.tokens() <= share;
            Piece cut = whole ? piece : shortened(piece, share);
            within.add(cut);
            if (cut.tokens() < piece.tokens()) {
                messages++;
                before += piece.tokens();
                after += cut.tokens();
            }
        }
        return new Cut(List.copyOf(within), messages, before, after);
    }

    private Piece shortened(Piece piece, long share) {
        Entry entry = form.within(new Entry(MessageForm.NO_PLACE, piece.message(), piece.tokens()), share);
        return new Piece(entry.message(), entry.tokens(), piece.own(), false);
    }

    private static boolean isWhole(Piece piece) {
        return piece.state() || piece.message().role() == Role.SYSTEM;
    }

    /** Number of messages before the tool results at the end, which the model has not read yet. */
    private static int read(List<Piece> pieces) {
        int read = pieces.size();
        while (read > 0 && pieces.get(read - 1).message().role() == Role.TOOL) {
            read--;
        }
        return read;
    }

    /**
     * The most that each of the first {@code read} messages may cost so that all messages together, the small ones whole, cost no more than
     * {@code room}.
     */
    private static long share(List<Piece> pieces, int read, long room) {
        long left = room;
        int[] sizes = new int[pieces.size()];
        int count = 0;
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            if (i >= read || isWhole(piece)) {
                left -= piece.tokens();
            } else {
                sizes[count++] = piece.tokens();
            }
        }
        Arrays.sort(sizes, 0, count);
        for (int i = 0; i < count; i++) {
            int larger = count - i;
            if ((long) sizes[i] * larger > left) {
                return left / larger;
            }
            left -= sizes[i];
        }
        return Long.MAX_VALUE;
    }
}
