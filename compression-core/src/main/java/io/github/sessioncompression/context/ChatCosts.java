package io.github.sessioncompression.context;

import io.github.sessioncompression.cost.ChatPace;
import io.github.sessioncompression.cost.CostCase;
import io.github.sessioncompression.cost.CostEstimate;
import io.github.sessioncompression.cost.CostEstimate.Advice;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.cost.CostPlanner;
import io.github.sessioncompression.cost.PriceProfile;
import io.github.sessioncompression.cut.CutPlanner.Cut;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.token.Usage;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a chat costs with and without a compression, by the prices of its model.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Find the prices by the model's name, and correct them by what the provider has reported of the cache.
 *   <li>Take the cut that the policy asks for, the state that it has room for, and the pace at which the chat has grown since the last compression.
 *   <li>{@link CostPlanner} compares the bills: leave the context as it is, write a state by the model, or by an extract.
 * </ol>
 *
 * <p><b>Does nothing</b> ({@link #decides} is false) without prices or a compression model, with the planner off, or if no extract may replace a
 * state; then the policy's limits alone decide. <b>Threads:</b> immutable; shared by all conversations with the same policy, each asked under its
 * chat's lock. It asks no store and no model.
 *
 * @param modelName name of the compression model; {@code null} if there is none, empty if its name is not known
 * @see AttemptBackoff
 */
public record ChatCosts(CostOptions options, @Nullable String modelName, InstantSource clock) {
    /** Instructions and schema of a compression request, in tokens. */
    private static final int INSTRUCTIONS = 1_500;

    /** The most tokens that are read while a call waits: about a second. */
    private static final int MOST_AT_ONCE = 100_000;

    /**
     * True if the planner decides in this chat: it is on, the chat has a compression model in whose place an extract may stand in, and prices
     * of its own model are known.
     */
    public boolean decides(Chat chat) {
        return modelName != null
                && options.planner()
                && chat.rules().policy().failure() == FailurePolicy.OFFLINE
                && prices(chat) != null;
    }

    /** Prices of the chat's model as far as they are learnt; {@code null} if its name has none. */
    private @Nullable PriceProfile prices(Chat chat) {
        PriceProfile listed = options.profileFor(chat.model()).orElse(null);
        return listed == null ? null : chat.calls().learnt(listed);
    }

    /** Learns from the provider's report of the last call. */
    public void reported(Chat chat, Usage usage) {
        options.profileFor(chat.model()).ifPresent(listed -> chat.calls().reported(usage, listed));
    }

    /** True if a context above its trigger is better left as it is for now. Not asked above the hard limit. */
    public boolean holds(Chat chat) {
        if (!decides(chat)) {
            return false;
        }
        CostEstimate estimate = of(chat, Integer.MAX_VALUE);
        return estimate != null && estimate.advice() == Advice.LEAVE;
    }

    /**
     * True if the provider has forgotten the chat, so that the next call pays for all of it in any case, and an extract makes that less: above
     * half of the way from target to trigger, once the chat has grown by a fifth since the last compression. Not if a model's state is due,
     * for which no call waits, nor if writing the extract takes long.
     */
    public boolean isDueAfterPause(Chat chat) {
        CompressionPolicy policy = chat.rules().policy();
        if (policy.execution() == Execution.ASYNC
                || !policy.triggerPoints().contains(TriggerPoint.BEFORE_CALL)
                || !decides(chat)
                || chat.shown().size() <= triggerAfterPause(policy)
                || chat.shown().isOverHardLimit()
                || chat.backoff().holds(chat.shown())) {
            return false;
        }
        PriceProfile prices = prices(chat);
        if (prices == null || !isCold(chat, prices)) {
            return false;
        }
        CostEstimate estimate = of(chat, MOST_AT_ONCE);
        return estimate != null
                && estimate.advice() == Advice.EXTRACT
                && pace(chat, prices).grown() * Budget.LEAST_GAIN_DIVISOR
                        >= chat.shown().context().tokens();
    }

    /** The trigger once the cache has expired, in tokens. */
    public static int triggerAfterPause(CompressionPolicy policy) {
        return policy.targetTokens() + (policy.triggerTokens() - policy.targetTokens()) / 2;
    }

    /** True if the provider's cache has expired since the last call that this process has prepared. */
    private boolean isCold(Chat chat, PriceProfile prices) {
        return chat.calls().isCold(prices, clock.instant());
    }

    /** True if a state for {@code cut} is not worth the price of a model. */
    public boolean prefersExtract(CutChoice choice, Cut cut) {
        CostEstimate estimate = decides(choice.chat()) ? of(choice, cut) : null;
        return estimate != null && estimate.model() == 0;
    }

    /** Costs of a compression as the policy asks for; {@code null} if it would read more than {@code mostTokens}, or none, or if prices are not known. */
    public @Nullable CostEstimate of(Chat chat, int mostTokens) {
        CutChoice choice = CutChoice.of(chat);
        Cut cut = choice.cut(StepOrder.Aim.POLICY);
        return cut == null || cut.tokens() > mostTokens ? null : of(choice, cut);
    }

    /** Costs of a compression at {@code cut}; {@code null} if the prices of the chat's model are not known. */
    private @Nullable CostEstimate of(CutChoice choice, Cut cut) {
        Chat chat = choice.chat();
        PriceProfile prices = prices(chat);
        if (prices == null) {
            return null;
        }
        ShownChat shown = chat.shown();
        long context = shown.context().tokens();
        long room = choice.stateRoom(StepOrder.Aim.POLICY, cut);
        return CostPlanner.estimate(new CostCase(
                prices,
                options.modelProfileFor(modelName == null ? "" : modelName, prices),
                modelName != null,
                context,
                shown.context().systemTokens(),
                choice.after(StepOrder.Aim.POLICY, cut),
                shown.budget().hard(),
                INSTRUCTIONS + choice.previousState() + cut.tokens(),
                written(chat, room),
                pace(chat, prices),
                chat.stored().record().accounting().paidTokens() * prices.input(),
                isCold(chat, prices)));
    }

    /** Tokens that a model would write: as many as the last time, else half of the room. */
    private static long written(Chat chat, long room) {
        Accounting last = chat.stored().record().accounting();
        return last.modelOutputTokens() > 0 ? Math.min(room, last.modelOutputTokens()) : room / 2;
    }

    /**
     * Growth since the last compression, from the messages behind the boundary: each of the assistant's is the answer of a call, which paid for all
     * that precedes it.
     */
    private static ChatPace pace(Chat chat, PriceProfile prices) {
        ShownChat shown = chat.shown();
        long added = 0;
        for (Entry entry : chat.stored().active()) {
            added += entry.tokens();
        }
        long system = shown.context().systemTokens();
        long start = Math.max(system, shown.context().tokens() - added);
        boolean first = chat.stored().boundary() == 0;
        ChatPace.Sum sum = new ChatPace.Sum(prices, start, first ? 0 : system);
        for (Entry entry : chat.stored().active()) {
            sum.add(entry.tokens(), entry.message().role() == Role.ASSISTANT);
        }
        return sum.pace();
    }

    /** Input of all calls since a model was asked last, in tokens at full price; 0 if the prices are not known. */
    public long paid(Chat chat) {
        PriceProfile prices = prices(chat);
        return prices == null
                ? 0
                : chat.stored().record().accounting().paidTokens()
                        + Math.round(prices.inputTokens(pace(chat, prices).paid()));
    }
}
