package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.FoundText;
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

    private static List<Sentence> found(Utterance utterance, LanguageProfile profile) {
        List<Sentence> found = new ArrayList<>();
        for (SentenceWords split : Asking.apart(SentenceWords.split(utterance.text(), profile), profile)) {
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
        for (int i = 0; i < split.size(); i++) {
            Senses.Sense sense = split.get(i).aside() ? null : reading.sense(i);
            said.add(Sentence.of(utterance, profile, split.get(i), sense));
        }
        return said;
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
