package io.github.sessioncompression;

/** Which of two outcomes says more about a context. */
enum OutcomeRank implements Outcome.Visitor<Integer> {
    INSTANCE;

    /** The more telling of two outcomes, of equals the later. */
    static Outcome moreTelling(Outcome earlier, Outcome later) {
        return later.accept(INSTANCE) >= earlier.accept(INSTANCE) ? later : earlier;
    }

    @Override
    public Integer unchanged(Outcome.Unchanged outcome) {
        return 0;
    }

    @Override
    public Integer pruned(Outcome.Pruned outcome) {
        return 2;
    }

    @Override
    public Integer failed(Outcome.Failed outcome) {
        return 1;
    }

    @Override
    public Integer condensed(Outcome.Condensed outcome) {
        return 3;
    }

    @Override
    public Integer bridged(Outcome.Bridged outcome) {
        return 4;
    }

    @Override
    public Integer compressed(Outcome.Compressed outcome) {
        return 4;
    }

    @Override
    public Integer truncated(Outcome.Truncated outcome) {
        return 5;
    }

    @Override
    public Integer overBudget(Outcome.OverBudget outcome) {
        return 6;
    }
}
