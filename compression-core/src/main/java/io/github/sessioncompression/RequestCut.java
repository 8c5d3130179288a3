package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.token.ContextMeter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shortens the largest messages of a request until it has its room, each in its middle: the last resort, once nothing of the chat can
 * give way any more. System messages and the state stay whole, tool results at the end if there is room for them, and of no other message
 * less than {@value #SMALLEST} tokens are left.
 */
record RequestCut(ContextRules rules, Reporter reporter, @Nullable TurnHandle turn) {
    private static final int SMALLEST = 48;

    List<RequestMatch.Piece> within(List<RequestMatch.Piece> pieces, long room) {
        int read = read(pieces);
        long share = share(pieces, read, room);
        if (share < SMALLEST) {
            read = pieces.size();
            share = Math.max(SMALLEST, share(pieces, read, room));
        }
        List<RequestMatch.Piece> within = new ArrayList<>(pieces.size());
        int messages = 0;
        long before = 0;
        long after = 0;
        for (RequestMatch.Piece piece : pieces) {
            boolean whole = within.size() >= read || isWhole(piece) || piece.tokens() <= share;
            RequestMatch.Piece cut = whole ? piece : shortened(piece, share);
            within.add(cut);
            if (cut.tokens() < piece.tokens()) {
                messages++;
                before += piece.tokens();
                after += cut.tokens();
            }
        }
        if (messages > 0) {
            reporter.cutIn(turn, messages, before, after);
        }
        return within;
    }

    private RequestMatch.Piece shortened(RequestMatch.Piece piece, long share) {
        Entry entry = rules.form().within(new Entry(MessageForm.NO_PLACE, piece.message(), piece.tokens()), share);
        return new RequestMatch.Piece(entry.message(), entry.tokens(), piece.own(), false);
    }

    private static boolean isWhole(RequestMatch.Piece piece) {
        return piece.state() || piece.message().role() == Role.SYSTEM;
    }

    /** Number of messages before the tool results at the end, which the model has not read yet. */
    private static int read(List<RequestMatch.Piece> pieces) {
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
    private static long share(List<RequestMatch.Piece> pieces, int read, long room) {
        long left = room;
        int[] sizes = new int[pieces.size()];
        int count = 0;
        for (int i = 0; i < pieces.size(); i++) {
            RequestMatch.Piece piece = pieces.get(i);
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

    /**
     * Room of a request: above {@code limit} the chat gives way, above {@code most} messages are cut. All numbers but {@link #counted} are the
     * model's tokens.
     */
    record RequestRoom(ContextRules rules, ContextMeter meter, long limit, long most) {
        static RequestRoom of(Chat chat, int outputTokens, long ceiling) {
            CompressionPolicy policy = chat.rules().policy();
            long output = Math.max(0L, outputTokens - policy.reservedOutputTokens());
            // A request for more output than the window must not be left without any room.
            long most = Math.max(policy.baseTokens() - output, policy.baseTokens() / 4L);
            long limit = Math.min(policy.hardLimitTokens(), most);
            return new RequestRoom(
                    chat.rules(), chat.shown().meter().copy(), Math.min(limit, ceiling), Math.min(most, ceiling));
        }

        long size(long counted) {
            return meter.request(counted);
        }

        /** The most tokens that a request of {@link #most} may count here. */
        long counted() {
            return meter.requestRoom(most);
        }

        long below() {
            return meter.requestRoom(rules.policy().hardLimitTokens()) - meter.requestRoom(limit);
        }
    }
}
