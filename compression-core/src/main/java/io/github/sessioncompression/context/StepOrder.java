package io.github.sessioncompression.context;

import java.util.List;
import java.util.stream.Stream;

/**
 * The steps that are tried to make room, with their order and conditions, as data.
 *
 * <p>Each order is a list of {@link Use}s: a kind of step, how much it takes, and when it is due. The pipeline measures the context again before
 * each, and a step that gains nothing never ends an order; so the milder steps come first, and the later ones are not due once there is room.
 *
 * <p>The orders differ in who waits. {@link #ORDINARY}, {@link #AT_REST} run in the background and may ask a model. {@link #BEFORE_CALL} does so
 * while a call waits. {@link #AFTER_PAUSE}, {@link #BRIDGE} and {@link #GIVE_WAY} never ask one. The ones that end in {@code NOW} are the
 * application's own. Immutable.
 */
public enum StepOrder {
    /** In the background above the trigger, or before a call under {@code SYNC}. */
    ORDINARY(true, use(Kind.PRUNE, When.ALWAYS), use(Kind.COMPRESS, When.OVER_TRIGGER)),
    /** In the background, when the conversation has rested: down to the target. */
    AT_REST(true, use(Kind.PRUNE, When.ALWAYS), use(Kind.COMPRESS, When.OVER_TARGET)),
    /** Once the provider's cache has expired: by an extract, before the call that fills the cache again. */
    AFTER_PAUSE(true, use(Kind.PRUNE, When.ALWAYS), use(Kind.EXTRACT, When.AFTER_PAUSE)),
    /** Above the hard limit if nothing may be written: the view itself gives way. */
    GIVE_WAY(
            true,
            use(Kind.LEAVE_OUT, When.OVER_LIMIT),
            use(Kind.LEAVE_OUT_ALL, When.OVER_LIMIT),
            use(Kind.CONDENSE, When.OVER_LIMIT),
            use(Kind.GIVE_UP, When.OVER_LIMIT)),
    /** Before a call that has to wait: as in the background, and above the hard limit anything else that helps, the mildest first. */
    BEFORE_CALL(
            GIVE_WAY,
            use(Kind.PRUNE, When.ALWAYS),
            use(Kind.COMPRESS, When.OVER_TRIGGER),
            use(Kind.PRUNE_FORCED, When.OVER_LIMIT),
            use(Kind.COMPRESS, Aim.ALL, When.OVER_LIMIT_UNLESS_FAILED)),
    /** Above the hard limit if nobody waits: an extract replaces the older messages, and then the view itself gives way. */
    BRIDGE(
            GIVE_WAY,
            use(Kind.PRUNE, When.OVER_LIMIT),
            use(Kind.BRIDGE, When.MAY_BRIDGE),
            use(Kind.PRUNE_FORCED, When.OVER_LIMIT),
            use(Kind.BRIDGE, Aim.ALL, When.MAY_BRIDGE)),
    /** Shows again what gave way for lack of room. */
    GIVE_BACK(true, use(Kind.WIDEN, When.ALWAYS)),
    /** The application asks to compress everything before the current turn. */
    COMPRESS_NOW(false, use(Kind.PRUNE, When.ALWAYS), use(Kind.COMPRESS, Aim.CURRENT_TURN, When.ALWAYS)),
    /** The application asks to compress, and the current turn need not stay whole. */
    COMPRESS_INTO_TURN_NOW(false, use(Kind.PRUNE, When.ALWAYS), use(Kind.COMPRESS, Aim.INTO_TURN, When.ALWAYS)),
    /** The session has ended: all of it goes into its state. */
    FINALISE(false, use(Kind.COMPRESS, Aim.EVERYTHING, When.ALWAYS)),
    /** Old tool results alone, without a state. */
    PRUNE_NOW(false, use(Kind.PRUNE, When.ALWAYS)),
    /** Rewrites a state of which much was erased. */
    REWRITE_STATE(false, use(Kind.REWRITE, When.ALWAYS));

    /** Kind of a step. */
    public enum Kind {
        /** Old tool results become placeholders if it is worth it. */
        PRUNE,
        /** Tool results become placeholders even if they are protected. */
        PRUNE_FORCED,
        /** The older part goes into the state, by the model if there is one. */
        COMPRESS,
        /** Compresses without asking the model. */
        EXTRACT,
        /** Everything in the state goes into it once more. */
        REWRITE,
        /** An extract replaces the older messages for now. */
        BRIDGE,
        /** The oldest messages are left out of the view for now, as many as the target asks for. */
        LEAVE_OUT,
        /** All messages that may be are left out for now. */
        LEAVE_OUT_ALL,
        /** Less of the state is shown. */
        CONDENSE,
        /** More of the state is shown again, if there is room. */
        WIDEN,
        /** Nothing can give way: reports that the context is above the hard limit. */
        GIVE_UP
    }

    /** Amount that a compression takes. */
    public enum Aim {
        /** As far as the policy asks for. */
        POLICY,
        /** Everything but the current turn, regardless of the size. */
        CURRENT_TURN,
        /** Everything but the current turn, and if that isn't enough all of the turn that may go too. */
        ALL,
        /** All that may go, of the current turn too, regardless of the size. */
        INTO_TURN,
        /** All messages, because the session has ended. */
        EVERYTHING
    }

    /** Condition of a step, checked just before it. */
    public enum When {
        ALWAYS,
        /** The context is above the target. */
        OVER_TARGET,
        /** The context is above the trigger, or is not only because messages are left out of it. */
        OVER_TRIGGER,
        /** The context is above the hard limit. */
        OVER_LIMIT,
        /** The provider's cache has expired, and an extract is still worth it. */
        AFTER_PAUSE,
        /** Above the hard limit, and writing a state has not failed in this run. */
        OVER_LIMIT_UNLESS_FAILED,
        /** Above the hard limit, if the policy allows an extract in place of a state. */
        MAY_BRIDGE
    }

    /**
     * A step with its condition.
     *
     * @param aim how much it takes, if it compresses or bridges; else without meaning
     */
    public record Use(Kind kind, Aim aim, When when) {
        /** True if the step writes a state that is kept, which one run at a time may do. */
        public boolean compresses() {
            return kind == Kind.COMPRESS || kind == Kind.EXTRACT || kind == Kind.REWRITE;
        }
    }

    private final boolean onlyIfEnabled;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Use> uses;

    StepOrder(boolean onlyIfEnabled, Use... uses) {
        this.onlyIfEnabled = onlyIfEnabled;
        this.uses = List.of(uses);
    }

    /** An order that begins with these steps and continues as {@code end} does. */
    StepOrder(StepOrder end, Use... first) {
        this(
                end.onlyIfEnabled,
                Stream.concat(Stream.of(first), end.uses.stream()).toArray(Use[]::new));
    }

    private static Use use(Kind kind, When when) {
        return use(kind, Aim.POLICY, when);
    }

    private static Use use(Kind kind, Aim aim, When when) {
        return new Use(kind, aim, when);
    }

    /** True if nothing is done in a chat that is switched off; false for what the application asks for. */
    public boolean isOnlyIfEnabled() {
        return onlyIfEnabled;
    }

    /** The steps in the order in which they are tried. */
    public List<Use> uses() {
        return uses;
    }
}
