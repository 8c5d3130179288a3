package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateField.Shape;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/**
 * Parts of a model's state, and the cut of one that is too large: whole entries go, and those that stay keep their words and their order.
 *
 * <p>What is beside the model's own fields goes first, from its end: found text, then quotes. Then each list loses the same share of its
 * entries, from its end, but keeps its first one. If that is still too large, the first list that has entries keeps its first one and the others
 * none. The texts stay longest. Deterministic. Safe for use by many threads.
 */
public final class StateCut {
    private static final List<String> BESIDE = List.of(StateDocument.FOUND, StateDocument.LEDGER);

    private StateCut() {}

    /** What a model wrote of a state, and the quotes beside it; empty if it wrote nothing that is shown. */
    public static StateDocument byModel(StateDocument state) {
        StateDocument written = filtered(state, (name, item) -> item.writer() == StateItem.Writer.MODEL);
        return written.isEmpty() ? written : written.with(StateDocument.LEDGER, state.items(StateDocument.LEDGER));
    }

    /** A state without the entries of a part of it. */
    public static StateDocument without(StateDocument state, StateDocument part) {
        return filtered(state, (name, item) -> !part.items(name).contains(item));
    }

    private static StateDocument filtered(StateDocument state, BiPredicate<String, StateItem> stays) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>(state.fields());
        fields.replaceAll((name, items) ->
                items.stream().filter(item -> stays.test(name, item)).toList());
        return new StateDocument(fields);
    }

    /**
     * The state cut to a size; empty if not even its texts fit.
     *
     * @param room the most tokens its envelope may have
     * @param tokens counts the tokens of a text
     */
    public static StateDocument within(
            StateSchema schema, StateDocument state, int room, ToIntFunction<String> tokens) {
        StateDocument cut = state;
        for (String name : BESIDE) {
            StateDocument before = cut;
            int most = cut.items(name).size();
            int kept = largest(most, each -> fits(schema, first(before, name, each), room, tokens));
            cut = first(before, name, Math.max(0, kept));
        }
        List<String> lists = schema.fields().stream()
                .filter(field -> field.shape() == Shape.LIST)
                .map(StateField::name)
                .toList();
        StateDocument bare = cut;
        int longest = lists.stream().mapToInt(name -> bare.items(name).size()).reduce(1, Math::max);
        int share = largest(longest, each -> fits(schema, share(bare, lists, each, longest), room, tokens));
        if (share > 0) {
            return share(bare, lists, share, longest);
        }
        StateDocument texts = bare;
        for (String name : lists) {
            texts = texts.with(name, List.of());
        }
        String main = lists.stream()
                .filter(name -> !bare.items(name).isEmpty())
                .findFirst()
                .orElse("");
        StateDocument one = texts.with(main, bare.items(main).stream().limit(1).toList());
        return fits(schema, one, room, tokens) ? one : fits(schema, texts, room, tokens) ? texts : StateDocument.EMPTY;
    }

    /** The largest number from 0 up to {@code most} that fits, if each smaller one does too; -1 if none does. Found by halves. */
    public static int largest(int most, IntPredicate fits) {
        int largest = -1;
        int tooMany = most + 1;
        while (tooMany - largest > 1) {
            int tried = (largest + tooMany) / 2;
            if (fits.test(tried)) {
                largest = tried;
            } else {
                tooMany = tried;
            }
        }
        return largest;
    }

    private static boolean fits(StateSchema schema, StateDocument state, int room, ToIntFunction<String> tokens) {
        return tokens.applyAsInt(StateEnvelope.wrap(schema, state)) <= room;
    }

    private static StateDocument first(StateDocument state, String name, int kept) {
        return state.with(name, state.items(name).subList(0, kept));
    }

    /** The state with {@code kept} of {@code longest} parts of each list, from its start, rounded up. */
    private static StateDocument share(StateDocument state, List<String> lists, int kept, int longest) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>(state.fields());
        for (String name : lists) {
            List<StateItem> items = state.items(name);
            int entries = (int) (((long) items.size() * kept + longest - 1) / longest);
            fields.computeIfPresent(name, (key, all) -> all.subList(0, entries));
        }
        return new StateDocument(fields);
    }
}
