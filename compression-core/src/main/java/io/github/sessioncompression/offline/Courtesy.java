package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes out of a sentence what is said for politeness only: openers, the listener's name, whole greetings. */
final class Courtesy {
    private static final int LONGEST_INTERJECTION = 3;

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
        List<Word> kept = new ArrayList<>(words.size());
        boolean says = false;
        for (int i = start; i < words.size(); i++) {
            Word word = words.get(i);
            if (i > 0 && isAddress(words, i)) {
                continue;
            }
            kept.add(word);
            says |= words.size() > 1 && profile.use(word).isNegation();
            says |= !profile.use(word).isStop()
                    && !profile.use(word).isCourtesy()
                    && !names.contains(word.lower())
                    && !word.isOperator();
        }
        boolean acknowledges = isWhole("acknowledgement", kept, profile) || isWhole("boilerplate", kept, profile);
        return says && !acknowledges && !isThanks(sentence) ? sentence.withWords(kept) : null;
    }

    /** Whether somebody is thanked or told yes by a name, be it one that nobody here has: "Thanks, Mell!". */
    boolean isThanks(Sentence sentence) {
        List<Word> words = sentence.words;
        int last = words.size() - 1;
        return last > 0
                && isName(words.get(last))
                && isWhole("acknowledgement", words.subList(0, last), sentence.profile);
    }

    private static boolean isWhole(String cue, List<Word> words, LanguageProfile profile) {
        return !words.isEmpty() && profile.cueLength(cue, words, 0, words.size()) == words.size();
    }

    private int start(Sentence sentence) {
        List<Word> words = sentence.words;
        int at = 0;
        while (at < words.size()) {
            int length = Math.max(openerLength(sentence, at), gratitudeLength(sentence, at));
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
     * The words of what opens a sentence without saying anything. Some of it does so only in front of a mark: "right, …" but "right turn".
     * A word that negates is never courtesy.
     */
    private int openerLength(Sentence sentence, int at) {
        List<Word> words = sentence.words;
        LanguageProfile profile = sentence.profile;
        int end = words.size();
        if (profile.cueLength("fixed", words, at, end) > 0) {
            return 0;
        }
        int closed = profile.cueLength("opener", words, at, end);
        if (closed > 0 && words.get(at + closed - 1).after() == 0 && at + closed < end) {
            closed = 0;
        }
        int open = profile.cueLength("lead", words, at, end);
        if (open > 0 && !isLeftBehind(sentence, at, at + open)) {
            open = 0;
        }
        int length = Math.max(closed, open);
        boolean negates = length == 1 && profile.use(words.get(at)).isNegation();
        return negates || isLimited(sentence, at, length) || sighs(sentence, at, length) ? 0 : length;
    }

    /** Whether an interjection and a no make one of another meaning, "oh no the keys", which is no "no keys". */
    private static boolean sighs(Sentence sentence, int at, int length) {
        List<Word> words = sentence.words;
        if (length != 1 || at + 2 >= words.size() || words.get(at + 1).after() != 0 || sentence.corrects) {
            return false;
        }
        Word first = words.get(at);
        LanguageProfile profile = sentence.profile;
        return first.surface().length() <= LONGEST_INTERJECTION
                && first.after() == 0
                && !profile.use(first).isStop()
                && !profile.use(first).isYes()
                && profile.use(words.get(at + 1)).isNegation();
    }

    /** Whether what follows depends on the word: "okay, if it's cheap", "gut, dass wir nicht da waren". */
    private static boolean isLimited(Sentence sentence, int at, int length) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        return length > 0
                && at + length < words.size()
                && profile.use(words.get(at)).isLight()
                && profile.use(words.get(at + length)).isGlue();
    }

    /**
     * Whether what stands before a word is no part of what it says: "well, water" and "well I drink", but "well water". Of a phrase of several
     * words only grammar makes something else: "by the way Anna", but "guten Tag ist …".
     */
    private boolean isLeftBehind(Sentence sentence, int from, int at) {
        List<Word> words = sentence.words;
        if (at == words.size()) {
            return true;
        }
        Word next = words.get(at);
        if (next.isAtom()) {
            return false;
        }
        return words.get(at - 1).after() != 0
                || sentence.profile.isUnspaced()
                || NoteStyle.isJoinerLeft(sentence, at - 1, words.size())
                || sentence.profile.use(next).opensClause()
                || (at - from > 1 && isContent(sentence.profile, next.lower()))
                || names.contains(next.lower())
                || sentence.profile.cueLength("lead", words, at, words.size()) > 0;
    }

    private static boolean isContent(LanguageProfile profile, String word) {
        return !profile.use(word).isStop() && !profile.use(word).isCourtesy();
    }

    /** The words of what is said for politeness up to the first mark: "thanks for your patience"; 0 where it says more. */
    private static int gratitudeLength(Sentence sentence, int at) {
        List<Word> words = sentence.words;
        LanguageProfile profile = sentence.profile;
        int end = at + profile.cueLength("gratitude", words, at, words.size());
        if (end == at) {
            return 0;
        }
        boolean marked = words.get(end - 1).after() != 0;
        while (end < words.size() && !marked) {
            Word word = words.get(end);
            if (word.isAtom() || profile.use(word).isBinding()) {
                return 0;
            }
            marked = word.after() != 0;
            end++;
        }
        return end - at;
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
