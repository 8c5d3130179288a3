package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The sentences of what a model tells, those that ask left out; none in a language without rules of its own. What is asked of one text again and
 * again is read once. Not thread-safe; lives for one compilation.
 */
final class ToldSentences {
    private record Told(Statement statement, SentenceWords words) {}

    private final UserName user;
    private String text = "";
    private String code = "";
    private List<Told> sentences = List.of();

    /** Those of a model that may call the user so. */
    ToldSentences(UserName user) {
        this.user = user;
    }

    /** Whether one of them is such. */
    boolean any(String told, LanguageProfile profile, BiPredicate<Statement, SentenceWords> such) {
        if (!told.equals(text) || !profile.code().equals(code)) {
            sentences = read(told, profile);
            text = told;
            code = profile.code();
        }
        return sentences.stream().anyMatch(sentence -> such.test(sentence.statement, sentence.words));
    }

    private List<Told> read(String told, LanguageProfile profile) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        List<Told> sentences = new ArrayList<>();
        if (language.tellsRulesApart()) {
            String said = language.asSaid(user.asUser(told, profile));
            for (SentenceWords sentence : SentenceWords.split(said, profile)) {
                Statement statement = Statement.of(said, sentence, language);
                if (!statement.question()) {
                    sentences.add(new Told(statement, sentence));
                }
            }
        }
        return sentences;
    }
}
