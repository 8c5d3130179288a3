package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes a state apart into the notes it was made of, so that they compete with what is new.
 *
 * <p>A state of another shape, or one that a model wrote, is read the same way: an entry without a speaker in front is one
 * note without a label.
 */
final class StateReading {
    /** What a tool's notes are labelled with, before its name. */
    static final String TOOL = "tool ";

    private static final int LONGEST_LABEL = 48;

    private final StateSchema schema;
    private final List<String> ownNarrative;
    private final List<Utterance> notes = new ArrayList<>();
    private int year;

    private StateReading(StateSchema schema, List<String> ownNarrative) {
        this.schema = schema;
        this.ownNarrative = ownNarrative;
    }

    /** The notes of a state; sentences that hold one of {@code ownNarrative} are written anew each time and left out. */
    static List<Utterance> read(StateDocument state, StateSchema schema, List<String> ownNarrative) {
        StateReading reading = new StateReading(schema, ownNarrative);
        for (Map.Entry<String, List<String>> field : state.fields().entrySet()) {
            reading.year = 0;
            String kept = reading.keeps(field.getKey());
            for (String entry : field.getValue()) {
                for (String line : entry.split("\n", -1)) {
                    reading.line(line.trim(), kept);
                }
            }
        }
        return reading.notes;
    }

    /** The field's name if its notes may go back to it; a narrative's sentences become facts. */
    private @Nullable String keeps(String name) {
        for (StateField field : schema.fields()) {
            if (field.name().equals(name) && field.content() != StateField.Content.NARRATIVE) {
                return name;
            }
        }
        return null;
    }

    private void line(String line, @Nullable String field) {
        if (line.isEmpty()) {
            return;
        }
        if (field == null && ownNarrative.stream().anyMatch(line::contains)) {
            return;
        }
        String label = label(line);
        String rest = label.isEmpty() ? line : line.substring(label.length() + 2);
        LocalDate date = null;
        for (String note : rest.split("; ", -1)) {
            if (note.isBlank()) {
                continue;
            }
            NoteDate dated = NoteDate.read(note, year);
            if (dated.date() != null) {
                date = dated.date();
                year = date.getYear();
            }
            Utterance.Origin origin = label.startsWith(TOOL) ? Utterance.Origin.TOOL : Utterance.Origin.STATE;
            notes.add(new Utterance(notes.size(), origin, label, dated.rest(), date, field));
        }
    }

    private String label(String line) {
        int colon = line.indexOf(": ");
        if (colon <= 0
                || colon > LONGEST_LABEL
                || NoteDate.read(line, year == 0 ? 1 : year).date() != null) {
            return "";
        }
        String label = line.substring(0, colon);
        boolean plain = label.split(" ", -1).length <= 4 && label.chars().noneMatch(c -> ".;!?,\"".indexOf(c) >= 0);
        return plain ? label : "";
    }

    /** The labels of the notes. */
    static Set<String> labels(List<Utterance> notes) {
        Set<String> labels = new HashSet<>();
        notes.forEach(note -> labels.add(note.speaker()));
        return labels;
    }
}
