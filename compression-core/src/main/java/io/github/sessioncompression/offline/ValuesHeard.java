package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.survival.Senses;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.value.LatestValues;
import io.github.sessioncompression.value.OutdatedValue;
import io.github.sessioncompression.value.ReplacedValue;
import io.github.sessioncompression.value.ValueTalk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Remembers values, and takes out of the state those that are given anew. Not thread-safe; lives for one compilation. */
final class ValuesHeard {
    private static final double RAISED = 1.3;

    /** Words of a value. */
    private static final int LONGEST_VALUE = 4;
    /** Words of a sentence that is read behind another one. */
    private static final int LONGEST = 40;

    private final List<Sentence> all;
    private final LatestValues<Sentence> latest = new LatestValues<>();

    /** What sentences are read as since values were given anew: behind what they speak of, and with a rule about it. */
    private final Map<Sentence, Sentence> readings = new HashMap<>();
    /** What those speak of that say nothing of it. */
    private final Map<Sentence, Lead> leads = new HashMap<>();

    private int order = -1;

    /** None yet, of these sentences. */
    ValuesHeard(List<Sentence> all) {
        this.all = all;
    }

    /** The next sentence in the order in which they were said. */
    void hear(Sentence sentence) {
        if (sentence.utterance.origin() == Utterance.Origin.STATE) {
            hearNote(sentence);
            return;
        }
        ValueTalk talk = sentence.meaning.values();
        if (talk == null) {
            return;
        }
        if (order != sentence.utterance.order()) {
            latest.endMessage();
            order = sentence.utterance.order();
        }
        boolean assistants = sentence.utterance.origin() == Utterance.Origin.ASSISTANT;
        latest.hear(sentence.utterance.speaker(), talk, assistants, sentence, order);
    }

    /** Takes out what was given anew by all that was heard. */
    void apply() {
        latest.endMessage();
        Set<Sentence> raised = new HashSet<>();
        for (ReplacedValue<Sentence> old : latest.replaced()) {
            if (raised.add(old.by())) {
                old.by().weight *= RAISED;
            }
            if (old.bare() && !readBehind(old)) {
                continue;
            }
            Sentence gone = asRead(old.where());
            supersede(gone, old);
            gone.clauses.stream()
                    .filter(clause -> clause.rules && !clause.superseded)
                    .findFirst()
                    .ifPresent(rule -> moveRule(rule, old.by()));
            for (Sentence echo : LatestValues.near(all, old.where().order, old.by().order)) {
                if (old.value().isToldBy(NoteStyle.write(echo, 0, echo.words.size()))) {
                    supersede(echo, old);
                }
            }
        }
    }

    private static void supersede(Sentence sentence, ReplacedValue<Sentence> old) {
        sentence.supersede(old.by(), (from, to) -> old.value().isGivenBy(NoteStyle.write(sentence, from, to)));
    }

    /** A sentence as it is read by now. */
    private Sentence asRead(Sentence sentence) {
        return readings.getOrDefault(sentence, sentence);
    }

    private boolean isShown(Sentence sentence) {
        return all.get(sentence.order).equals(asRead(sentence));
    }

    private void read(Sentence sentence, Sentence as) {
        readings.put(sentence, as);
        all.set(sentence.order, as);
    }

    /** A rule about a value goes on with the value that takes its place. */
    private void moveRule(Clause rule, Sentence by) {
        Sentence now = asRead(by);
        if (isShown(by) && now.words.size() + rule.to - rule.from <= LONGEST) {
            rule.superseded = true;
            read(by, now.ruledBy(rule));
        }
    }

    /** Reads a sentence that says nothing of what its value is of behind the one that does, without the old value there; whether that can be done. */
    private boolean readBehind(ReplacedValue<Sentence> old) {
        Sentence by = old.by();
        Lead lead = leads.get(old.where());
        if (lead == null) {
            lead = lead(old);
        }
        // What stands behind a question or an offer says what its value is of.
        if (readings.containsKey(by) || !isShown(by) || by.answerFrom > 0) {
            return true;
        }
        if (lead == null || lead.words.size() + by.words.size() > LONGEST) {
            return false;
        }
        leads.put(by, lead);
        boolean alone = by.says(lead.words);
        read(by, alone ? by : by.behind(lead.words, lead.terms.toArray(int[][]::new), lead.from));
        return true;
    }

    /** What the sentence with the old value says it is of; {@code null} if it does not give the value in one place. */
    private static @Nullable Lead lead(ReplacedValue<Sentence> old) {
        Sentence before = old.where();
        Lead lead = new Lead(new ArrayList<>(), new ArrayList<>(), before.provenance);
        boolean found = before.profile.isUnspaced()
                ? cutInside(before, old.value().written(), lead.words, lead.terms)
                : cut(before, old.by(), old.value(), lead.words, lead.terms);
        return found && !lead.words.isEmpty() ? lead : null;
    }

    /** What a sentence says that a value is of. */
    private record Lead(List<Word> words, List<int[]> terms, Provenance from) {}

    /** The words of a sentence without those of a value that another one gives anew; whether it is there. */
    private static boolean cut(Sentence before, Sentence by, OutdatedValue value, List<Word> words, List<int[]> terms) {
        int from = -1;
        int length = 0;
        while (from < 0 && length++ < LONGEST_VALUE) {
            for (int i = 0; from < 0 && i + length <= before.words.size(); i++) {
                from = value.isGivenBy(NoteStyle.write(before, i, i + length)) ? i : -1;
            }
        }
        if (from >= 0) {
            List<Integer> others = new Value(from, from + length).others(before, by);
            words.addAll(CutWords.of(before, others));
            others.forEach(at -> terms.add(before.terms[at]));
        }
        return from >= 0;
    }

    /** The same where the value may be a part of a word. */
    private static boolean cutInside(Sentence before, String written, List<Word> words, List<int[]> terms) {
        boolean found = false;
        for (int i = 0; i < before.words.size(); i++) {
            Word word = before.words.get(i);
            int at = found || written.isEmpty() ? -1 : word.surface().indexOf(written);
            String rest = at < 0
                    ? word.surface()
                    : word.surface().substring(0, at) + word.surface().substring(at + written.length());
            found |= at >= 0;
            if (!rest.isEmpty()) {
                words.add(
                        at < 0
                                ? word
                                : Word.of(
                                        rest,
                                        word.start(),
                                        word.end(),
                                        word.after(),
                                        word.quoted(),
                                        word.opensSentence()));
                terms.add(before.terms[i]);
            }
        }
        return found;
    }

    /** What stands before a note may be its speaker, or the first words of one without a speaker: "wedding day: 5 May". */
    private void hearNote(Sentence note) {
        Utterance utterance = note.utterance;
        String speaker = utterance.speaker();
        if (note.meaning.values() != null && !speaker.isEmpty()) {
            latest.hearNote(speaker, note.meaning.values(), note);
        }
        ValueTalk talk = speaker.isEmpty() ? note.meaning.values() : withLabel(note);
        if (talk != null) {
            boolean assistants = utterance.provenance().origin() == StateItem.Origin.ASSISTANT;
            latest.hearNote(SpeakerLabel.of(assistants ? Message.assistant("-") : Message.user("-")), talk, note);
        }
    }

    private static @Nullable ValueTalk withLabel(Sentence note) {
        String text = note.utterance.speaker() + ": " + note.utterance.text();
        List<SentenceWords> sentences = SentenceWords.split(text, note.profile);
        return sentences.size() == 1
                ? Senses.ofNote(text, note.profile).next(sentences.get(0)).values()
                : null;
    }
}
