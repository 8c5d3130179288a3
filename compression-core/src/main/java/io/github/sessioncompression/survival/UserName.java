package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.text.Fragments;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.List;

/**
 * What the user is called by her own word, "I'm Clara Bennett", by which a model tells of her: who says it is nobody else than who says "I". Told by capitals, so only
 * in languages that write no other words so. Immutable.
 */
final class UserName {
    /** Of one who did not say it. */
    static final UserName NONE = new UserName("", Stems.of(""), AnchorLanguage.of(""));

    private final String stem;
    private final Stems stems;
    private final AnchorLanguage language;

    private UserName(String stem, Stems stems, AnchorLanguage language) {
        this.stem = stem;
        this.stems = stems;
        this.language = language;
    }

    /** The name in the sentences of the first message of a user who writes under none. */
    static UserName in(List<SentenceWords> sentences, LanguageProfile profile) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        if (language.namesHaveCapitals() && !language.list("user").isEmpty()) {
            for (SentenceWords sentence : sentences) {
                List<Word> words = sentence.words();
                for (int from = 0, to; from < words.size(); from = to) {
                    to = Fragments.upToMark(words, from);
                    String name = name(words.subList(from, to), language, profile);
                    if (!name.isEmpty()) {
                        Stems stems = Stems.of(profile.code());
                        return new UserName(stems.stem(name), stems, language);
                    }
                }
            }
        }
        return NONE;
    }

    /** The name in a part of a sentence that says nothing but the speaker's name; else nothing. */
    private static String name(List<Word> part, AnchorLanguage language, LanguageProfile profile) {
        String name = "";
        boolean own = false;
        for (Word word : part) {
            WordUse use = profile.use(word);
            boolean calls = language.has("called", language.withoutElided(word.lower()));
            own |= calls || use.isFirstPerson();
            boolean grammar = use.isStop() && !use.isPreposition() && !use.isNegation();
            boolean mayBeName = word.isProper() && !word.isAtom() && !use.isTime() && !use.isBinding();
            if (!calls && !grammar && !mayBeName) {
                return "";
            }
            name = name.isEmpty() && !calls && !grammar ? word.lower() : name;
        }
        return own ? name : "";
    }

    /** A text in which the user is called so. */
    String asUser(String told, LanguageProfile profile) {
        if (stem.isEmpty() || !profile.code().equals(language.code())) {
            return told;
        }
        List<Word> named = new ArrayList<>(1);
        for (SentenceWords sentence : SentenceWords.split(told, profile)) {
            for (Word word : sentence.words()) {
                boolean capital = Character.isUpperCase(word.surface().charAt(0));
                if (capital && stems.stem(withoutS(word.lower())).equals(stem)) {
                    named.add(word);
                }
            }
        }
        StringBuilder text = new StringBuilder(told);
        for (int i = named.size() - 1; i >= 0; i--) {
            Word word = named.get(i);
            int length = withoutS(word.lower()).length();
            text.replace(
                    word.start(),
                    word.start() + length,
                    language.list("user").iterator().next());
        }
        return text.toString();
    }

    /** A name without the ending of whose something is. */
    private static String withoutS(String word) {
        return word.endsWith("'s") || word.endsWith("’s") ? word.substring(0, word.length() - 2) : word;
    }
}
