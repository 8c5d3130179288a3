package io.github.sessioncompression.model;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.survival.Anchors;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.survival.Survival;
import io.github.sessioncompression.survival.SurvivalCheck;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Holds a model's state against what it replaces: what it invented goes, and it must show at least half of the anchors that a state
 * written without a model would.
 *
 * <p>Belongs to the one thread that compiles.
 */
final class Acceptance {
    /** Of so few anchors no share is taken. */
    private static final int FEWEST_ANCHORS = 4;
    /** A model that says little in few words is held against a state of this share of the cap. */
    private static final int SHARE_OF_CAP = 4;

    /** Where the state without the model comes first, this part of the cap is left to the model's items. */
    private static final int MODELS_SHARE = 8;

    /** So much of what a state written without a model shows in its items is shown in items. */
    private static final double MOSTLY = 0.9;

    private static final Set<StateField.Content> COLOUR =
            Set.of(StateField.Content.TONE, StateField.Content.CONCEPTS, StateField.Content.NARRATIVE);

    private static final int MOST_NAMED = 20;
    private static final int LONGEST_NAMED = 200;

    private final CompileRequest request;
    private final @Nullable String systemContext;
    private final MessageTokens tokens;
    private final Yardstick yardstick;
    private final UnaryOperator<StateDocument> restore;
    private final SurvivalCheck check;
    /** What is known of the messages, for all that is asked of them. */
    private final Readings readings = new Readings();

    private @Nullable Anchors required;
    private int invented;

    /**
     * The acceptance of a state for {@code request}.
     *
     * @param restore fills in again what the request hides
     */
    Acceptance(
            CompileRequest request,
            @Nullable String systemContext,
            MessageTokens tokens,
            Yardstick yardstick,
            UnaryOperator<StateDocument> restore) {
        this.request = request;
        this.systemContext = systemContext;
        this.tokens = tokens;
        this.yardstick = yardstick;
        this.restore = restore;
        this.check = new SurvivalCheck(request.schema(), tokens::countText);
    }

    /** The state without what the model invented, and what it tells although it was taken back. */
    StateDocument grounded(StateDocument state) {
        Grounding.Grounded grounded = Grounding.of(state, request, systemContext, readings);
        invented = grounded.invented();
        return grounded.state();
    }

    /** How many sentences the last grounding took away. */
    int invented() {
        return invented;
    }

    /** The state with everything filled in again that the model was not shown, within the cap. */
    StateDocument fitting(StateDocument state) {
        return yardstick.fitting(restore.apply(state));
    }

    private Survival said(StateDocument state) {
        Anchors known = required;
        if (known == null) {
            known = check.required(request, List.of(), readings);
            required = known;
        }
        return check.check(known, state, List.of(), Integer.MAX_VALUE);
    }

    /** What is missing in a state that shows too little, the weightiest first; empty if it shows enough. */
    List<String> missing(StateDocument state) {
        Survival own = said(state);
        if (own.required() < FEWEST_ANCHORS || own.coverageBefore() >= 0.5) {
            return List.of();
        }
        int size = Math.min(request.maxTokens(), Math.max(size(state), request.maxTokens() / SHARE_OF_CAP));
        if (own.held() * 2 >= said(offline(size)).held()) {
            return List.of();
        }
        List<String> missing = new ArrayList<>();
        for (Anchor anchor :
                own.ledger().subList(0, Math.min(MOST_NAMED, own.ledger().size()))) {
            String text = anchor.sentence();
            missing.add(CodePoints.cut(text, LONGEST_NAMED));
        }
        return missing;
    }

    /**
     * The model's state if it shows as many facts as one written without a model at the same cap, and no fewer with its ledger; else that
     * state with the items of the other that there is room for, or the other way round, whichever first does.
     *
     * @return {@code null} if none of them does
     */
    @Nullable
    StateDocument atLeast(StateDocument state) {
        Survival own = yardstick.survival(state);
        boolean few = own.required() < FEWEST_ANCHORS;
        if ((few ? own.repaired() : own.held()) == own.required()) {
            return state;
        }
        StateDocument without = offline(request.maxTokens());
        Survival least = yardstick.survival(without);
        if (shows(own, least)) {
            return state;
        }
        StateDocument merged = merged(state);
        if (shows(merged, least)) {
            return merged;
        }
        StateDocument first =
                added(offline(request.maxTokens() - request.maxTokens() / MODELS_SHARE), state, request.maxTokens());
        if (shows(first, least)) {
            return first;
        }
        StateDocument facts = withoutColour(without, state);
        StateDocument beside = added(facts, state, request.maxTokens() - (size(least.state()) - size(without)));
        return !beside.equals(facts) && shows(beside, least) ? beside : null;
    }

    private boolean shows(StateDocument state, Survival least) {
        return shows(yardstick.survival(state), least);
    }

    /** A ledger is to make up for little of what the items lack: the next state is made of the items. */
    private static boolean shows(Survival own, Survival least) {
        return own.repaired() >= least.repaired() && own.held() >= MOSTLY * least.held();
    }

    /** A state without the tone, the concepts and the narrative that another tells, too: those of a model are the better ones. */
    private StateDocument withoutColour(StateDocument state, StateDocument other) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>(state.fields());
        for (StateField field : request.schema().fields()) {
            if (COLOUR.contains(field.content()) && !other.items(field.name()).isEmpty()) {
                fields.put(field.name(), List.of());
            }
        }
        return new StateDocument(fields);
    }

    /** The state with the items of one written without a model that show what it lacks, within the cap. */
    StateDocument merged(StateDocument state) {
        return added(state, offline(request.maxTokens() - size(state)), request.maxTokens());
    }

    private StateDocument offline(int cap) {
        return yardstick.offline(Math.max(1, cap));
    }

    /** A state with those items of another that fit within {@code cap}; of a field of one text the first has it. */
    private StateDocument added(StateDocument state, StateDocument other, int cap) {
        StateDocument merged = state;
        for (StateField field : request.schema().fields()) {
            boolean text = field.shape() == StateField.Shape.TEXT;
            if (text && !state.items(field.name()).isEmpty()) {
                continue;
            }
            Set<String> said = new HashSet<>();
            state.items(field.name()).forEach(item -> said.add(item.text()));
            for (StateItem item : other.items(field.name())) {
                if (said.add(item.text())) {
                    StateDocument more = with(merged, field.name(), item);
                    merged = size(more) <= cap ? more : merged;
                }
            }
        }
        return merged;
    }

    private static StateDocument with(StateDocument state, String field, StateItem item) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>(state.fields());
        List<StateItem> items = new ArrayList<>(state.items(field));
        items.add(item);
        fields.put(field, items);
        return new StateDocument(fields);
    }

    private int size(StateDocument state) {
        return tokens.countText(StateEnvelope.wrap(request.schema(), state));
    }
}
