package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Groups notes into lines: one speaker's, of one section, at most {@link #MAX_WORDS} words each.
 *
 * <p>One line for several notes saves the speaker's name and the quotation marks, and keeps what belongs together near
 * each other. Not thread-safe; lives for one rendering.
 */
final class Notes {
    /** Words of a line. */
    static final int MAX_WORDS = 55;

    private static final class Line {
        private final StringBuilder text;
        /** What is known of each note, those that go on with the one before counted to it. */
        private final List<Provenance> notes = new ArrayList<>();

        private StateItem.@Nullable Kind kind;
        private int words;
        private int order = -1;
        private String dated = "";
        private boolean goesOn;

        private Line(String label) {
            text = new StringBuilder(label.isEmpty() ? "" : label + ": ");
            words = label.isEmpty() ? 0 : 1;
        }

        private void add(Sentence sentence) {
            if (goesOn) {
                int last = notes.size() - 1;
                notes.set(last, Provenance.joined(List.of(notes.get(last), sentence.provenance)));
            } else {
                kind = notes.isEmpty() || kind == sentence.kind ? sentence.kind : null;
                notes.add(sentence.provenance);
            }
        }

        private StateItem item(StateItem.Kind ofField) {
            Provenance all = Provenance.joined(notes);
            boolean refined = kind != null && (ofField == StateItem.Kind.FACT || ofField == StateItem.Kind.COMMITMENT);
            return new StateItem(
                    text.toString(),
                    refined ? Objects.requireNonNull(kind) : ofField,
                    all.sources(),
                    all.origin(),
                    all.writer(),
                    notes.stream().map(Provenance::sources).toList());
        }
    }

    private final Map<String, List<Line>> lines = new LinkedHashMap<>();
    private final Map<String, Line> open = new HashMap<>();
    private final Map<String, Integer> years = new HashMap<>();

    /** Adds a note to a section of a field. */
    void add(String field, Section section, Run run) {
        Sentence sentence = run.sentence();
        String note = NoteStyle.write(sentence, run.from(), run.to());
        if (note.isEmpty()) {
            return;
        }
        Utterance utterance = sentence.utterance;
        int words = size(note);
        Line line = lineFor(field, section, sentence, words);
        line.add(sentence);
        LocalDate date = utterance.date();
        if (date != null && run.needsDate()) {
            String day = date.toString();
            if (!line.dated.equals(day)) {
                Integer year = years.put(field, date.getYear());
                line.text
                        .append(NoteDate.write(date, year == null || year != date.getYear()))
                        .append(": ");
                line.words += 2;
            }
            line.dated = day;
        }
        line.text.append(note);
        line.words += words;
        line.order = sentence.order;
    }

    /** The speaker's open line with a separator behind it, or a new one if that is full. */
    private Line lineFor(String field, Section section, Sentence sentence, int words) {
        String label = sentence.utterance.speaker();
        String key = field + '\n' + section + '\n' + kindOfLine(section, sentence) + '\n' + label;
        Line line = open.get(key);
        boolean sameSentence = line != null && line.order == sentence.order;
        if (line != null && line.words + words <= MAX_WORDS && (sameSentence || !label.isEmpty())) {
            boolean data = sameSentence && sentence.utterance.origin() == Utterance.Origin.TOOL;
            line.text.append(data ? ", " : "; ");
            line.goesOn = data;
            return line;
        }
        Line fresh = new Line(label);
        lines.computeIfAbsent(field, name -> new ArrayList<>()).add(fresh);
        open.put(key, fresh);
        return fresh;
    }

    /** Rules and what is open are told apart, so that the next state knows what each is; of facts a line may hold any. */
    private static String kindOfLine(Section section, Sentence sentence) {
        return section == Section.SAID || section == Section.FOUND ? "" : String.valueOf(sentence.kind);
    }

    /** Words, or for scripts without spaces about as many as a reader would count. */
    private static int size(String note) {
        int spaces = 1;
        int unspaced = 0;
        for (int i = 0; i < note.length(); i++) {
            spaces += note.charAt(i) == ' ' ? 1 : 0;
            unspaced += note.charAt(i) >= 0x2E80 ? 1 : 0;
        }
        return spaces + unspaced / 3;
    }

    /** The lines of a field, whose content is of the kind {@code ofField} unless more is known of a line. */
    List<StateItem> lines(String field, StateItem.Kind ofField) {
        List<StateItem> items = new ArrayList<>();
        lines.getOrDefault(field, List.of()).forEach(line -> items.add(line.item(ofField)));
        return items;
    }
}
