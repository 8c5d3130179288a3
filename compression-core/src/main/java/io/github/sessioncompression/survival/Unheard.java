package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
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
 * Finds the sentences of a model that are from nowhere: of their words of content, of which there are several, hardly one begins as one does that the model
 * was given at any one place.
 *
 * <p>Only where something is told as a fact, and only in the language that the chat is in, which must be plain from the state as a whole: what was translated has
 * other words. Everyday words, names, and those by which one tells of a talk ("asks", "plans", "is interested in") say nothing of where it is from. Linear. Not
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

    /** Words of content that were not heard in a sentence that says enough to be from nowhere. */
    private static final int FEWEST = 4;
    /** Words of content of it that may have been heard by chance. */
    private static final int MOST_HEARD = 1;
    /** Words of grammar by which one sees the language of a sentence. */
    private static final int FEWEST_OF_GRAMMAR = 2;
    /** Pairs of characters in one where words are not parted, and where grammar in another script parts them. */
    private static final int FEWEST_PAIRS = 7;

    private static final int FEWEST_PARTED_PAIRS = 4;
    /** Of so many characters of a chat all but one are in its language. */
    private static final int NEARLY_ALL = 10;

    private final Languages languages = Languages.shared();
    private final HeardPlaces heard;
    private final LanguageProfile language;
    private final Stems stems;
    /** The stems of words by which something is told of in that language, once they were asked for. */
    private final Set<String> telling = new HashSet<>();
    /** Whether the state as a whole is plainly in that language. */
    private final boolean isPlain;

    /**
     * Knows what the model was given.
     *
     * @param heard its words
     * @param told all that the model told
     */
    Unheard(HeardPlaces heard, List<Entry> span, StateDocument told, LanguageProfile usual) {
        this.heard = heard;
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
            rules.list("choice").forEach(word -> telling.add(stems.stem(word)));
        }
        Map<String, String> own = new HashMap<>();
        for (Word word : words) {
            if (word.isAtom()) {
                return false;
            }
            String lower = rules.withoutElided(word.lower());
            WordUse use = profile.use(lower);
            boolean idle = use.isStop()
                    || use.isLight()
                    || profile.use(stems.stem(lower)).isLight()
                    || use.isTime()
                    || use.isBinding()
                    || rules.has("bare", lower)
                    || telling.contains(stems.stem(lower))
                    || (rules.namesHaveCapitals() && isName(word));
            if (!idle && Character.isLetter(lower.charAt(0))) {
                own.put(stems.stem(lower), HeardPlaces.beginning(lower));
            }
        }
        int known = heard.mostNear(own.values());
        return known <= MOST_HEARD && own.size() - known >= FEWEST;
    }

    private boolean isName(Word word) {
        boolean capital = Character.isUpperCase(word.surface().charAt(0));
        return capital && (!word.opensSentence() || heard.areCapital(HeardPlaces.beginning(word.lower())));
    }

    private boolean isNew(String part, AnchorLanguage rules) {
        String rest = part;
        for (String word : rules.list("telling")) {
            rest = rest.replace(word, " ");
        }
        Set<String> own = HeardPlaces.pairs(rest);
        int known = heard.mostNear(own);
        boolean parted = Letters.any(rest, c -> c >= '\u3041' && c <= '\u309f');
        int fewest = parted ? FEWEST_PARTED_PAIRS : FEWEST_PAIRS;
        return known <= MOST_HEARD && own.size() - known >= fewest;
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
