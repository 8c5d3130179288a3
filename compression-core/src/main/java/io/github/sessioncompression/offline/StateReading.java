package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Senses;
import io.github.sessioncompression.text.Letters;
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

    /** What stands between two notes of a line. */
    private static final String SEPARATOR = "; ";

    private static final int LONGEST_LABEL = 48;
    /** Words of a label. */
    static final int MOST_WORDS = 4;

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
        for (Map.Entry<String, List<StateItem>> field : state.fields().entrySet()) {
            reading.year = 0;
            String kept = reading.keeps(field.getKey());
            for (StateItem item : field.getValue()) {
                reading.item(item, kept);
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

    private void item(StateItem item, @Nullable String field) {
        String[] lines = item.text().split("\n", -1);
        int parts = 0;
        for (String line : lines) {
            parts += line.split(SEPARATOR, -1).length;
        }
        boolean apart = parts == item.notes().size();
        int next = 0;
        for (String line : lines) {
            int end = next + line.split(SEPARATOR, -1).length;
            List<Integer> worths = item.worths().size() == parts ? item.worths().subList(next, end) : List.of();
            line(line.trim(), field, item, apart ? item.notes().subList(next, end) : List.of(), worths);
            next = end;
        }
    }

    /** Reads the notes of a line; {@code sources} are those of each, or empty if only the item's are known, and so are {@code worths}. */
    private void line(
            String line, @Nullable String field, StateItem item, List<List<Long>> sources, List<Integer> worths) {
        if (line.isEmpty()) {
            return;
        }
        if (field == null
                && item.writer() != StateItem.Writer.MODEL
                && ownNarrative.stream().anyMatch(line::contains)) {
            return;
        }
        String label = label(line);
        String rest = label.isEmpty() ? line : line.substring(label.length() + 2);
        LocalDate date = null;
        String shared = "";
        String[] parts = rest.split(SEPARATOR, -1);
        for (int i = 0; i < parts.length; i++) {
            String note = parts[i];
            if (note.isBlank()) {
                continue;
            }
            NoteDate dated = NoteDate.read(note, year);
            if (dated.date() != null) {
                date = dated.date();
                year = date.getYear();
            }
            Utterance.Origin origin = label.startsWith(TOOL) || label.equals(FoundText.LABEL)
                    ? Utterance.Origin.TOOL
                    : Utterance.Origin.STATE;
            Provenance provenance = Provenance.of(
                    item,
                    sources.size() == parts.length ? sources.get(i) : item.sources(),
                    worths.size() == parts.length ? worths.get(i) : 0);
            String own = Senses.labelOf(dated.rest());
            shared = item.writer() == StateItem.Writer.RULES && !own.isEmpty() ? own : shared;
            String said = own.isEmpty() && !shared.isEmpty() ? shared + ": " + dated.rest() : dated.rest();
            notes.add(new Utterance(notes.size(), origin, label, said, date, field, provenance));
        }
    }

    private String label(String line) {
        int colon = line.indexOf(": ");
        int tool = TOOL.length();
        if (line.startsWith(TOOL)
                && colon > tool
                && colon <= tool + ToolLabel.LONGEST + 2
                && line.indexOf(' ', tool) > colon) {
            return line.substring(0, colon);
        }
        if (colon <= 0
                || colon > LONGEST_LABEL
                || NoteDate.read(line, year == 0 ? 1 : year).date() != null) {
            return "";
        }
        String label = line.substring(0, colon);
        boolean plain =
                label.split(" ", -1).length <= MOST_WORDS && !Letters.any(label, c -> ".;!?,\"".indexOf(c) >= 0);
        return plain ? label : "";
    }

    /** The labels of the notes. */
    static Set<String> labels(List<Utterance> notes) {
        Set<String> labels = new HashSet<>();
        notes.forEach(note -> labels.add(note.speaker()));
        return labels;
    }
}
