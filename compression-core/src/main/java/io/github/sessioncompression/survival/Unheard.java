package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the sentences of a model that are from nowhere: none of their words of content, of which there are several, begins as one does that the model was given.
 *
 * <p>Only where something is told as a fact, and only in the language that the chat is in, which must be plain from the state as a whole: what was translated has
 * other words. Everyday words and those by which one tells of a talk ("asks", "plans", "is interested in") say nothing of where it is from. Linear. Not
 * thread-safe; lives for one compilation.
 */
final class Unheard {
    /** The fields in which something is told as a fact. */
    private static final Set<StateField.Content> FACTS = EnumSet.of(
            StateField.Content.FACTS,
            StateField.Content.DECISIONS,
            StateField.Content.DONE,
            StateField.Content.DOING,
            StateField.Content.NEXT);

    /** Words of content in a sentence that says enough to be from nowhere. */
    private static final int FEWEST = 5;
    /** Words of grammar by which one sees the language of a sentence. */
    private static final int FEWEST_OF_GRAMMAR = 2;
    /** Pairs of characters in one where words are not parted. */
    private static final int FEWEST_PAIRS = 7;
    /** Of so many characters of a chat all but one are in its language. */
    private static final int NEARLY_ALL = 10;

    private final Languages languages = Languages.shared();
    private final AtomIndex given;
    /** Pairs of characters that follow each other in what was given, of scripts without spaces. */
    private final Set<String> pairs;

    private final LanguageProfile language;
    private final Stems stems;
    /** The stems of words by which something is told of in that language, once they were asked for. */
    private final Set<String> telling = new HashSet<>();
    /** Whether the state as a whole is plainly in that language. */
    private final boolean isPlain;

    /**
     * Knows what the model was given.
     *
     * @param given its words
     * @param pairs the pairs of characters in it, of scripts without spaces
     * @param told all that the model told
     */
    Unheard(AtomIndex given, Set<String> pairs, List<Entry> span, StateDocument told, LanguageProfile usual) {
        this.given = given;
        this.pairs = pairs;
        language = language(span, usual);
        stems = Stems.of(language.code());
        List<Word> words = new ArrayList<>();
        for (StateItem item : told.items()) {
            SentenceWords.split(item.text(), language).forEach(sentence -> words.addAll(sentence.words()));
        }
        isPlain = grammar(words, language) >= FEWEST_OF_GRAMMAR && isPlain(words, 1);
    }

    /** The language of nearly all that was said; the unknown one if there is none. */
    private LanguageProfile language(List<Entry> span, LanguageProfile usual) {
        Map<LanguageProfile, Integer> characters = new HashMap<>();
        int all = 0;
        for (Entry entry : span) {
            Role role = entry.message().role();
            if (role == Role.USER || role == Role.ASSISTANT) {
                String text = entry.message().text();
                characters.merge(languages.detect(text, usual), text.length(), Integer::sum);
                all += text.length();
            }
        }
        for (Map.Entry<LanguageProfile, Integer> of : characters.entrySet()) {
            if (of.getValue() >= all - all / NEARLY_ALL) {
                return of.getKey();
            }
        }
        return languages.unknown();
    }

    /** Adds the pairs of characters that follow each other in a text, of scripts without spaces. */
    static void addPairs(String text, Set<String> into) {
        for (int i = 1; i < text.length(); i++) {
            if (isWide(text.charAt(i - 1)) && isWide(text.charAt(i))) {
                into.add(text.substring(i - 1, i + 1));
            }
        }
    }

    /** Whether it is a letter of such a script that is no grammar: Han or Katakana. */
    private static boolean isWide(char c) {
        return (c >= '\u4e00' && c <= '\u9fff') || (c >= '\u30a1' && c <= '\u30fc');
    }

    /** Whether a sentence of a field is from nowhere. */
    boolean isToldBy(StateField.Content content, String part, SentenceWords sentence, LanguageProfile profile) {
        AnchorLanguage rules = AnchorLanguage.of(profile.code());
        if (!FACTS.contains(content) || !profile.code().equals(language.code()) || !rules.tellsRulesApart()) {
            return false;
        }
        return profile.isUnspaced()
                ? isNew(part, rules)
                : isPlain && isNew(sentence.words(), rules, profile) && isPlain(sentence.words(), 0);
    }

    private boolean isNew(List<Word> words, AnchorLanguage rules, LanguageProfile profile) {
        if (telling.isEmpty()) {
            rules.list("telling").forEach(word -> telling.add(stems.stem(word)));
        }
        Set<String> own = new HashSet<>();
        for (Word word : words) {
            String lower = word.lower();
            WordUse use = profile.use(word);
            boolean idle = use.isStop()
                    || use.isLight()
                    || profile.use(stems.stem(lower)).isLight()
                    || use.isTime()
                    || use.isBinding()
                    || rules.has("bare", lower)
                    || telling.contains(stems.stem(lower));
            if (word.isAtom() || (!idle && given.holdsWordLike(lower))) {
                return false;
            }
            if (!idle && Character.isLetter(lower.charAt(0))) {
                own.add(stems.stem(lower));
            }
        }
        return own.size() >= FEWEST;
    }

    private boolean isNew(String part, AnchorLanguage rules) {
        String rest = part;
        for (String word : rules.list("telling")) {
            rest = rest.replace(word, " ");
        }
        Set<String> own = new HashSet<>();
        addPairs(rest, own);
        return own.size() >= FEWEST_PAIRS && own.stream().noneMatch(pairs::contains);
    }

    /** Whether at least as many words are grammar of the chat's language as of any other, or so many more. */
    private boolean isPlain(List<Word> words, int more) {
        long own = grammar(words, language);
        return own > 0
                && languages.all().stream().allMatch(other -> other == language || grammar(words, other) + more <= own);
    }

    private static long grammar(List<Word> words, LanguageProfile profile) {
        return words.stream().filter(word -> profile.use(word).isStop()).count();
    }
}
