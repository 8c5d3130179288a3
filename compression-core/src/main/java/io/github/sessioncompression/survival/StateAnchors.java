package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Statement;
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

    static List<Anchor> of(StateDocument state) {
        List<Anchor> anchors = new ArrayList<>();
        Languages languages = Languages.shared();
        LanguageProfile profile = languages.unknown();
        String read = "";
        for (Note note : notes(state)) {
            if (!note.item().text().equals(read)) {
                read = note.item().text();
                profile = languages.detect(read, profile);
            }
            AnchorType type = TYPES.get(note.item().kind());
            if (type == null && note.persons()) {
                for (SentenceWords sentence : SentenceWords.split(note.text(), profile)) {
                    for (AnchorType is :
                            Statement.of(note.text(), sentence, profile).types(true, false)) {
                        if (is.isRule()) {
                            anchors.add(note.anchor(is, note.text().strip()));
                        }
                    }
                }
            }
            if (type != null) {
                anchors.add(note.anchor(type, note.text().strip()));
            }
            for (Atom atom : AtomScanner.scan(note.text(), AnchorLanguage.of(profile.code()))) {
                if (!atom.weak()) {
                    anchors.add(note.anchor(atom.type(), atom.text()));
                }
            }
        }
        return anchors;
    }

    /**
     * What an item says between two marks, without the label of its line; an entry of the ledger is as it was said.
     *
     * @param persons whether a person said it
     */
    record Note(StateItem item, String text, boolean persons) {
        Anchor anchor(AnchorType type, String value) {
            return new Anchor(type, value, text.strip(), item.sources(), item.origin(), 0);
        }
    }

    /** The notes of a state. */
    static List<Note> notes(StateDocument state) {
        List<Note> notes = new ArrayList<>();
        List<StateItem> items = state.items();
        int ledger = items.size() - state.items(StateDocument.LEDGER).size();
        for (int i = 0; i < items.size(); i++) {
            StateItem item = items.get(i);
            for (String line : item.text().split("\n", -1)) {
                boolean verbatim = i >= ledger && !line.startsWith(FoundText.LABEL);
                for (String note : (verbatim ? line : unlabelled(line)).split(NOTE_END, -1)) {
                    if (!note.isBlank()) {
                        notes.add(new Note(item, note, isPersons(item, line)));
                    }
                }
            }
        }
        return notes;
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
