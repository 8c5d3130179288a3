package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Sentence.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names that both sides of a chat use in three turns each, so that they need no explanation. */
final class SharedTerms {
    private static final int MOST = 8;
    private static final int ENOUGH_TURNS = 3;
    private static final int SHORTEST = 4;

    private static final class Use {
        private final Word word;
        private final Map<String, Set<Integer>> turns = new HashMap<>();
        private final List<Long> sources = new ArrayList<>();

        private Use(Word word) {
            this.word = word;
        }

        private boolean isShared() {
            return turns.size() > 1 && turns.values().stream().allMatch(each -> each.size() >= ENOUGH_TURNS);
        }
    }

    private SharedTerms() {}

    static List<StateItem> write(List<Unit> units) {
        Map<Integer, Use> uses = new HashMap<>();
        for (Unit unit : units) {
            if (unit.isSpeech() && unit.from == Unit.From.SPAN && !unit.profile.isUnspaced()) {
                for (int i = 0; i < unit.words.size(); i++) {
                    Word word = unit.words.get(i);
                    boolean topic = unit.wordTerms[i].length == 1
                            && word.surface().length() >= SHORTEST
                            && unit.tellsMatter(i)
                            && word.isProper()
                            && unit.profile.namesHaveCapitals();
                    if (topic) {
                        count(uses.computeIfAbsent(unit.wordTerms[i][0], key -> new Use(word)), unit);
                    }
                }
            }
        }
        return uses.values().stream()
                .filter(Use::isShared)
                .sorted(Comparator.comparingInt((Use use) -> -use.sources.size())
                        .thenComparing(use -> use.word.surface()))
                .limit(MOST)
                .map(SharedTerms::item)
                .toList();
    }

    private static void count(Use use, Unit unit) {
        use.turns.computeIfAbsent(unit.speaker, key -> new HashSet<>()).add(unit.message);
        if (use.sources.size() < StateItem.MAX_SOURCES) {
            use.sources.addAll(unit.sources);
        }
    }

    private static StateItem item(Use use) {
        return new StateItem(
                use.word.surface(),
                StateItem.Kind.CONCEPT,
                use.sources,
                StateItem.Origin.UNKNOWN,
                StateItem.Writer.RULES);
    }
}
