package io.github.sessioncompression.offline;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups notes into lines: one speaker's, in the order in which they were said, at most {@link #MAX_WORDS} words each.
 *
 * <p>One line for several notes saves the speaker's name and the quotation marks, and keeps what belongs together near
 * each other. Not thread-safe; lives for one rendering.
 */
final class Notes {
    /** Words of a line. */
    static final int MAX_WORDS = 45;

    private static final class Line {
        private final StringBuilder text;
        private int words;
        private int order = -1;
        private String dated = "";

        private Line(String label) {
            text = new StringBuilder(label.isEmpty() ? "" : label + ": ");
            words = label.isEmpty() ? 0 : 1;
        }
    }

    private final Map<String, List<Line>> lines = new LinkedHashMap<>();
    private final Map<String, Line> open = new HashMap<>();
    private final Map<String, Integer> years = new HashMap<>();

    /** Adds the run of clauses from word {@code from} to before {@code to} of a sentence. */
    void add(String field, Sentence sentence, int from, int to, boolean needsDate) {
        String note = NoteStyle.write(sentence, from, to);
        if (note.isEmpty()) {
            return;
        }
        Utterance utterance = sentence.utterance;
        String label = utterance.speaker();
        int words = size(note);
        Line line = lineFor(field, label, sentence, words);
        LocalDate date = utterance.date();
        if (needsDate && date != null) {
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
    private Line lineFor(String field, String label, Sentence sentence, int words) {
        String key = field + '\n' + label;
        Line line = open.get(key);
        boolean sameSentence = line != null && line.order == sentence.order;
        if (line != null && line.words + words <= MAX_WORDS && (sameSentence || !label.isEmpty())) {
            boolean data = sameSentence && sentence.utterance.origin() == Utterance.Origin.TOOL;
            line.text.append(data ? ", " : "; ");
            return line;
        }
        Line fresh = new Line(label);
        lines.computeIfAbsent(field, name -> new ArrayList<>()).add(fresh);
        open.put(key, fresh);
        return fresh;
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

    /** The lines of each field. */
    Map<String, List<String>> lines() {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        lines.forEach((field, of) -> {
            List<String> written = new ArrayList<>(of.size());
            of.forEach(line -> written.add(line.text.toString()));
            texts.put(field, written);
        });
        return texts;
    }
}
