package io.github.sessioncompression.offline;

import static java.util.stream.Collectors.joining;

import io.github.sessioncompression.state.StateItem;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Groups notes into lines: one speaker's, of one section, at most {@link #MAX_WORDS} words each.
 *
 * <p>One line for several notes saves the speaker's name and the quotation marks, and keeps what belongs together near
 * each other. What stands under a label of its own ("Rule: …") stands at the end of its line, and the label once for all of it. Not thread-safe; lives for one rendering.
 */
final class Notes {
    /** Words of a line. */
    static final int MAX_WORDS = 55;

    /** The notes of a line under the same label, which is said once. */
    private static final class Group {
        private final StringBuilder text = new StringBuilder();
        /** What is known of each note, those that go on with the one before counted to it. */
        private final List<Provenance> notes = new ArrayList<>();

        private int order = -1;
        private String dated = "";

        private Group(String label) {
            text.append(label.isEmpty() ? "" : label + ": ");
        }

        /** Puts what stands between two notes behind the last one, if there is one. */
        private void add(Run run) {
            Sentence sentence = run.sentence();
            boolean goesOn = order == sentence.order && sentence.utterance.origin() == Utterance.Origin.TOOL;
            text.append(notes.isEmpty() ? "" : goesOn ? ", " : "; ");
            if (goesOn) {
                int last = notes.size() - 1;
                notes.set(last, Provenance.joined(List.of(notes.get(last), sentence.provenance)));
            } else {
                notes.add(sentence.provenance.worth(run.worth()));
            }
            order = sentence.order;
        }
    }

    private static final class Line {
        private final String speaker;
        /** By label; what has none comes first, since a label is for all that stands behind it. */
        private final Map<String, Group> groups = new TreeMap<>();

        private StateItem.@Nullable Kind kind;
        private int words;
        private int order = -1;

        private Line(String speaker) {
            this.speaker = speaker;
            words = speaker.isEmpty() ? 0 : 1;
        }

        private Group add(Run run) {
            Sentence sentence = run.sentence();
            kind = order < 0 || kind == sentence.kind ? sentence.kind : null;
            order = sentence.order;
            Group group = groups.computeIfAbsent(
                    sentence.meaning.label().toLowerCase(Locale.ROOT), label -> new Group(sentence.meaning.label()));
            group.add(run);
            return group;
        }

        private StateItem item(StateItem.Kind ofField) {
            List<Provenance> notes = new ArrayList<>();
            groups.values().forEach(group -> notes.addAll(group.notes));
            String text =
                    groups.values().stream().map(group -> group.text.toString()).collect(joining("; "));
            Provenance all = Provenance.joined(notes);
            boolean refined = kind != null && (ofField == StateItem.Kind.FACT || ofField == StateItem.Kind.COMMITMENT);
            return new StateItem(
                    speaker.isEmpty() ? text : speaker + ": " + text,
                    refined ? Objects.requireNonNull(kind) : ofField,
                    all.sources(),
                    all.origin(),
                    all.writer(),
                    notes.stream().map(Provenance::sources).toList(),
                    notes.stream().map(Provenance::worth).toList());
        }
    }

    private final Map<String, List<Line>> lines = new LinkedHashMap<>();
    private final Map<String, Line> open = new HashMap<>();
    private final Map<String, Integer> years = new HashMap<>();

    /** Adds a note to a section of a field. */
    void add(String field, Section section, Run run) {
        Sentence sentence = run.sentence();
        String note = run.note();
        if (note.isEmpty()) {
            return;
        }
        int words = run.words();
        Line line = lineFor(field, section, sentence, words);
        Group group = line.add(run);
        LocalDate date = sentence.utterance.date();
        if (date != null && run.needsDate()) {
            String day = date.toString();
            if (!group.dated.equals(day)) {
                Integer year = years.put(field, date.getYear());
                group.text
                        .append(NoteDate.write(date, year == null || year != date.getYear()))
                        .append(": ");
                line.words += 2;
            }
            group.dated = day;
        }
        group.text.append(note);
        line.words += words;
    }

    /** The speaker's open line, or a new one if that is full. */
    private Line lineFor(String field, Section section, Sentence sentence, int words) {
        String speaker = sentence.utterance.speaker();
        String key = field + '\n' + section + '\n' + kindOfLine(section, sentence) + '\n' + speaker;
        Line line = open.get(key);
        boolean sameSentence = line != null && line.order == sentence.order;
        if (line != null && line.words + words <= MAX_WORDS && (sameSentence || !speaker.isEmpty())) {
            return line;
        }
        Line fresh = new Line(speaker);
        lines.computeIfAbsent(field, name -> new ArrayList<>()).add(fresh);
        open.put(key, fresh);
        return fresh;
    }

    /** Rules and what is open are told apart, so that the next state knows what each is; of facts a line may hold any. */
    private static String kindOfLine(Section section, Sentence sentence) {
        return section == Section.SAID || section == Section.FOUND ? "" : String.valueOf(sentence.kind);
    }

    /** The lines of a field, whose content is of the kind {@code ofField} unless more is known of a line. */
    List<StateItem> lines(String field, StateItem.Kind ofField) {
        List<StateItem> items = new ArrayList<>();
        lines.getOrDefault(field, List.of()).forEach(line -> items.add(line.item(ofField)));
        return items;
    }
}
