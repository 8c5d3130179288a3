package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.function.BiPredicate;

/** The sentences of what a model tells, those that ask left out; none in a language without rules of its own. Stateless. */
final class ToldSentences {
    private ToldSentences() {}

    /** Whether one of them is such. */
    static boolean any(String told, LanguageProfile profile, BiPredicate<Statement, SentenceWords> such) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        if (!language.tellsRulesApart()) {
            return false;
        }
        String text = language.asSaid(told);
        for (SentenceWords sentence : SentenceWords.split(text, profile)) {
            Statement statement = Statement.of(text, sentence, language);
            if (!statement.question() && such.test(statement, sentence)) {
                return true;
            }
        }
        return false;
    }
}
