package io.github.sessioncompression.cost;

/**
 * Calls that a chat has made since its last compression, as its messages show: each answer was one.
 *
 * @param calls number of them, 0 or more
 * @param grown tokens that were added meanwhile, 0 or more
 * @param paid input of these calls, in the unit of one token of the profile
 */
public record ChatPace(int calls, long grown, double paid) {
    /** Tokens that a call adds on average, 1 or more. */
    public double growth() {
        return calls == 0 ? Math.max(1, grown) : Math.max(1, (double) grown / calls);
    }

    /** Sums up calls one after the other. Not safe for use by many threads. */
    public static final class Sum {
        private final PriceProfile prices;
        private final long start;
        private long size;
        private long sent;
        private int calls;
        private double paid;

        /**
         * Begins after a compression.
         *
         * @param start tokens of the context then
         * @param kept how many of them, at its beginning, the compression left as they were
         */
        public Sum(PriceProfile prices, long start, long kept) {
            this.prices = prices;
            this.start = start;
            this.size = start;
            this.sent = kept;
        }

        /** Adds a message; {@code answer} if a call returned it. */
        public void add(int tokens, boolean answer) {
            if (answer) {
                calls++;
                paid += prices.request(size, sent);
                sent = size;
            }
            size += tokens;
        }

        /** The sums so far. */
        public ChatPace pace() {
            return new ChatPace(calls, size - start, paid);
        }
    }
}
