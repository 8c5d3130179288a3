package io.github.sessioncompression;

import io.github.sessioncompression.offline.StateFitter;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;

/** The steps of all {@linkplain Recipe recipes} under one policy. Immutable; shared by all conversations with the policy. */
final class Steps {
    private final Map<Recipe.Kind, Step> byKind = new EnumMap<>(Recipe.Kind.class);

    Steps(ContextRules rules, StateFitter fitter, InstantSource clock) {
        for (Recipe.Kind kind : Recipe.Kind.values()) {
            byKind.put(kind, step(kind, rules, fitter, clock));
        }
    }

    private static Step step(Recipe.Kind kind, ContextRules rules, StateFitter fitter, InstantSource clock) {
        return switch (kind) {
            case PRUNE -> new PruneResults(rules, clock, false);
            case PRUNE_FORCED -> new PruneResults(rules, clock, true);
            case COMPRESS -> new CompressStep(rules, fitter, clock, CutChoice.Aim.POLICY);
            case COMPRESS_BEFORE_TURN -> new CompressStep(rules, fitter, clock, CutChoice.Aim.CURRENT_TURN);
            case COMPRESS_ALL -> new CompressStep(rules, fitter, clock, CutChoice.Aim.ALL);
            case REWRITE -> new RewriteState(rules, new CompressStep(rules, fitter, clock, CutChoice.Aim.CURRENT_TURN));
            case BRIDGE -> new Bridge(new CompressStep(rules, fitter, clock, CutChoice.Aim.POLICY));
            case BRIDGE_ALL -> new Bridge(new CompressStep(rules, fitter, clock, CutChoice.Aim.ALL));
            case LEAVE_OUT -> new LeaveOut(false);
            case LEAVE_OUT_ALL -> new LeaveOut(true);
            case CONDENSE -> new CondenseState(rules, fitter, clock);
            case GIVE_UP -> new GiveUp(rules);
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
