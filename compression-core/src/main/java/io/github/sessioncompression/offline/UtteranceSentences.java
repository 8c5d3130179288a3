package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.FoundRange;
import io.github.sessioncompression.anchor.FoundSaid;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.survival.Senses;
import io.github.sessioncompression.survival.TextReading;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;

/** Splits utterances into sentences, each with what it is. Not thread-safe; lives for one compilation. */
final class UtteranceSentences {
    private final Readings readings;
    private final FoundSaid repeated = new FoundSaid();

    UtteranceSentences(Readings readings) {
        this.readings = readings;
    }

    /** The sentences in their order, without those by which found text gives orders. */
    List<Sentence> of(Utterance utterance, LanguageProfile profile) {
        return switch (utterance.origin()) {
            case TOOL -> found(utterance, profile);
            case STATE -> parts(utterance, profile, SentenceWords.split(utterance.text(), profile));
            default -> said(utterance, profile);
        };
    }

    private List<Sentence> found(Utterance utterance, LanguageProfile profile) {
        List<Sentence> found = new ArrayList<>();
        for (SentenceWords split : Asking.apart(SentenceWords.split(utterance.text(), profile), profile)) {
            Statement statement = Statement.of(utterance.text(), split, profile);
            repeated.hear(statement.text());
            if (!givesOrders(utterance.text(), split, profile)) {
                found.add(Sentence.of(utterance, profile, split, null));
            }
        }
        return found;
    }

    private List<Sentence> said(Utterance utterance, LanguageProfile profile) {
        TextReading reading = readings.of(utterance.text(), profile);
        List<SentenceWords> split = reading.sentences();
        if (Asking.apart(split, profile).size() != split.size()) {
            return parts(utterance, profile, split);
        }
        List<Sentence> said = new ArrayList<>(split.size());
        boolean assistants = utterance.origin() == Utterance.Origin.ASSISTANT;
        List<FoundRange> quoted = reading.found(assistants);
        for (int i = 0; i < split.size(); i++) {
            Senses.Sense sense = split.get(i).aside() ? null : reading.sense(i);
            Statement statement = reading.read(i).statement();
            boolean again = sense != null
                    && (FoundText.holds(quoted, statement.start()) || (assistants && repeated.holds(statement)));
            if (again && givesOrders(utterance.text(), split.get(i), profile)) {
                continue;
            }
            boolean rules = sense != null && sense.types().stream().anyMatch(AnchorType::isRule);
            boolean passedOn = again && (rules || FoundText.isSpeech(quoted, utterance.text(), statement.start()));
            said.add(
                    passedOn
                            ? Sentence.of(passedOn(utterance), profile, split.get(i), null)
                            : Sentence.of(utterance, profile, split.get(i), sense));
        }
        return said;
    }

    /** As what its speaker has only passed on: in quotation marks, in a block of code, or read from a tool's result. */
    private static Utterance passedOn(Utterance of) {
        Provenance outside = Provenance.ofRules(of.provenance().sources(), StateItem.Origin.OUTSIDE);
        return new Utterance(of.order(), Utterance.Origin.TOOL, FoundText.LABEL, of.text(), of.date(), null, outside);
    }

    /** Each part for itself of a text in which somebody tells and then asks in one sentence; or of a note. */
    private static List<Sentence> parts(Utterance utterance, LanguageProfile profile, List<SentenceWords> split) {
        Senses senses = utterance.origin() == Utterance.Origin.STATE
                ? Senses.ofNote(utterance.text(), profile)
                : Senses.ofMessage(utterance.text(), profile);
        List<Sentence> parts = new ArrayList<>();
        for (SentenceWords part : Asking.apart(split, profile)) {
            parts.add(Sentence.of(utterance, profile, part, part.aside() ? null : senses.next(part)));
        }
        return parts;
    }

    private static boolean givesOrders(String text, SentenceWords sentence, LanguageProfile profile) {
        List<Word> words = sentence.words();
        String said =
                text.substring(words.get(0).start(), words.get(words.size() - 1).end());
        return FoundText.givesOrders(said, profile.code());
    }
}
