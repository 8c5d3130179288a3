package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.List;

/** Tells that a sentence says nothing but a value, and that it is the right one: "make that 5", "actually it costs 40 euros". Stateless. */
final class BareValue {
    /** Characters that say nothing beside a value, where words are not parted. */
    private static final int LONGEST_BARE = 2;

    private BareValue() {}

    static boolean is(SentenceWords sentence, Atom value, LanguageProfile profile) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        if (profile.isUnspaced()) {
            return sentence.words().stream().allMatch(word -> isBare(word, value, language, profile));
        }
        boolean own = false;
        boolean meant = false;
        for (Word word : withoutGrounds(withoutLead(sentence.words(), profile), profile)) {
            String lower = word.lower();
            boolean corrects =
                    language.has("correcting", lower) || profile.cueLength("correction", List.of(word), 0, 1) > 0;
            boolean spare = corrects
                    || word.isAtom()
                    || profile.use(lower).isStop()
                    || profile.use(lower).isLight()
                    || language.has("copula", lower)
                    || value.text().contains(word.surface());
            if (!spare) {
                return false;
            }
            own |= profile.use(lower).isFirstPerson();
            meant |= corrects && word.after() == 0;
        }
        // "I meant 40 euros" says no more than the value, "sorry, I have 40 euros" does.
        return !own || meant;
    }

    /** The words behind what only opens the sentence: "oh no, 1520". */
    private static List<Word> withoutLead(List<Word> words, LanguageProfile profile) {
        int lead = profile.cueLength("lead", words, 0, words.size());
        return lead < words.size() ? words.subList(lead, words.size()) : words;
    }

    /** The words up to how the speaker knows or takes the value: "no, it's 2.5 mg, I looked at the box". */
    private static List<Word> withoutGrounds(List<Word> words, LanguageProfile profile) {
        if (words.get(0).isAtom()) {
            return words; // "17.50, I read the wrong line" may speak of anything.
        }
        boolean value = false;
        for (int i = 1; i < words.size(); i++) {
            value |= words.get(i - 1).isAtom();
            boolean person = profile.use(words.get(i)).isFirstPerson();
            if (value && words.get(i - 1).after() != 0 && person) {
                boolean more = words.subList(i, words.size()).stream().anyMatch(Word::isAtom);
                return more ? words : words.subList(0, i);
            }
        }
        return words;
    }

    private static boolean isBare(Word word, Atom value, AnchorLanguage language, LanguageProfile profile) {
        String rest = word.surface().replace(value.text(), "");
        boolean with = rest.length() < word.surface().length();
        String plain = rest;
        for (String phrase : language.list("correcting")) {
            plain = plain.startsWith(phrase) && rest.length() - phrase.length() < plain.length()
                    ? rest.substring(phrase.length())
                    : plain;
        }
        return plain.length() <= LONGEST_BARE || (!with && profile.hasCue("correction", List.of(word), 0, 1));
    }
}
