package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Labels;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a state says beside facts: how people write, what they joke about, what they both know. Lives for one compilation. */
final class Manners {
    private final Tone tone;
    private final RunningJokes jokes;
    private final CommonGround ground;

    Manners(Languages languages, Labels labels) {
        tone = new Tone(languages, labels);
        jokes = new RunningJokes(languages, labels);
        ground = new CommonGround(languages, labels);
    }

    /**
     * Reads an entry of the previous state.
     *
     * @param heard whether the entry's speaker says enough now for a new description
     * @return whether the new state says it anew, so that the entry is no note
     */
    boolean remember(Utterance note, boolean heard) {
        if (tone.isOwn(note.text())) {
            tone.remember(note.speaker(), note.text());
            return heard;
        }
        if (jokes.isOwn(note.text())) {
            jokes.remember(note);
            return true;
        }
        if (ground.isOwn(note)) {
            ground.remember(note);
            return true;
        }
        return false;
    }

    /**
     * Reads a message of a person.
     *
     * @param heard its sentences, courtesy among them
     * @param kept those that say something, with their terms
     */
    void hear(Utterance utterance, List<Sentence> heard, List<Sentence> kept) {
        boolean laughs = Laughter.in(utterance.text(), heard);
        tone.hear(utterance, heard, laughs);
        jokes.hear(utterance, kept, laughs);
        kept.forEach(ground::hear);
    }

    /**
     * How people write and what they joke about.
     *
     * @param ample whether there is room to say that nothing stands out
     */
    List<StateItem> tone(Vocabulary vocabulary, List<Entry> span, Set<String> names, boolean ample) {
        List<StateItem> lines = new ArrayList<>(jokes.lines(vocabulary, span, names));
        lines.addAll(tone.lines(ample));
        return lines;
    }

    /** What both sides know. */
    List<StateItem> concepts(Vocabulary vocabulary, LanguageProfile language, Set<String> names) {
        return ground.lines(vocabulary, language, names);
    }
}
