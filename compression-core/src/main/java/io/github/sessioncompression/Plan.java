package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.ChatCosts;
import io.github.sessioncompression.context.CutChoice;
import io.github.sessioncompression.context.ShownChat;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.cost.CostEstimate;
import io.github.sessioncompression.cost.CostEstimate.Advice;
import io.github.sessioncompression.cut.CutPlanner;
import io.github.sessioncompression.extract.ToolCalls;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.writer.StateWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a conversation for its context, not carried out.
 *
 * @param step the next step
 * @param contextTokens the context as it is, in tokens
 * @param triggerTokens above this the context is relieved, in tokens; lower once the provider's cache has expired, if that is worth it
 * @param hardLimitTokens above this no view is sent while there is anything to take away, in tokens
 * @param reservedOutputTokens what of the window is kept free for the answer, in tokens
 * @param prunableResults how many tool results would become placeholders
 * @param compressibleMessages how many messages would go into the state
 * @param compressibleTokens what they cost now, in tokens
 * @param boundary the last sequence number the state would cover
 * @param estimatedTokensAfter the context afterwards if the state took all its room, in tokens
 * @param cachedTokensLost upper bound of the tokens that the next request would no longer share with the last one, and pay in full:
 *     all behind the system prompt, 0 if nothing would be done
 * @param costs what a compression as the policy asks for would cost and save now, even below the trigger; empty if the prices of the chat's
 *     model are not known, or nothing can be taken
 * @param artefacts files, tools and commands that the record would list; its decisions and questions are as before
 */
public record Plan(
        Step step,
        int contextTokens,
        int triggerTokens,
        int hardLimitTokens,
        int reservedOutputTokens,
        int prunableResults,
        int compressibleMessages,
        int compressibleTokens,
        long boundary,
        int estimatedTokensAfter,
        int cachedTokensLost,
        Optional<CostEstimate> costs,
        Artefacts artefacts) {
    /** The step that would be taken. */
    public enum Step {
        /** Nothing: the context is small enough, nothing can be gained, or compression is off. */
        NOTHING,
        /** Old tool results would become placeholders, and that is enough. */
        PRUNE,
        /** The older part would go into the state. */
        COMPRESS
    }

    /** Predicts what would be done to a conversation, and does nothing: it asks the steps of the pipeline what they would change. */
    record Planner(Steps steps, StateWriter writer) {
        Plan of(Chat chat) {
            ShownChat shown = chat.shown();
            int size = shown.size();
            int trigger = trigger(chat);
            boolean early = trigger < chat.rules().policy().triggerTokens();
            if (!chat.isEnabled()
                    || (!early && !shown.isOverTrigger())
                    || (!shown.isOverHardLimit() && steps.costs().holds(chat))) {
                return plan(chat, Plan.Step.NOTHING, 0, null, size);
            }
            PruneStep step = steps.prune().look(chat);
            int pruned = (int) Math.max(0, size - step.savedTokens());
            if (step.moved() && pruned <= trigger && shown.leftOutThrough() == 0) {
                return plan(chat, Plan.Step.PRUNE, step.results(), null, pruned);
            }
            CutChoice choice = CutChoice.of(chat);
            CutPlanner.Cut cut = steps.compress(StepOrder.Aim.POLICY).tasks().cut(choice);
            if (cut == null) {
                return plan(chat, step.moved() ? Plan.Step.PRUNE : Plan.Step.NOTHING, step.results(), null, pruned);
            }
            return plan(chat, Plan.Step.COMPRESS, step.results(), cut, choice.after(StepOrder.Aim.POLICY, cut));
        }

        /** Size above which room would be made now, in tokens; lower once the provider's cache has expired, if that is worth it. */
        private int trigger(Chat chat) {
            CompressionPolicy policy = chat.rules().policy();
            return steps.costs().isDueAfterPause(chat) ? ChatCosts.triggerAfterPause(policy) : policy.triggerTokens();
        }

        /** Costs of a compression as the policy asks for; empty if no prices are known. */
        private Optional<CostEstimate> costs(Chat chat, Plan.Step step) {
            CostEstimate estimate = steps.costs().of(chat, Integer.MAX_VALUE);
            return Optional.ofNullable(
                    estimate == null || step != Plan.Step.PRUNE
                            ? estimate
                            : estimate.with(Advice.PRUNE, "old tool results alone make room"));
        }

        /**
         * A plan of one step.
         *
         * @param results tool results that would become placeholders
         * @param cut the cut of a compression; {@code null} for none
         * @param after size of the context after the step, in tokens
         */
        private Plan plan(Chat chat, Plan.Step step, int results, CutPlanner.@Nullable Cut cut, int after) {
            StoredChat stored = chat.stored();
            CompressionPolicy now = chat.rules().policy();
            List<Entry> covered =
                    cut == null ? List.of() : stored.pinsBefore(cut.index()).covered();
            return new Plan(
                    step,
                    chat.shown().size(),
                    trigger(chat),
                    now.hardLimitTokens(),
                    now.reservedOutputTokens(),
                    results,
                    covered.size(),
                    cut == null ? 0 : cut.tokens(),
                    cut == null
                            ? stored.boundary()
                            : stored.active().get(cut.index() - 1).sequence(),
                    after,
                    step == Plan.Step.NOTHING
                            ? 0
                            : chat.shown().context().tokens()
                                    - chat.shown().context().systemTokens(),
                    costs(chat, step),
                    artefacts(stored.record().artefacts(), covered, now));
        }

        /** The artefacts of before and of what {@code covered} adds, with the decisions and questions of before. */
        private Artefacts artefacts(Artefacts before, List<Entry> covered, CompressionPolicy now) {
            Artefacts all =
                    new ToolCalls(writer.hidden(covered), now.state().tools()).artefacts(before, StateDocument.EMPTY);
            return new Artefacts(all.files(), all.tools(), all.commands(), all.decisions(), before.questions());
        }
    }
}
