package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
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
            says |= words.size() > 1 && profile.isNegation(word.lower());
            says |= !profile.isStop(word.lower()) && !profile.isCourtesy(word.lower()) && !names.contains(word.lower());
        }
        boolean acknowledges = isWhole("acknowledgement", kept, profile) || isWhole("boilerplate", kept, profile);
        return says && !acknowledges ? sentence.withWords(kept) : null;
    }

    private static boolean isWhole(String cue, List<Word> words, LanguageProfile profile) {
        return !words.isEmpty() && profile.cueLength(cue, words, 0, words.size()) == words.size();
    }

    /** Whether what follows a courtesy only says what it is for: "thanks for your patience". */
    private static boolean thanksForSomething(List<Word> words, int start, LanguageProfile profile) {
        return start > 0
                && start < words.size()
                && words.get(start - 1).after() == 0
                && profile.isCourtesy(words.get(start - 1).lower())
                && profile.isPreposition(words.get(start).lower())
                && words.subList(start, words.size()).stream()
                        .noneMatch(word -> word.isAtom() || profile.isBinding(word.lower()));
    }

    private int start(Sentence sentence) {
        List<Word> words = sentence.words;
        int at = 0;
        while (at < words.size()) {
            int length = openerLength(sentence, at);
            if (length > 0) {
                at += length;
            } else if (isCalled(words, at)) {
                at++;
            } else {
                break;
            }
        }
        return at;
    }

    /**
     * The words of what opens a sentence without saying anything. Most of it does so only in front of a mark: "right, …" but
     * "right turn". A word that negates is never courtesy.
     */
    private static int openerLength(Sentence sentence, int at) {
        List<Word> words = sentence.words;
        LanguageProfile profile = sentence.profile;
        int closed = profile.cueLength("opener", words, at, words.size());
        if (closed > 0 && words.get(at + closed - 1).after() == 0 && at + closed < words.size()) {
            closed = 0;
        }
        int open = profile.cueLength("lead", words, at, words.size());
        if (open > 0 && at + open < words.size() && words.get(at + open).isAtom()) {
            open = 0;
        }
        int length = Math.max(closed, open);
        return length == 1 && profile.isNegation(words.get(at).lower()) ? 0 : length;
    }

    /** Whether the sentence begins with the listener's name and goes on with something else than more names. */
    private boolean isCalled(List<Word> words, int at) {
        boolean marked =
                words.get(at).after() != 0 && names.contains(words.get(at).lower());
        return marked && (at + 1 == words.size() || !isName(words.get(at + 1)));
    }

    private boolean isName(Word word) {
        return word.isProper() && word.surface().length() > 1;
    }

    /** Whether the sentence ends with the listener's name, which is not the last of a list of names. */
    private boolean isAddress(List<Word> words, int i) {
        return i == words.size() - 1
                && words.get(i - 1).after() == ','
                && !isName(words.get(i - 1))
                && names.contains(words.get(i).lower());
    }
}
