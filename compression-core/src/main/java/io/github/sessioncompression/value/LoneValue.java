package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Word;
import java.util.List;

/**
 * A value of one word that no digit tells: the name that stands last behind "is" or "is now", "our contact is now Pavel", "the time zone is CET", and a
 * month behind a preposition, "in June". Stateless.
 *
 * <p>Only a sentence that says that it is new makes one take another's place.
 */
final class LoneValue {
    /** The kind of what is neither a number nor a code: "Anna Weber", "San Marino". */
    static final String NAME = "name";

    /** The kind of a month. */
    static final String MONTH = "month";

    /** The language in which a month is told from another word by its capital: "may". */
    private static final String CAPITAL_MONTHS = "en";

    private LoneValue() {}

    /** The kind of the value that a word is, empty for none. */
    static String kind(List<Word> words, int at, AnchorLanguage language, LanguageProfile profile) {
        if (at == 0) {
            return "";
        }
        Word word = words.get(at);
        Word before = words.get(at - 1);
        boolean capital = Character.isUpperCase(word.surface().charAt(0));
        if (language.month(word.lower()) > 0) {
            boolean in =
                    profile.use(before).isPreposition() || profile.use(before).isStop();
            return in && (capital || !language.code().equals(CAPITAL_MONTHS)) ? MONTH : "";
        }
        boolean last = at == words.size() - 1 || word.after() != 0;
        boolean name = capital
                && last
                && (before.after() == 0 || isDash(before, language))
                && !word.opensSentence()
                && word.surface().length() > 1
                && Letters.all(word.surface(), Character::isLetter)
                && !profile.use(word).isStop()
                && !profile.use(word).isTime();
        return name && isGiven(words, at, language, profile) ? NAME : "";
    }

    /** Whether "is", or "is now", stands right before, or, where nothing is said to be, "changed to". */
    private static boolean isGiven(List<Word> words, int at, AnchorLanguage language, LanguageProfile profile) {
        String before = words.get(at - 1).lower();
        if (language.has("copula", before) || isDash(words.get(at - 1), language)) {
            return true;
        }
        boolean is = words.subList(0, at).stream().anyMatch(word -> language.has("copula", word.lower()));
        if (profile.use(before).isPreposition()) {
            String moving = at > 1 ? words.get(at - 2).lower() : "";
            return !is && language.has("moving", moving) && !language.has("now", moving);
        }
        return is && language.has("changing", before);
    }

    private static boolean isDash(Word word, AnchorLanguage language) {
        // In a note a comma stands for the dash.
        return (word.after() == '-' || word.after() == ',') && language.has("copula", "—");
    }

    static List<String> keys(Word word, String kind, AnchorLanguage language) {
        return List.of(kind.equals(MONTH) ? MONTH + language.month(word.lower()) : AtomKeys.folded(word.surface()));
    }
}
