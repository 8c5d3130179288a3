package io.github.sessioncompression;

import io.github.sessioncompression.context.AttemptBackoff;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.ChatCosts;
import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.run.Locked;
import java.util.function.Function;

/**
 * Decides when room is made in a conversation's context: now, in the background, or not at all. {@link StepOrder} defines how.
 *
 * <p><b>Algorithm</b> ({@link #beforeCall}).
 * <ol>
 *   <li>Above the hard limit: SYNC makes the caller wait; AUTO starts a run in the background and shows an extract until its state is there; ASYNC
 *       starts the run only, and the oldest turns are left out of the view.
 *   <li>Above the trigger, if the policy has the trigger point: SYNC makes the caller wait, else a run starts in the background.
 *   <li>After a pause longer than the provider's cache lives, also below the trigger: an extract is written at once ({@link ChatCosts}).
 * </ol>
 *
 * <p><b>Does nothing</b> while the chat is switched off or below its trigger; between trigger and hard limit also after an attempt in vain until the
 * chat has grown ({@link AttemptBackoff}), and while a compression costs more than it saves ({@link ChatCosts}).
 *
 * <p><b>Threads:</b> safe for use by many. Methods that take a {@link Chat} are called under its lock, the others without it. <b>On failure</b> of
 * the store or anything else, the step is left out and reported once; only a policy that throws makes a caller see
 * {@link CompressionFailedException}.
 *
 * @see Pipeline
 */
record RoomDecision(
        CompressionPolicy policy, Locked<Chat> chats, Pipeline pipeline, ChatCosts costs, Reporter reporter) {
    /** Maximum rewrites while another process erases. */
    private static final int MOST_REWRITES = 5;

    /** The room that must be made before a view or a request. */
    enum Need {
        /** The context may stay as it is. */
        NONE,
        /** Room in the background. */
        LATER,
        /** Room before the view is returned, and the caller waits for it. */
        NOW,
        /** Room in the background, and until then an extract. */
        BRIDGE,
        /** An extract, until another attempt to make room is worth its price. */
        STAND_IN,
        /** An extract that stays, before the view is returned: the provider's cache has expired. */
        AFTER_PAUSE
    }

    /** The room that a call of the model needs now; within a turn the policy has a trigger point of its own. */
    Need beforeCall(Chat chat) {
        boolean midTurn = Turns.isInside(chat.stored().active());
        return need(chat, midTurn ? TriggerPoint.MID_TURN : TriggerPoint.BEFORE_CALL);
    }

    /** True if a run must start in the background at a point after a call. With SYNC none does: the next call waits for it. */
    boolean isDue(Chat chat, TriggerPoint point) {
        Need need = need(chat, point);
        return policy.execution() != Execution.SYNC && need != Need.NONE && need != Need.STAND_IN;
    }

    /** The need at a trigger point, in the order of the class doc: pause, trigger, hard limit, then what speaks against a compression. */
    private Need need(Chat chat, TriggerPoint point) {
        if (!chat.isEnabled()) {
            return Need.NONE;
        }
        if (point == TriggerPoint.BEFORE_CALL && costs.isDueAfterPause(chat)) {
            return Need.AFTER_PAUSE;
        }
        if (!chat.shown().isOverTrigger()) {
            return Need.NONE;
        }
        if (chat.shown().isOverHardLimit()) {
            return switch (policy.execution()) {
                case SYNC -> Need.NOW;
                case AUTO -> chat.backoff().isTooSoonToPay(chat.shown()) ? Need.STAND_IN : Need.BRIDGE;
                case ASYNC -> chat.backoff().isTooSoonToPay(chat.shown()) ? Need.NONE : Need.LATER;
            };
        }
        if (chat.backoff().holds(chat.shown()) || !policy.triggerPoints().contains(point) || costs.holds(chat)) {
            return Need.NONE;
        }
        return policy.execution() == Execution.SYNC ? Need.NOW : Need.LATER;
    }

    /** Prunes after an answer if the tool results alone require it. */
    void pruneEarly(Chat chat) {
        int trigger = policy.prune().triggerTokens();
        if (trigger > 0
                && chat.isEnabled()
                && policy.triggerPoints().contains(TriggerPoint.AFTER_RESPONSE)
                && chat.shown().context().toolTokens() > trigger) {
            evenIfTheStoreFails(() -> pipeline.under(chat, StepOrder.PRUNE_NOW, Reason.PROACTIVE));
        }
    }

    /** True if the conversation will be compressed if it rests. */
    boolean mayRest(Chat chat) {
        return policy.triggerPoints().contains(TriggerPoint.IDLE)
                && chat.isEnabled()
                && chat.shown().isOverTarget()
                && !chat.backoff().holds(chat.shown());
    }

    /** Compresses in the background unless a message was added, by any process, since message {@code last}. */
    void rested(long last) {
        evenIfTheStoreFails(() -> {
            boolean rests = chats.get(chat -> {
                chat.sync();
                return chat.stored().lastSequence() == last && mayRest(chat);
            });
            if (rests) {
                pipeline.inBackground(Reason.IDLE);
            }
        });
        reporter.flush();
    }

    /** Why a run over {@code chat} is made that nobody asked for. */
    Reason reason(Chat chat) {
        if (chat.shown().isOverHardLimit()) {
            return Reason.CRITICAL;
        }
        return Turns.isInside(chat.stored().active()) ? Reason.MID_TURN : Reason.PROACTIVE;
    }

    /** Makes the room that is needed, on this thread or in the background; called without the lock. */
    void relieve(Need need, Reason reason) {
        switch (need) {
            case NONE -> {}
            case LATER -> pipeline.inBackground(reason);
            case BRIDGE -> {
                pipeline.inBackground(reason);
                pipeline.atOnce(StepOrder.BRIDGE, reason);
            }
            case STAND_IN -> pipeline.atOnce(StepOrder.BRIDGE, reason);
            case AFTER_PAUSE -> pipeline.unlessBusy(StepOrder.AFTER_PAUSE, reason);
            case NOW -> pipeline.here(StepOrder.BEFORE_CALL, reason, Focus.none());
        }
    }

    /** Makes room at once if the context is above the hard limit, as before a call: for a session that was resumed. */
    void relieveIfOverHardLimit() {
        evenIfTheStoreFails(() -> {
            Need need = chats.get(chat -> chat.shown().isOverHardLimit() ? beforeCall(chat) : Need.NONE);
            relieve(need, Reason.CRITICAL);
            chats.run(this::giveWay);
        });
        reporter.flush();
    }

    /** True if the policy makes room when a provider refuses a request as too long. */
    boolean heedsRefusals() {
        return policy.triggerPoints().contains(TriggerPoint.CONTEXT_LENGTH_ERROR);
    }

    /**
     * Makes room for a request that carries more than the context and what all requests carry, and returns what {@code use} makes of the context
     * then.
     *
     * @param beside counted tokens of that, which the context's size includes until this returns; may be negative
     * @param use gets the context under the chat's lock
     */
    <T> T makeRoom(long beside, Function<Context, T> use) {
        Need need = chats.get(chat -> {
            chat.shown().meter().beside((int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, beside)));
            return beforeCall(chat);
        });
        try {
            relieve(need, Reason.CRITICAL);
            return chats.get(chat -> {
                evenIfTheStoreFails(() -> giveWay(chat));
                chat.shown().release();
                return use.apply(chat.shown().steady());
            });
        } finally {
            chats.run(chat -> chat.shown().meter().beside(0));
        }
    }

    /**
     * Takes a step that can be done without.
     *
     * @return false if the store, or anything else that it needs, failed; that was reported
     * @throws CompressionFailedException if the step throws one: a policy has asked for it
     */
    boolean evenIfTheStoreFails(Runnable step) {
        try {
            step.run();
            return true;
        } catch (CompressionFailedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            reporter.faults().storeFailed(e);
            return false;
        }
    }

    /** Starts a run in the background unless one is under way. */
    void inBackground(Reason reason) {
        pipeline.inBackground(reason);
    }

    /** Keeps what this process has and no other one can have, before it ends. */
    void end() {
        try {
            pipeline.end();
        } catch (RuntimeException e) {
            reporter.faults().leaseKept(e);
        }
    }

    /**
     * Lets the view itself give way if it is above the hard limit: first what came back for questions, then the steps of {@link StepOrder#GIVE_WAY}.
     */
    void giveWay(Chat chat) {
        if (chat.isEnabled() && chat.shown().isOverHardLimit()) {
            chat.shown().dropExpansions();
        }
        if (chat.isEnabled() && chat.shown().isOverHardLimit()) {
            pipeline.under(chat, StepOrder.GIVE_WAY, Reason.CRITICAL);
        }
    }

    /** Shows more of the state if it gave way to something that is gone. Never within a turn, which keeps to its context. */
    void giveBack(Chat chat) {
        if (chat.shown().lastState().isEmpty()) {
            return;
        }
        int written = chat.stored().record().accounting().stateTokens();
        // Only the record that a state was written for contains its size.
        int all = chat.shown().leftOutThrough() > 0 || written == 0
                ? chat.rules().policy().stateMaxTokens()
                : written;
        boolean gaveWay = all > 2 * chat.shown().context().stateTokens();
        if (gaveWay && chat.isEnabled() && !Turns.isInside(chat.stored().active())) {
            pipeline.under(chat, StepOrder.GIVE_BACK, Reason.PROACTIVE);
        }
    }

    /** Compresses on this thread because the application asks; a failure counts more than what the other steps did. */
    Outcome compressNow(StepOrder order, Focus focus) {
        PipelineRun run = pipeline.here(order, Reason.MANUAL, focus);
        Outcome.Failed failure = run.failure();
        return failure != null ? failure : run.outcome();
    }

    /** Prunes because the application asks; under the lock. */
    Outcome pruneNow(Chat chat) {
        return pipeline.under(chat, StepOrder.PRUNE_NOW, Reason.MANUAL);
    }

    /** Writes the state again from the transcript after an erasure; once more if another process has changed the chat in between. */
    void rewriteState() {
        boolean discarded = true;
        for (int tries = 0; discarded && tries < MOST_REWRITES; tries++) {
            PipelineRun run = pipeline.here(StepOrder.REWRITE_STATE, Reason.MANUAL, Focus.none());
            discarded = run.outcome() instanceof Outcome.Unchanged unchanged
                    && unchanged.why() == Outcome.Unchanged.Why.DISCARDED;
        }
    }
}
