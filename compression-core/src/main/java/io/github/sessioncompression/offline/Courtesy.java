package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes out of a sentence what is said for politeness only: openers, the listener's name, whole greetings. */
final class Courtesy {
    /** The names of everyone who speaks, in lower case. */
    private final Set<String> names;

    Courtesy(Set<String> names) {
        this.names = names;
    }

    /** The sentence without courtesy; {@code null} if nothing else is in it. */
    @Nullable
    Sentence strip(Sentence sentence) {
        if (sentence.utterance.origin() == Utterance.Origin.STATE || sentence.aside) {
            return sentence;
        }
        List<Word> words = sentence.words;
        LanguageProfile profile = sentence.profile;
        int start = start(sentence);
        if (thanksForSomething(words, start, profile)) {
            return null;
        }
        List<Word> kept = new ArrayList<>(words.size());
        boolean says = false;
        for (int i = start; i < words.size(); i++) {
            Word word = words.get(i);
            if (i > 0 && isAddress(words, i)) {
                continue;
            }
            kept.add(word);
            says |= !profile.isStop(word.lower()) && !profile.isCourtesy(word.lower()) && !names.contains(word.lower());
        }
        return says ? sentence.withWords(kept) : null;
    }

    /** Whether what follows a courtesy only says what it is for: "thanks for your patience". */
    private static boolean thanksForSomething(List<Word> words, int start, LanguageProfile profile) {
        return start > 0
                && start < words.size()
                && words.get(start - 1).after() == 0
                && profile.isCourtesy(words.get(start - 1).lower())
                && profile.isPreposition(words.get(start).lower());
    }

    private int start(Sentence sentence) {
        List<Word> words = sentence.words;
        int at = 0;
        while (at < words.size()) {
            int length = sentence.profile.cueLength("opener", words, at, words.size());
            if (length > 0) {
                at += length;
            } else if (words.get(at).after() != 0
                    && names.contains(words.get(at).lower())) {
                at++;
            } else {
                break;
            }
        }
        return at;
    }

    private boolean isAddress(List<Word> words, int i) {
        boolean alone = words.get(i - 1).after() == ','
                && (i == words.size() - 1 || words.get(i).after() != 0);
        return alone && names.contains(words.get(i).surface().toLowerCase(Locale.ROOT));
    }
}
