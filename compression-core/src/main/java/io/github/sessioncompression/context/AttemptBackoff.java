package io.github.sessioncompression.context;

/**
 * Growth of a chat that the next attempt to compress it waits for, after attempts that gained nothing.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>After any attempt in vain, the context must grow by a fiftieth of the policy's base: without new messages the result would be as before.
 *   <li>If a model was paid for it, so many tokens must also be added: a twenty-fifth of the base, doubled by each further one in a row, up to about
 *       a third. Added tokens are counted, and not the size of the context, because a view that leaves messages out grows and shrinks without them.
 *   <li>A compression that is committed ends both.
 * </ol>
 *
 * <p><b>Threads:</b> not safe; used under the chat's lock. Kept in this process only: another one finds out by itself.
 */
public final class AttemptBackoff {
    /** After a vain attempt the context must grow by this part of its base before the next. */
    private static final int GROWTH_DIVISOR = 50;
    /** Doubles the growth after each attempt that a model was paid for, up to about a third of the base. */
    private static final int MOST_DOUBLINGS = 4;

    /** Context size below which no other attempt is worth making. */
    private int quietBelow;
    /** Number of attempts in a row that a model was paid for and that gained nothing. */
    private int paidInVain;
    /** Tokens added since the last of them. */
    private long addedSince;

    /** Messages of so many tokens were added to the chat. */
    public void added(int tokens) {
        addedSince += tokens;
    }

    /** An attempt gained nothing: the next is worth making once the context has grown by a part of its base. */
    public void vain(ShownChat shown) {
        quietBelow = shown.size() + Math.max(1, growth(shown));
    }

    /** The attempt was paid for, too: called after {@link #vain}. */
    public void paid() {
        paidInVain++;
        addedSince = 0;
    }

    /** A compression was committed, or the chat was deleted. */
    public void reset() {
        quietBelow = 0;
        paidInVain = 0;
    }

    /** True if no attempt is worth making yet. */
    public boolean holds(ShownChat shown) {
        return shown.size() < quietBelow || isTooSoonToPay(shown);
    }

    /** True if a model was paid in vain and too few tokens were added since then to pay again, however large the context is. */
    public boolean isTooSoonToPay(ShownChat shown) {
        int doublings = Math.min(paidInVain, MOST_DOUBLINGS);
        return paidInVain > 0 && addedSince < growth(shown) * (1L << doublings);
    }

    /** The least growth, in tokens. */
    private static int growth(ShownChat shown) {
        return shown.rules().policy().baseTokens() / GROWTH_DIVISOR;
    }
}
