package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shortens the largest messages of a request until it has its room, each in its middle: the last resort, once nothing of the chat can
 * give way any more. System messages and the state stay whole, and of no other less than {@value #SMALLEST} tokens are left.
 */
final class RequestCut {
    private static final int SMALLEST = 48;

    private final ContextRules rules;

    RequestCut(ContextRules rules) {
        this.rules = rules;
    }

    /** {@code pieces} within {@code room} tokens, if that can be. */
    List<RequestMatch.Piece> within(List<RequestMatch.Piece> pieces, long room) {
        long share = share(pieces, room);
        List<RequestMatch.Piece> within = new ArrayList<>(pieces.size());
        for (RequestMatch.Piece piece : pieces) {
            within.add(isWhole(piece) || piece.tokens() <= share ? piece : shortened(piece, share));
        }
        return within;
    }

    private RequestMatch.Piece shortened(RequestMatch.Piece piece, long share) {
        Entry entry = rules.form().within(new Entry(1, piece.message(), piece.tokens()), share);
        return new RequestMatch.Piece(entry.message(), entry.tokens(), piece.own(), false);
    }

    private static boolean isWhole(RequestMatch.Piece piece) {
        return piece.state() || piece.message().role() == Role.SYSTEM;
    }

    /** The most that each message may cost so that all of them together, the small ones whole, cost no more than {@code room}. */
    private static long share(List<RequestMatch.Piece> pieces, long room) {
        long left = room;
        int[] sizes = new int[pieces.size()];
        int count = 0;
        for (RequestMatch.Piece piece : pieces) {
            if (isWhole(piece)) {
                left -= piece.tokens();
            } else {
                sizes[count++] = piece.tokens();
            }
        }
        Arrays.sort(sizes, 0, count);
        for (int i = 0; i < count; i++) {
            int larger = count - i;
            if ((long) sizes[i] * larger > left) {
                return Math.max(SMALLEST, left / larger);
            }
            left -= sizes[i];
        }
        return Long.MAX_VALUE;
    }
}
