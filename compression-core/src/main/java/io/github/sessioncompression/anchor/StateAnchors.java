package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads the anchors of a state: items of a kind that is one, and the values of all items. */
final class StateAnchors {
    private static final String NOTE_END = "; ";
    private static final int LONGEST_LABEL = 48;
    private static final Map<StateItem.Kind, AnchorType> TYPES = new EnumMap<>(Map.of(
            StateItem.Kind.COMMITMENT, AnchorType.COMMITMENT,
            StateItem.Kind.DECISION, AnchorType.DECISION,
            StateItem.Kind.CONSTRAINT, AnchorType.CONSTRAINT,
            StateItem.Kind.PREFERENCE, AnchorType.PREFERENCE,
            StateItem.Kind.QUESTION, AnchorType.QUESTION,
            StateItem.Kind.CORRECTION, AnchorType.CORRECTION));

    private StateAnchors() {}

    static Anchors of(StateDocument state) {
        List<Anchor> anchors = new ArrayList<>();
        Languages languages = Languages.shared();
        LanguageProfile usual = languages.unknown();
        for (StateItem item : state.items()) {
            LanguageProfile profile = languages.detect(item.text(), usual);
            usual = profile;
            AnchorLanguage language = AnchorLanguage.of(profile.code());
            List<Long> sources = item.sources();
            AnchorType type = TYPES.get(item.kind());
            for (String line : item.text().split("\n", -1)) {
                for (String note : unlabelled(line).split(NOTE_END, -1)) {
                    if (note.isBlank()) {
                        continue;
                    }
                    if (type == null && isPersons(item, line)) {
                        for (SentenceWords sentence : SentenceWords.split(note, profile)) {
                            for (AnchorType is :
                                    Statement.of(note, sentence, profile).types(true, false)) {
                                if (is.isRule()) {
                                    anchors.add(new Anchor(is, note.strip(), note.strip(), sources, item.origin(), 0));
                                }
                            }
                        }
                    }
                    if (type != null) {
                        anchors.add(new Anchor(type, note.strip(), note.strip(), sources, item.origin(), 0));
                    }
                    for (Atom atom : AtomScanner.scan(note, language)) {
                        if (!atom.weak()) {
                            anchors.add(new Anchor(atom.type(), atom.text(), note.strip(), sources, item.origin(), 0));
                        }
                    }
                }
            }
        }
        return new Anchors(anchors, 0);
    }

    private static boolean isPersons(StateItem item, String line) {
        boolean found = item.origin() == StateItem.Origin.TOOL || item.origin() == StateItem.Origin.OUTSIDE;
        return !found
                && item.kind() != StateItem.Kind.NARRATIVE
                && item.kind() != StateItem.Kind.TONE
                && !line.startsWith("tool ")
                && !line.startsWith(FoundText.LABEL);
    }

    private static String unlabelled(String line) {
        int colon = line.indexOf(": ");
        return colon > 0 && colon <= LONGEST_LABEL ? line.substring(colon + 2) : line;
    }
}
