package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A clause of a sentence about a rule or a choice. Immutable.
 *
 * @param words its words in small letters; of a script without spaces its characters
 * @param denies whether it says that something is not so
 * @param says whether it rules or chooses something
 * @param reason whether it only says why, or tells something else beside it, and names no value: "you can call me again, my phone is repaired"
 */
record TalkClause(List<String> words, boolean denies, boolean says, boolean reason) {
    /** What a clause that only says why says nothing of. */
    private static final Set<String> SAYS =
            Set.of("constraint", "allow", "release", "revoke", "decision", "preference", "replace");

    /** Behind a word of others than the listener. */
    private static final String OTHERS = "°";

    /** The clauses of a sentence. */
    static List<TalkClause> of(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        List<TalkClause> clauses = statement.language().isUnspaced()
                ? unspaced(statement.words(), statement.language())
                : spaced(sentence.words(), statement.language(), profile);
        // What is said by several clauses together is not the reason for something.
        boolean said = clauses.stream().anyMatch(TalkClause::says);
        return said
                ? clauses
                : clauses.stream()
                        .map(clause -> new TalkClause(clause.words, clause.denies, false, false))
                        .toList();
    }

    private static List<TalkClause> spaced(List<Word> words, AnchorLanguage language, LanguageProfile profile) {
        List<String> lower = lower(words, language);
        List<TalkClause> clauses = new ArrayList<>();
        int from = 0;
        boolean denies = false;
        for (int i = 0; i < lower.size(); i++) {
            String word = lower.get(i);
            boolean denied = isDenial(word, language);
            int instead = insteadOf(lower, i, language);
            boolean andNot = i > 0 && denied && language.has("and", lower.get(i - 1));
            boolean opens = language.has("contrast", word) || language.has("because", word) || instead > 0 || andNot;
            if (i > from && (opens || words.get(i - 1).after() != 0)) {
                add(clauses, words.subList(from, i), denies, language, profile);
                from = i;
                denies = false;
            }
            denies |= denied || instead > 0;
            i += Math.max(0, instead - 1);
        }
        add(clauses, words.subList(from, words.size()), denies, language, profile);
        return clauses;
    }

    private static void add(
            List<TalkClause> clauses,
            List<Word> words,
            boolean denies,
            AnchorLanguage language,
            LanguageProfile profile) {
        List<String> lower = lower(words, language);
        String first = lower.get(lower.size() > 1 && language.has("and", lower.get(0)) ? 1 : 0);
        boolean own = language.has("because", first)
                || language.has("own-clause", first)
                || profile.use(first).isFirstPerson()
                || profile.use(first).isSecondPerson()
                || profile.use(first).isThirdPerson();
        boolean says = says(lower, language);
        boolean reason = own && !says && lower.size() > 1 && words.stream().noneMatch(Word::isAtom);
        TalkClause before = clauses.isEmpty() ? null : clauses.get(clauses.size() - 1);
        boolean goesOn = before != null && before.denies && !own && !says && !language.has("contrast", first);
        clauses.add(new TalkClause(lower, denies || goesOn, says, reason));
    }

    /** In lower case; a word that means the listener only with a capital is another one without: German "Sie" and "sie". */
    private static List<String> lower(List<Word> words, AnchorLanguage language) {
        return words.stream()
                .map(word -> {
                    boolean others = language.has("capital", word.lower())
                            && word.surface().equals(word.lower());
                    return others ? word.lower() + OTHERS : word.lower().replace('’', '\'');
                })
                .toList();
    }

    private static boolean says(List<String> words, AnchorLanguage language) {
        long cues = language.cues().cuesIn(words);
        return cues != 0 && SAYS.stream().anyMatch(cue -> language.cues().holds(cues, cue));
    }

    private static boolean isDenial(String word, AnchorLanguage language) {
        return language.has("deny", word)
                || word.endsWith("n't")
                || (language.has("elides", "'") && word.startsWith("n'"));
    }

    /** How many words from there on mean "instead of", 0 if none do. */
    private static int insteadOf(List<String> words, int at, AnchorLanguage language) {
        StringBuilder run = new StringBuilder();
        int length = 0;
        for (int i = at; i < Math.min(words.size(), at + 3); i++) {
            run.append(i > at ? "_" : "").append(words.get(i));
            length = language.has("instead-of", run.toString()) ? i + 1 - at : length;
        }
        return length;
    }

    private static List<TalkClause> unspaced(List<String> words, AnchorLanguage language) {
        List<TalkClause> clauses = new ArrayList<>();
        List<String> clause = new ArrayList<>();
        for (String word : words) {
            boolean ends = !Character.isLetterOrDigit(word.charAt(0));
            if (ends || language.has("contrast", word)) {
                clauses.add(unspacedClause(clause, language));
                clause = new ArrayList<>();
            }
            if (!ends) {
                clause.add(word);
            }
        }
        clauses.add(unspacedClause(clause, language));
        return clauses;
    }

    private static TalkClause unspacedClause(List<String> clause, AnchorLanguage language) {
        String text = String.join("", clause);
        boolean denies = language.list("deny").stream().anyMatch(text::contains);
        boolean says = says(clause, language);
        boolean reason = !says && language.list("because").stream().anyMatch(text::startsWith);
        return new TalkClause(clause, denies, says, reason);
    }
}
