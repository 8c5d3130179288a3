package io.github.sessioncompression;

/** Says that the context stays above the hard limit because nothing can give way. */
final class GiveUp implements Step {

    @Override
    public Proposal propose(Chat chat) {
        return new Proposal.Nothing(new Outcome.OverBudget(
                chat.shown().size(), chat.rules().policy().hardLimitTokens()));
    }
}
