package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The notes of what tools were called for: the {@link Trail}, and the {@linkplain Artifacts names} in calls beside it.
 *
 * <p>Each has a share of the cap before all else is chosen; the names that have no room there come after everything else. Not
 * thread-safe; lives for one compilation.
 */
final class CallNotes {
    /** The part of the cap that the trail may take. */
    private static final double TRAIL_SHARE = 0.15;
    /** The part of the cap that names may take before anything else is chosen. */
    private static final double NAMES_SHARE = 0.15;
    /** The part of the cap that all names together may take. */
    private static final double MOST_NAMES = 0.4;

    private final SentenceReading reading;
    private final TokenCounter counter;
    private final int maxTokens;
    private final Trail trail = new Trail();
    private final Artifacts names = new Artifacts();
    private final List<List<Clause>> first = new ArrayList<>();
    private final List<List<Clause>> more = new ArrayList<>();

    CallNotes(SentenceReading reading, TokenCounter counter, int maxTokens) {
        this.reading = reading;
        this.counter = counter;
        this.maxTokens = maxTokens;
    }

    /** Whether a note of a state is one of this class. */
    boolean isOwn(Utterance note) {
        return note.speaker().equals(Trail.LABEL) || note.speaker().equals(Artifacts.LABEL);
    }

    /** Takes over a note of the previous state. */
    void remember(Utterance note) {
        if (note.speaker().equals(Trail.LABEL)) {
            trail.readEarlier(note.text(), note.provenance());
        } else {
            names.readEarlier(note.text(), note.provenance());
        }
    }

    /** Reads the span's calls; the next free order of an utterance is given back. */
    int read(List<Entry> span, LanguageProfile language, int order) {
        trail.read(span);
        names.read(span);
        int next = order;
        Set<Trail.Note> told = told();
        Set<String> objects = new LinkedHashSet<>();
        for (Trail.Note note : trail.inOrder(told)) {
            objects.add(note.object());
            add(
                    new Utterance(
                            next++, Utterance.Origin.TOOL, Trail.LABEL, note.text(), null, null, note.provenance()),
                    language,
                    first);
        }
        double room = NAMES_SHARE * maxTokens;
        double most = MOST_NAMES * maxTokens;
        for (Artifacts.Name name : names.best()) {
            double cost = cost(name.text());
            if (cost <= most && !objects.contains(name.text())) {
                most -= cost;
                room -= cost;
                add(
                        new Utterance(
                                next++,
                                Utterance.Origin.TOOL,
                                Artifacts.LABEL,
                                name.text(),
                                null,
                                null,
                                name.provenance()),
                        language,
                        room >= 0 ? first : more);
            }
        }
        return next;
    }

    /** The notes of the trail that have room. */
    private Set<Trail.Note> told() {
        double room = TRAIL_SHARE * maxTokens;
        Set<Trail.Note> told = new LinkedHashSet<>();
        for (Trail.Note note : trail.best()) {
            double cost = cost(note.text());
            if (cost <= room) {
                room -= cost;
                told.add(note);
            }
        }
        return told;
    }

    private double cost(String note) {
        return counter.count(' ' + note) + 1;
    }

    /** Chosen before or after all else, so weighing nothing among the rest. */
    private void add(Utterance utterance, LanguageProfile language, List<List<Clause>> to) {
        Sentence sentence = reading.readValues(utterance, language, List.of(utterance.text()));
        if (sentence != null) {
            sentence.weight = 0;
            to.add(sentence.clauses);
        }
    }

    /** What is chosen before all else. */
    List<List<Clause>> first() {
        return first;
    }

    /** What is chosen where room is left. */
    List<List<Clause>> more() {
        return more;
    }
}
