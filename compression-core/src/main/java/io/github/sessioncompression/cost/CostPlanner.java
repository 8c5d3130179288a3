package io.github.sessioncompression.cost;

import io.github.sessioncompression.cost.CostEstimate.Advice;
import java.util.Locale;

/**
 * Decides by price when a chat is compressed and who writes the state. Pure functions of a {@link CostCase}.
 *
 * <p>Design note. When to stop paying for reading and pay once is the ski-rental problem: whoever buys as soon as the rent paid equals the
 * price never pays more than twice the best, whatever comes. Rent is what the calls since the last compression paid for reading what a new
 * one would take out; at a steady pace the rule is also the one of least cost per call. A model's state costs more than an extract of the same size and saves
 * no more, so its price cannot come back: it is bounded instead, by a share of what the chat itself has cost since a model was asked last.
 */
public final class CostPlanner {
    /** The price of a state by a model is at most this share of the chat's calls since the last one. */
    static final double MODEL_SHARE = 0.5;

    /** Calls that must fit below the hard limit, so that waiting never costs a compression while a user waits. */
    private static final int CALLS_AHEAD = 2;

    private CostPlanner() {}

    /** Costs of a compression, and the advice for a context above its trigger. */
    public static CostEstimate estimate(CostCase it) {
        PriceProfile prices = it.prices();
        long grows = Math.round(it.pace().growth());
        double now = prices.request(it.context() + grows, it.cold() ? 0 : it.context());
        double first = prices.request(it.after() + grows, it.cold() ? 0 : Math.min(it.system(), it.after()));
        double after = steady(prices, it.after() + grows, grows);
        double later = steady(prices, it.context() + grows, grows);
        double model = it.hasModel() ? modelPrice(it) : 0;
        boolean byModel = it.hasModel() && isModelWorthIt(it, model);
        double once = first - now;
        double price = once + (byModel ? model : 0);
        int breakEven = calls(price, later - after);
        int expected = (int) Math.min(Integer.MAX_VALUE, Math.max(0, it.limit() - it.after()) / Math.max(1, grows));
        Advice advice = advice(it, price, byModel);
        return new CostEstimate(
                prices,
                prices.inputTokens(now),
                prices.inputTokens(after),
                prices.inputTokens(once),
                byModel ? prices.inputTokens(model) : 0,
                breakEven,
                expected,
                advice,
                reason(it, advice, price, model));
    }

    /** A call that adds {@code grows} tokens to a cached prefix, on average over the steps of the cache. */
    private static double steady(PriceProfile prices, long prefix, long grows) {
        long cached = prefix < prices.leastPrefix() ? 0 : prefix;
        double written = prefix + grows < prices.leastPrefix() ? prices.input() : prices.cacheWrite();
        return cached * prices.cachedRead() + (prefix + grows - cached) * written;
    }

    private static int calls(double price, double saved) {
        if (price <= 0) {
            return 0;
        }
        return saved <= 0 ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, Math.ceil(price / saved));
    }

    private static Advice advice(CostCase it, double price, boolean byModel) {
        if (mayWait(it) && rent(it) < price) {
            return Advice.LEAVE;
        }
        return byModel ? Advice.MODEL : Advice.EXTRACT;
    }

    private static boolean mayWait(CostCase it) {
        return !it.prices().isFree()
                && !it.cold()
                && it.context() + CALLS_AHEAD * it.pace().growth() <= it.limit();
    }

    /** Paid since the last compression for reading what has been added since. */
    private static double rent(CostCase it) {
        return it.prices().cachedRead() * it.pace().grown() / 2 * it.pace().calls();
    }

    /** Price of a call of the compression model, in the unit of the chat's prices. */
    private static double modelPrice(CostCase it) {
        PriceProfile model = it.modelPrices();
        double price = model.call(it.modelReads(), it.modelWrites());
        boolean sameUnit = model.currency().equals(it.prices().currency());
        return sameUnit ? price : model.inputTokens(price) * it.prices().input();
    }

    private static boolean isModelWorthIt(CostCase it, double model) {
        return it.prices().isFree()
                || model <= MODEL_SHARE * (it.paidBefore() + it.pace().paid());
    }

    private static String reason(CostCase it, Advice advice, double price, double model) {
        if (it.prices().isFree()) {
            return "nothing is paid for tokens";
        }
        String rent = tokens(it, rent(it));
        return switch (advice) {
            case LEAVE ->
                "not worth it yet: " + rent + " tokens were paid for reading what would go, compressing costs "
                        + tokens(it, price);
            case PRUNE, EXTRACT -> whyExtract(it, model);
            case MODEL -> it.cold() ? "the cache has expired" : "the calls since the last one paid for it";
        };
    }

    private static String whyExtract(CostCase it, double model) {
        if (it.cold()) {
            return "the cache has expired, so the next call pays for all of the context in any case";
        }
        return it.hasModel()
                ? "a model's state costs " + tokens(it, model) + " tokens, more than half of the "
                        + tokens(it, it.paidBefore() + it.pace().paid()) + " of the calls since the last one"
                : "no compression model";
    }

    private static String tokens(CostCase it, double price) {
        return String.format(Locale.ROOT, "%.0f", it.prices().inputTokens(price));
    }
}
