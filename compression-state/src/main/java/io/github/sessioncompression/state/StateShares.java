package io.github.sessioncompression.state;

import io.github.sessioncompression.option.Bounds;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Tokens of a shown state's entries by who wrote them. Immutable.
 *
 * @param modelTokens entries in a compression model's words, 0 or more
 * @param extractTokens entries that are extracts of the chat, and those whose writer is not known, 0 or more
 * @param ledgerTokens sentences of the chat that are shown because the other entries lack them, 0 or more
 */
public record StateShares(int modelTokens, int extractTokens, int ledgerTokens) {
    /** Shares of an empty state. */
    public static final StateShares NONE = new StateShares(0, 0, 0);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public StateShares {
        Bounds.notNegative("modelTokens", modelTokens);
        Bounds.notNegative("extractTokens", extractTokens);
        Bounds.notNegative("ledgerTokens", ledgerTokens);
    }

    /** Shares of a state, counted by {@code tokens}. */
    public static StateShares of(StateDocument state, ToIntFunction<String> tokens) {
        ToIntFunction<StateItem> size = item -> tokens.applyAsInt(item.text());
        Map<Boolean, Integer> byModel = state.with(StateDocument.LEDGER, List.of()).items().stream()
                .collect(Collectors.partitioningBy(
                        item -> item.writer() == StateItem.Writer.MODEL, Collectors.summingInt(size)));
        int ledger = state.items(StateDocument.LEDGER).stream().mapToInt(size).sum();
        return new StateShares(byModel.getOrDefault(true, 0), byModel.getOrDefault(false, 0), ledger);
    }

    /** Tokens of all entries. */
    public int total() {
        return modelTokens + extractTokens + ledgerTokens;
    }
}
