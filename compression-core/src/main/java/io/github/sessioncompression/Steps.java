package io.github.sessioncompression;

import io.github.sessioncompression.extract.StateFitter;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;

/** The steps of all {@linkplain Recipe recipes} . Immutable; shared by all conversations with the same policy. */
final class Steps {
    private final Map<Recipe.Kind, Step> byKind = new EnumMap<>(Recipe.Kind.class);

    Steps(StateFitter fitter, InstantSource clock) {
        for (Recipe.Kind kind : Recipe.Kind.values()) {
            byKind.put(kind, step(kind, fitter, clock));
        }
    }

    private static Step step(Recipe.Kind kind, StateFitter fitter, InstantSource clock) {
        return switch (kind) {
            case PRUNE -> new PruneResults(clock, false);
            case PRUNE_FORCED -> new PruneResults(clock, true);
            case COMPRESS -> new CompressStep(fitter, clock, CutChoice.Aim.POLICY);
            case COMPRESS_BEFORE_TURN -> new CompressStep(fitter, clock, CutChoice.Aim.CURRENT_TURN);
            case COMPRESS_ALL -> new CompressStep(fitter, clock, CutChoice.Aim.ALL);
            case COMPRESS_INTO_TURN -> new CompressStep(fitter, clock, CutChoice.Aim.INTO_TURN);
            case REWRITE -> new RewriteState(new CompressStep(fitter, clock, CutChoice.Aim.CURRENT_TURN));
            case BRIDGE -> new Bridge(new CompressStep(fitter, clock, CutChoice.Aim.POLICY));
            case BRIDGE_ALL -> new Bridge(new CompressStep(fitter, clock, CutChoice.Aim.ALL));
            case LEAVE_OUT -> new LeaveOut(false);
            case LEAVE_OUT_ALL -> new LeaveOut(true);
            case CONDENSE -> new CondenseState(fitter, clock);
            case WIDEN -> new WidenState(fitter, clock);
            case GIVE_UP -> new GiveUp();
        };
    }

    Step of(Recipe.Kind kind) {
        Step step = byKind.get(kind);
        if (step == null) {
            throw new IllegalArgumentException("there is no step " + kind);
        }
        return step;
    }
}
