package io.github.sessioncompression.cost;

/**
 * Values that a compression is judged by; tokens are counted, prices are in the unit of one token of {@code prices}.
 *
 * @param prices of the chat's model
 * @param modelPrices of the compression model
 * @param hasModel true if there is a compression model
 * @param context tokens of the context now
 * @param system how many of them no compression changes: those of the system prompt
 * @param after tokens of the context after a compression, at most
 * @param limit the hard limit, in tokens
 * @param modelReads tokens that a compression model would read
 * @param modelWrites tokens that it would write
 * @param pace the calls since the last compression
 * @param paidBefore input of the calls between the last state by a model and the last compression, 0 if a model wrote that
 * @param cold true if the prefix is no longer cached
 */
public record CostCase(
        PriceProfile prices,
        PriceProfile modelPrices,
        boolean hasModel,
        long context,
        long system,
        long after,
        long limit,
        long modelReads,
        long modelWrites,
        ChatPace pace,
        double paidBefore,
        boolean cold) {}
