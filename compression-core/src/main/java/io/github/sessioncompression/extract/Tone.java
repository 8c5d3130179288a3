package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile.Cue;
import io.github.sessioncompression.text.LanguageProfile.WordKind;
import java.util.ArrayList;
import java.util.List;

/** Quotes what tells the tone of a chat: the user's wishes about the manner of answers, and the latest sentence of joy or displeasure. */
final class Tone {
    private static final int MOST_WISHES = 4;
    private static final int LONGEST = 160;

    private Tone() {}

    static List<StateItem> write(List<Unit> units, boolean withModel) {
        List<Unit> wishes = new ArrayList<>();
        Unit mood = null;
        for (Unit unit : units) {
            boolean user = unit.origin == StateItem.Origin.USER && unit.from != Unit.From.BEFORE;
            if (!user || unit.text.length() > LONGEST || unit.from == Unit.From.WRITTEN || unit.question) {
                continue;
            }
            if (unit.profile.cues(unit.words).contains(Cue.STYLE)) {
                wishes.add(unit);
            } else if (withModel
                    && unit.has(WordKind.FIRST)
                    && (unit.has(WordKind.UPSET) || unit.has(WordKind.PLEASED))) {
                mood = unit;
            }
        }
        List<Unit> told = new ArrayList<>(wishes.subList(Math.max(0, wishes.size() - MOST_WISHES), wishes.size()));
        if (mood != null) {
            told.add(mood);
        }
        return told.stream().map(unit -> unit.quoted("", StateItem.Kind.TONE)).toList();
    }
}
